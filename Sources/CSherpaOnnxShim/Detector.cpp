#include "Built.h"

#if SHX_BUILT

#include <cstring>
#include <new>

#include "Library.h"

struct shx_detector {
  const SherpaOnnxVoiceActivityDetector *detector;
  int32_t window;
};

int shx_detector_create(
    const char *model, int32_t sample_rate, int32_t window, float threshold, shx_log log,
    shx_detector **detector) {
  *detector = nullptr;
  if (shx::functions() == nullptr) return SHX_NOT_LOADED;
  auto *made = new (std::nothrow) shx_detector{nullptr, window};
  if (made == nullptr) return SHX_NO_MEMORY;
  const int status = shx::guarded(log, [=] {
    SherpaOnnxVadModelConfig config;
    std::memset(&config, 0, sizeof config);
    config.silero_vad.model = model;
    config.silero_vad.threshold = threshold;
    // Windows are judged one by one; where utterances begin and end is decided elsewhere. The
    // library takes 0 for its defaults (0.5 s and 0.25 s), so these are less than a window instead.
    config.silero_vad.min_silence_duration = 0.001f;
    config.silero_vad.min_speech_duration = 0.001f;
    config.silero_vad.max_speech_duration = 20;
    config.silero_vad.window_size = window;
    config.sample_rate = sample_rate;
    config.num_threads = 1;
    config.provider = "cpu";
    constexpr float seconds_kept = 30;
    made->detector = shx::functions()->CreateVoiceActivityDetector(&config, seconds_kept);
    return made->detector == nullptr ? SHX_FAILED : SHX_OK;
  });
  return shx::handed_out(status, made, detector);
}

int shx_detector_hear(shx_detector *detector, const float *samples) {
  return shx::guarded(shx_log{nullptr, nullptr}, [=] {
    const auto *library = shx::functions();
    library->VoiceActivityDetectorAcceptWaveform(detector->detector, samples, detector->window);
    // The stretches of speech that it keeps are of no use here.
    library->VoiceActivityDetectorClear(detector->detector);
    return library->VoiceActivityDetectorDetected(detector->detector) ? 1 : 0;
  });
}

void shx_detector_reset(shx_detector *detector) {
  shx::guarded(shx_log{nullptr, nullptr}, [=] {
    shx::functions()->VoiceActivityDetectorReset(detector->detector);
    shx::functions()->VoiceActivityDetectorClear(detector->detector);
    return SHX_OK;
  });
}

void shx_detector_destroy(shx_detector *detector) {
  if (detector == nullptr) return;
  shx::guarded(shx_log{nullptr, nullptr}, [=] {
    shx::functions()->DestroyVoiceActivityDetector(detector->detector);
    return SHX_OK;
  });
  delete detector;
}

#endif
