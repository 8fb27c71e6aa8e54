// The bare C library in one loop over whole files: what SherpaOnnxEngine is measured against.
//
//   sherpa-onnx MODEL LIST
//
// MODEL is the folder of a Moonshine model as Scripts/install-sherpa-onnx lays it out, LIST a text
// file with one path a line: WAV, one channel, 16 bits, a header of 44 bytes. Prints one line for
// the load and one for each file:
//
//   load<TAB>wall seconds<TAB>CPU seconds of the process so far
//   CPU seconds of the process so far<TAB>text

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sherpa-onnx/c-api/c-api.h"

enum { header_bytes = 44, model_rate = 16000 };

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void fail(const char *what, const char *which) {
  fprintf(stderr, "%s: %s\n", what, which);
  exit(1);
}

// The samples of a file with silence of half a second behind, as the engine puts it there.
static float *read_wave(const char *path, int32_t *rate, int32_t *count) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail("can't open", path);
  unsigned char header[header_bytes];
  if (fread(header, 1, header_bytes, file) != header_bytes) fail("no header", path);
  memcpy(rate, header + 24, sizeof *rate);
  fseek(file, 0, SEEK_END);
  const size_t length = (size_t)(ftell(file) - header_bytes) / 2;
  fseek(file, header_bytes, SEEK_SET);
  const size_t padding = (size_t)*rate / 2;
  int16_t *whole = malloc(length * sizeof *whole + 1);
  float *samples = calloc(length + padding, sizeof *samples);
  if (whole == NULL || samples == NULL) fail("no memory for", path);
  if (fread(whole, 2, length, file) != length) fail("can't read", path);
  for (size_t index = 0; index < length; index++) samples[index] = whole[index] / 32768.0f;
  free(whole);
  fclose(file);
  *count = (int32_t)(length + padding);
  return samples;
}

int main(int argc, char **argv) {
  if (argc != 3) fail("usage", "sherpa-onnx MODEL LIST");
  const double started = seconds(CLOCK_MONOTONIC);
  char encoder[4096], decoder[4096], tokens[4096], path[4096];
  snprintf(encoder, sizeof encoder, "%s/encoder_model.ort", argv[1]);
  snprintf(decoder, sizeof decoder, "%s/decoder_model_merged.ort", argv[1]);
  snprintf(tokens, sizeof tokens, "%s/tokens.txt", argv[1]);

  SherpaOnnxOfflineRecognizerConfig config;
  memset(&config, 0, sizeof config);
  config.feat_config.sample_rate = model_rate;
  config.feat_config.feature_dim = 80;
  config.model_config.moonshine.encoder = encoder;
  config.model_config.moonshine.merged_decoder = decoder;
  config.model_config.tokens = tokens;
  config.model_config.num_threads = 1;
  config.model_config.provider = "cpu";
  config.decoding_method = "greedy_search";
  const SherpaOnnxOfflineRecognizer *recognizer = SherpaOnnxCreateOfflineRecognizer(&config);
  if (recognizer == NULL) fail("can't load", argv[1]);
  printf(
      "load\t%.6f\t%.6f\n", seconds(CLOCK_MONOTONIC) - started, seconds(CLOCK_PROCESS_CPUTIME_ID));

  FILE *list = fopen(argv[2], "r");
  if (list == NULL) fail("can't open", argv[2]);
  while (fgets(path, sizeof path, list) != NULL) {
    path[strcspn(path, "\n")] = 0;
    int32_t rate, count;
    float *samples = read_wave(path, &rate, &count);
    const SherpaOnnxOfflineStream *stream = SherpaOnnxCreateOfflineStream(recognizer);
    SherpaOnnxAcceptWaveformOffline(stream, rate, samples, count);
    SherpaOnnxDecodeOfflineStream(recognizer, stream);
    const SherpaOnnxOfflineRecognizerResult *result = SherpaOnnxGetOfflineStreamResult(stream);
    printf("%.6f\t%s\n", seconds(CLOCK_PROCESS_CPUTIME_ID), result == NULL ? "" : result->text);
    SherpaOnnxDestroyOfflineRecognizerResult(result);
    SherpaOnnxDestroyOfflineStream(stream);
    free(samples);
  }
  fclose(list);
  SherpaOnnxDestroyOfflineRecognizer(recognizer);
  return 0;
}
