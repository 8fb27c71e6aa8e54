#include "CPocketSphinxShim.h"

#include <pocketsphinx.h>
#include <pthread.h>
#include <setjmp.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct psx_decoder {
  ps_decoder_t *decoder;
  fe_t *front;
  cmd_ln_t *config;
  char **arguments;
  size_t argument_count;
  psx_facts facts;
  float *mean;

  psx_log log;
  void *context;
  jmp_buf recovery;
  int dead;
  int in_utterance;

  float **rows;
  size_t row_capacity;
  psx_segment *segments;
  size_t segment_capacity;
  char **readings;
  size_t reading_count;
};

// The decoder that this thread is inside of; calls don't nest, for the log's sink makes none.
static _Thread_local psx_decoder *current;

static void route(void *unused, err_lvl_t level, const char *format, ...) {
  (void)unused;
  psx_decoder *decoder = current;
  if (decoder == NULL) return;
  char text[2048];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  if (length >= 0 && decoder->log != NULL) decoder->log(decoder->context, (int)level, text);
  if (level == ERR_FATAL) longjmp(decoder->recovery, 1);
}

static void install(void) {
  err_set_callback(route, NULL);
  err_set_logfp(NULL);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

// Opens and closes a guarded stretch of one function. Only C frames lie between a fatal error and
// the jump's target; `decoder` is not changed in between, so it is valid after the jump.
#define ENTER(decoder)                      \
  if ((decoder)->dead) return PSX_FATAL;    \
  if (setjmp((decoder)->recovery) != 0) {   \
    current = NULL;                         \
    (decoder)->dead = 1;                    \
    return PSX_FATAL;                       \
  }                                         \
  current = (decoder)
#define LEAVE(decoder, result)              \
  do {                                      \
    int leaving = (result);                 \
    current = NULL;                         \
    return leaving;                         \
  } while (0)

psx_decoder *psx_create(psx_log log, void *context) {
  pthread_once(&once, install);
  psx_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return NULL;
  decoder->log = log;
  decoder->context = context;
  return decoder;
}

static int copy_arguments(psx_decoder *decoder, const char *const *arguments, size_t count) {
  decoder->arguments = calloc(count + 1, sizeof *decoder->arguments);
  if (decoder->arguments == NULL) return PSX_FAILED;
  for (size_t i = 0; i < count; ++i) {
    decoder->arguments[i] = strdup(arguments[i]);
    if (decoder->arguments[i] == NULL) return PSX_FAILED;
    decoder->argument_count = i + 1;
  }
  return PSX_OK;
}

// The library's own whole-utterance normalisation only works on one blocking call, and its live
// one depends on what was decoded before. Rows come with the mean taken away already, so the
// running mean is kept at zero: a negative frame count stops both of its updates.
static void disarm_mean(psx_decoder *decoder) {
  cmn_t *cmn = ps_get_feat(decoder->decoder)->cmn_struct;
  if (cmn == NULL) return;
  for (int32 i = 0; i < cmn->veclen; ++i) {
    cmn->cmn_mean[i] = 0;
    cmn->sum[i] = 0;
  }
  cmn->nframe = INT32_MIN / 2;
}

static int load(psx_decoder *decoder) {
  decoder->config = cmd_ln_parse_r(
      NULL, ps_args(), (int32)decoder->argument_count, decoder->arguments, TRUE);
  if (decoder->config == NULL) return PSX_FAILED;
  decoder->decoder = ps_init(decoder->config);
  if (decoder->decoder == NULL) return PSX_FAILED;
  // A model's own parameters win over arguments, and these would break times and repeatability:
  // the front end holds frames back until it believes in speech also when it removes no silence.
  cmd_ln_set_boolean_r(decoder->config, "-remove_silence", FALSE);
  cmd_ln_set_int32_r(decoder->config, "-vad_prespeech", 20);
  cmd_ln_set_int32_r(decoder->config, "-vad_startspeech", 10);
  cmd_ln_set_int32_r(decoder->config, "-vad_postspeech", 50);
  cmd_ln_set_float_r(decoder->config, "-vad_threshold", 2.0);
  cmd_ln_set_boolean_r(decoder->config, "-dither", FALSE);
  decoder->front = fe_init_auto_r(decoder->config);
  if (decoder->front == NULL) return PSX_FAILED;

  feat_t *features = ps_get_feat(decoder->decoder);
  psx_facts *facts = &decoder->facts;
  int shift = 0, size = 0;
  fe_get_input_size(decoder->front, &shift, &size);
  facts->sample_rate = (int32_t)cmd_ln_float32_r(decoder->config, "-samprate");
  facts->frame_rate = cmd_ln_int32_r(decoder->config, "-frate");
  facts->frame_shift = shift;
  facts->frame_size = size;
  facts->cepstrum_size = feat_cepsize(features);
  facts->window = feat_window_size(features);
  facts->subtracts_mean = features->cmn != CMN_NONE && features->cmn_struct != NULL;
  if (shift <= 0 || size <= 0 || fe_get_output_size(decoder->front) != facts->cepstrum_size)
    return PSX_FAILED;
  decoder->mean = calloc((size_t)facts->cepstrum_size, sizeof *decoder->mean);
  if (decoder->mean == NULL) return PSX_FAILED;
  if (facts->subtracts_mean) cmn_live_get(features->cmn_struct, decoder->mean);
  return PSX_OK;
}

int psx_load(psx_decoder *decoder, const char *const *arguments, size_t count) {
  if (decoder->arguments != NULL || copy_arguments(decoder, arguments, count) != PSX_OK)
    return PSX_FAILED;
  ENTER(decoder);
  LEAVE(decoder, load(decoder));
}

static void forget_readings(psx_decoder *decoder) {
  for (size_t i = 0; i < decoder->reading_count; ++i) free(decoder->readings[i]);
  free(decoder->readings);
  decoder->readings = NULL;
  decoder->reading_count = 0;
}

static int release(psx_decoder *decoder) {
  ENTER(decoder);
  if (decoder->front != NULL) fe_free(decoder->front);
  if (decoder->decoder != NULL) ps_free(decoder->decoder);
  if (decoder->config != NULL) cmd_ln_free_r(decoder->config);
  LEAVE(decoder, PSX_OK);
}

void psx_destroy(psx_decoder *decoder) {
  if (decoder == NULL) return;
  // After a fatal error the library may still point at the arguments, which are therefore kept.
  if (release(decoder) == PSX_OK && decoder->arguments != NULL) {
    for (size_t i = 0; i < decoder->argument_count; ++i) free(decoder->arguments[i]);
    free(decoder->arguments);
  }
  forget_readings(decoder);
  free(decoder->segments);
  free(decoder->rows);
  free(decoder->mean);
  free(decoder);
}

psx_facts psx_get_facts(const psx_decoder *decoder) { return decoder->facts; }

void psx_initial_mean(const psx_decoder *decoder, float *mean) {
  memcpy(mean, decoder->mean, (size_t)decoder->facts.cepstrum_size * sizeof *mean);
}

// Points `decoder->rows` at `count` rows of a flat array.
static int point_rows(psx_decoder *decoder, float *flat, size_t count) {
  if (decoder->row_capacity < count) {
    float **rows = realloc(decoder->rows, count * sizeof *rows);
    if (rows == NULL) return PSX_FAILED;
    decoder->rows = rows;
    decoder->row_capacity = count;
  }
  size_t width = (size_t)decoder->facts.cepstrum_size;
  for (size_t i = 0; i < count; ++i) decoder->rows[i] = flat + i * width;
  return PSX_OK;
}

int psx_front_start(psx_decoder *decoder) {
  ENTER(decoder);
  fe_start_stream(decoder->front);
  LEAVE(decoder, fe_start_utt(decoder->front) < 0 ? PSX_FAILED : PSX_OK);
}

// The library holds the first frames back until it believes in speech (no more than `load` lets it:
// 20 and 10), and then gives them all at once.
size_t psx_front_capacity(const psx_decoder *decoder, size_t count) {
  return count / (size_t)decoder->facts.frame_shift + 64;
}

static int front_process(
    psx_decoder *decoder, const int16_t *samples, size_t count, float *rows, size_t capacity) {
  if (point_rows(decoder, rows, capacity) != PSX_OK) return PSX_FAILED;
  size_t done = 0;
  while (count > 0) {
    size_t before = count;
    int32 frames = (int32)(capacity - done);
    if (frames <= 0) return PSX_FAILED;
    if (fe_process_frames(decoder->front, &samples, &count, decoder->rows + done, &frames, NULL) < 0)
      return PSX_FAILED;
    done += (size_t)frames;
    if (frames == 0 && count == before) return PSX_FAILED;
  }
  return (int)done;
}

int psx_front_process(
    psx_decoder *decoder, const int16_t *samples, size_t count, float *rows, size_t capacity) {
  ENTER(decoder);
  LEAVE(decoder, front_process(decoder, samples, count, rows, capacity));
}

int psx_front_end(psx_decoder *decoder, float *row) {
  ENTER(decoder);
  int32 frames = 0;
  LEAVE(decoder, fe_end_utt(decoder->front, row, &frames) < 0 ? PSX_FAILED : frames);
}

static int start(psx_decoder *decoder) {
  if (ps_start_stream(decoder->decoder) < 0 || ps_start_utt(decoder->decoder) < 0)
    return PSX_FAILED;
  decoder->in_utterance = 1;
  disarm_mean(decoder);
  return PSX_OK;
}

int psx_start(psx_decoder *decoder) {
  if (decoder->decoder == NULL || decoder->in_utterance) return PSX_FAILED;
  ENTER(decoder);
  LEAVE(decoder, start(decoder));
}

// The queue of features has room for a window of frames and for those that the look-ahead still
// needs. The library keeps to the window when it is given samples, but not when it is given rows:
// more at a time would overwrite what the look-ahead needs.
static int process(psx_decoder *decoder, size_t count) {
  size_t most = 2 * (size_t)decoder->facts.window + 1;
  for (size_t done = 0; done < count;) {
    size_t step = count - done < most ? count - done : most;
    if (ps_process_cep(decoder->decoder, decoder->rows + done, (int32)step, FALSE, FALSE) < 0)
      return PSX_FAILED;
    done += step;
  }
  return PSX_OK;
}

int psx_process(psx_decoder *decoder, float *rows, size_t count) {
  if (!decoder->in_utterance || point_rows(decoder, rows, count) != PSX_OK) return PSX_FAILED;
  ENTER(decoder);
  LEAVE(decoder, process(decoder, count));
}

int psx_end(psx_decoder *decoder) {
  if (!decoder->in_utterance) return PSX_FAILED;
  decoder->in_utterance = 0;
  ENTER(decoder);
  LEAVE(decoder, ps_end_utt(decoder->decoder) < 0 ? PSX_FAILED : PSX_OK);
}

static int segments(psx_decoder *decoder, const psx_segment **out) {
  logmath_t *math = ps_get_logmath(decoder->decoder);
  size_t count = 0;
  for (ps_seg_t *at = ps_seg_iter(decoder->decoder); at != NULL; at = ps_seg_next(at)) {
    if (count == decoder->segment_capacity) {
      size_t capacity = count * 2 + 64;
      psx_segment *grown = realloc(decoder->segments, capacity * sizeof *grown);
      if (grown == NULL) {
        ps_seg_free(at);
        return PSX_FAILED;
      }
      decoder->segments = grown;
      decoder->segment_capacity = capacity;
    }
    psx_segment *segment = &decoder->segments[count++];
    int first = 0, last = 0;
    ps_seg_frames(at, &first, &last);
    segment->word = ps_seg_word(at);
    segment->first_frame = first;
    segment->last_frame = last;
    segment->probability = logmath_exp(math, ps_seg_prob(at, NULL, NULL, NULL));
  }
  *out = decoder->segments;
  return (int)count;
}

int psx_segments(psx_decoder *decoder, const psx_segment **out) {
  if (decoder->decoder == NULL) return PSX_FAILED;
  ENTER(decoder);
  LEAVE(decoder, segments(decoder, out));
}

static int readings(psx_decoder *decoder, int limit, const char *const **out) {
  ps_nbest_t *at = ps_nbest(decoder->decoder);
  for (; at != NULL && decoder->reading_count < (size_t)limit; at = ps_nbest_next(at)) {
    const char *text = ps_nbest_hyp(at, NULL);
    if (text == NULL) continue;
    char *copy = strdup(text);
    if (copy == NULL) break;
    decoder->readings[decoder->reading_count++] = copy;
  }
  if (at != NULL) ps_nbest_free(at);
  *out = (const char *const *)decoder->readings;
  return (int)decoder->reading_count;
}

int psx_readings(psx_decoder *decoder, int limit, const char *const **out) {
  if (decoder->decoder == NULL || decoder->in_utterance || limit < 0) return PSX_FAILED;
  forget_readings(decoder);
  decoder->readings = calloc((size_t)limit + 1, sizeof *decoder->readings);
  if (decoder->readings == NULL) return PSX_FAILED;
  ENTER(decoder);
  LEAVE(decoder, readings(decoder, limit, out));
}
