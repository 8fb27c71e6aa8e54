#ifndef C_SHERPA_ONNX_SHIM_H
#define C_SHERPA_ONNX_SHIM_H

#include <stddef.h>
#include <stdint.h>

// A narrow door to sherpa-onnx, whose shared library is opened when the program runs.
//
// The library tells what went wrong on standard error only, returns empty texts for errors that it
// caught, and ends the process on some broken files. So its own writes to standard error, and those
// of ONNX Runtime below it, are led to the log of the call that caused them; its calls of `exit`,
// `_exit` and `abort` jump back into the call, which then returns SHX_FATAL; and C++ exceptions end in
// SHX_FAILED. What the library had in hand when it wished to end the process is left alone, since
// nobody knows what state it is in.
//
// Built without the package trait SherpaOnnx or the library's header, every call returns SHX_NOT_BUILT.

#ifdef __cplusplus
extern "C" {
#endif

// What calls return.
#define SHX_OK 0
#define SHX_FAILED (-1)         // the library refused, or threw; its log says why
#define SHX_FATAL (-2)          // the library wished to end the process
#define SHX_NOT_BUILT (-3)      // built without the trait or the header
#define SHX_NOT_LOADED (-4)     // the dynamic linker can't load the file
#define SHX_WRONG_VERSION (-5)  // a version with other structures
#define SHX_NO_MEMORY (-6)

// Takes what the library writes, on the thread of the call that caused it; maybe a part of a line.
typedef void (*shx_write)(void *context, const char *text, size_t length);
typedef struct {
  shx_write write;
  void *context;
} shx_log;

// Whether the package was built with the trait and the header.
int shx_is_built(void);
// The only version whose structures this file knows.
const char *shx_wanted_version(void);

// Opens the library, once for the process: later calls return what the first one that succeeded
// returned, whatever their path. `message` gets the dynamic linker's message (SHX_NOT_LOADED) or
// the version that was found (SHX_WRONG_VERSION). The library is never closed.
int shx_open(const char *path, char *message, size_t capacity);

typedef enum {
  SHX_MOONSHINE,
  SHX_WHISPER,
  SHX_SENSE_VOICE,
  SHX_PARAFORMER,
  SHX_NEMO_CTC,
  SHX_ZIPFORMER_CTC,
  SHX_TRANSDUCER,
  SHX_NEMO_TRANSDUCER,
  SHX_STREAMING_TRANSDUCER,
  SHX_STREAMING_PARAFORMER,
  SHX_STREAMING_ZIPFORMER_CTC,
  SHX_STREAMING_NEMO_CTC,
} shx_kind;

// What a recognizer is made from. Paths that a kind does not need are NULL.
typedef struct {
  shx_kind kind;
  const char *tokens;
  const char *model;             // kinds with one file
  const char *encoder;
  const char *decoder;           // also Moonshine's merged decoder
  const char *joiner;
  const char *preprocessor;      // Moonshine's first layout
  const char *uncached_decoder;  // likewise
  const char *cached_decoder;    // likewise
  const char *bpe_vocabulary;
  const char *language;          // Whisper and SenseVoice: a code such as "en"; NULL: found out
  int32_t sample_rate;           // Hz
  int32_t threads;
  int32_t paths;                 // followed at once by transducers; 0: the best one only
} shx_model;

typedef struct shx_recognizer shx_recognizer;
typedef struct shx_stream shx_stream;

// What was recognised. Arrays have `count` entries, and are NULL where the model gives none.
typedef struct {
  const char *text;
  const char *language;  // may be NULL or empty
  size_t count;
  const char *const *tokens;
  const float *starts;             // seconds
  const float *durations;          // seconds
  const float *log_probabilities;  // natural logarithms
  void *owner;
  int is_streaming;
} shx_result;

// Loads a model. A recognizer may be used by several threads at once.
int shx_create(const shx_model *model, shx_log log, shx_recognizer **recognizer);
void shx_destroy(shx_recognizer *recognizer);

// Recognises sound at the model's rate as a whole.
int shx_recognize(
    shx_recognizer *recognizer, const float *samples, size_t count, shx_log log, shx_result *result);

// Recognises sound while it comes, one thread for a stream.
int shx_stream_create(shx_recognizer *recognizer, shx_log log, shx_stream **stream);
int shx_stream_accept(shx_stream *stream, const float *samples, size_t count, shx_log log);
// Tells that no sound follows.
int shx_stream_finish(shx_stream *stream, shx_log log);
// Decodes one step; returns 1 when it did, 0 when there is not enough sound, or a failure.
int shx_stream_step(shx_stream *stream, shx_log log);
int shx_stream_result(shx_stream *stream, shx_log log, shx_result *result);
void shx_stream_destroy(shx_stream *stream);

void shx_free_result(shx_result *result);

// Silero's detector, one thread for each. `threshold` is a probability.
typedef struct shx_detector shx_detector;
int shx_detector_create(
    const char *model, int32_t sample_rate, int32_t window, float threshold, shx_log log,
    shx_detector **detector);
// Hears `window` samples; returns 1 for speech, 0 for other sound, or a failure.
int shx_detector_hear(shx_detector *detector, const float *samples);
void shx_detector_reset(shx_detector *detector);
void shx_detector_destroy(shx_detector *detector);

#ifdef __cplusplus
}
#endif

#endif
