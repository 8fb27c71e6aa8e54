#include "CSherpaOnnxShim.h"

#include "Built.h"

const char *shx_wanted_version(void) { return "2.0.1"; }

// What there is without the package trait, or without the header: calls that say so.
#if !SHX_BUILT

#include <string.h>

int shx_is_built(void) { return 0; }

int shx_open(const char *path, char *message, size_t capacity) {
  (void)path;
  if (capacity > 0) message[0] = 0;
  return SHX_NOT_BUILT;
}

int shx_create(const shx_model *model, shx_log log, shx_recognizer **recognizer) {
  (void)model, (void)log;
  *recognizer = NULL;
  return SHX_NOT_BUILT;
}

void shx_destroy(shx_recognizer *recognizer) { (void)recognizer; }

int shx_recognize(
    shx_recognizer *recognizer, const float *samples, size_t count, shx_log log,
    shx_result *result) {
  (void)recognizer, (void)samples, (void)count, (void)log;
  memset(result, 0, sizeof *result);
  return SHX_NOT_BUILT;
}

int shx_stream_create(shx_recognizer *recognizer, shx_log log, shx_stream **stream) {
  (void)recognizer, (void)log;
  *stream = NULL;
  return SHX_NOT_BUILT;
}

int shx_stream_accept(shx_stream *stream, const float *samples, size_t count, shx_log log) {
  (void)stream, (void)samples, (void)count, (void)log;
  return SHX_NOT_BUILT;
}

int shx_stream_finish(shx_stream *stream, shx_log log) {
  (void)stream, (void)log;
  return SHX_NOT_BUILT;
}

int shx_stream_step(shx_stream *stream, shx_log log) {
  (void)stream, (void)log;
  return SHX_NOT_BUILT;
}

int shx_stream_result(shx_stream *stream, shx_log log, shx_result *result) {
  (void)stream, (void)log;
  memset(result, 0, sizeof *result);
  return SHX_NOT_BUILT;
}

void shx_stream_destroy(shx_stream *stream) { (void)stream; }

void shx_free_result(shx_result *result) { (void)result; }

int shx_detector_create(
    const char *model, int32_t sample_rate, int32_t window, float threshold, shx_log log,
    shx_detector **detector) {
  (void)model, (void)sample_rate, (void)window, (void)threshold, (void)log;
  *detector = NULL;
  return SHX_NOT_BUILT;
}

int shx_detector_hear(shx_detector *detector, const float *samples) {
  (void)detector, (void)samples;
  return SHX_NOT_BUILT;
}

void shx_detector_reset(shx_detector *detector) { (void)detector; }

void shx_detector_destroy(shx_detector *detector) { (void)detector; }

#endif
