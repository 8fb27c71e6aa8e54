#ifndef C_POCKETSPHINX_SHIM_H
#define C_POCKETSPHINX_SHIM_H

#include <stddef.h>
#include <stdint.h>

// A narrow door to libpocketsphinx: one decoder with a front end of its own.
//
// Every call routes the library's process-wide log to the sink of the decoder that the calling
// thread is working on, and catches the library's wish to end the process: a fatal error jumps
// back into the call, which then returns PSX_FATAL. The decoder is dead after that; its memory is
// left alone because nobody knows what state it is in.

typedef struct psx_decoder psx_decoder;

enum { PSX_OK = 0, PSX_FAILED = -1, PSX_FATAL = -2 };

// Takes one message of the library: level 0 debug, 1 info, 2 continued info, 3 warning, 4 error,
// 5 fatal. Called on the thread of the call that caused it.
typedef void (*psx_log)(void *context, int level, const char *text);

typedef struct {
  const char *word;      // the dictionary's spelling; lives as long as the decoder
  int32_t first_frame;
  int32_t last_frame;    // inclusive
  double probability;    // posterior; may be a little above 1
} psx_segment;

// What the model fixes, readable after psx_load.
typedef struct {
  int32_t sample_rate;    // Hz
  int32_t frame_rate;     // frames a second
  int32_t frame_shift;    // samples
  int32_t frame_size;     // samples
  int32_t cepstrum_size;  // numbers in a frame
  int32_t window;         // frames on either side that a feature needs
  int32_t subtracts_mean; // whether the model wants cepstral mean normalisation
} psx_facts;

// Makes an empty decoder, or returns NULL when memory is short.
psx_decoder *psx_create(psx_log log, void *context);
// Loads a model; `arguments` are pairs of an option's name and its value.
int psx_load(psx_decoder *decoder, const char *const *arguments, size_t count);
// Frees the decoder, in whatever state.
void psx_destroy(psx_decoder *decoder);

psx_facts psx_get_facts(const psx_decoder *decoder);
// Copies the mean that the model starts with: `cepstrum_size` numbers.
void psx_initial_mean(const psx_decoder *decoder, float *mean);

// The front end: samples in, cepstra out, in rows of `cepstrum_size`. `psx_front_process` and
// `psx_front_end` return the number of rows written, or a negative status.
int psx_front_start(psx_decoder *decoder);
int psx_front_process(
    psx_decoder *decoder, const int16_t *samples, size_t count, float *rows, size_t capacity);
int psx_front_end(psx_decoder *decoder, float *row);
// The number of rows that `psx_front_process` may write for so many samples.
size_t psx_front_capacity(const psx_decoder *decoder, size_t count);

// The search: rows whose mean is already taken away in, words out. `rows` are overwritten.
int psx_start(psx_decoder *decoder);
int psx_process(psx_decoder *decoder, float *rows, size_t count);
int psx_end(psx_decoder *decoder);
// The best words, in memory of the decoder that lasts to the next call; returns their number.
int psx_segments(psx_decoder *decoder, const psx_segment **segments);
// Up to `limit` readings of a finished utterance, likewise; readings may repeat.
int psx_readings(psx_decoder *decoder, int limit, const char *const **readings);

#endif
