#pragma once

#include <csetjmp>
#include <exception>

#include "CSherpaOnnxShim.h"
#include "sherpa-onnx/c-api/c-api.h"

namespace shx {

// The functions that are used, as the header declares them.
#define SHX_FUNCTIONS(each)                                                                       \
  each(GetVersionStr) each(CreateOfflineRecognizer) each(DestroyOfflineRecognizer)                \
  each(CreateOfflineStream) each(DestroyOfflineStream)                                            \
  each(AcceptWaveformOffline) each(DecodeOfflineStream) each(GetOfflineStreamResult)              \
  each(DestroyOfflineRecognizerResult) each(CreateOnlineRecognizer)                               \
  each(DestroyOnlineRecognizer) each(CreateOnlineStream) each(DestroyOnlineStream)                \
  each(OnlineStreamAcceptWaveform) each(OnlineStreamInputFinished) each(IsOnlineStreamReady)      \
  each(DecodeOnlineStream) each(GetOnlineStreamResult) each(DestroyOnlineRecognizerResult)        \
  each(CreateVoiceActivityDetector) each(DestroyVoiceActivityDetector)                            \
  each(VoiceActivityDetectorAcceptWaveform) each(VoiceActivityDetectorDetected)                   \
  each(VoiceActivityDetectorClear) each(VoiceActivityDetectorReset)

struct Functions {
#define SHX_DECLARE(name) decltype(&SherpaOnnx##name) name;
  SHX_FUNCTIONS(SHX_DECLARE)
#undef SHX_DECLARE
};

// The opened library's functions; nullptr before shx_open succeeded.
const Functions *functions();

// Leads the library's standard error and its wish to end the process to the guard of the thread.
void hook(void *library);

// A call into the library that may fail in every way.
struct Guard {
  shx_log log;
  Guard *outer;
  std::jmp_buf back;
};

extern thread_local Guard *current_guard;

void write(const shx_log &log, const char *text);

// Runs `body`, which returns a status, with the library kept from ending the process.
//
// A jump leaves the library's frames without running destructors: `body` must hold nothing that
// needs one.
template <typename Body>
int guarded(shx_log log, const Body &body) {
  Guard guard = {log, current_guard, {}};
  if (setjmp(guard.back) != 0) {
    current_guard = guard.outer;
    return SHX_FATAL;
  }
  current_guard = &guard;
  int status = SHX_FAILED;
  try {
    status = body();
  } catch (const std::exception &error) {
    write(log, error.what());
    write(log, "\n");
  } catch (...) {
    write(log, "an exception of an unknown type\n");
  }
  current_guard = guard.outer;
  return status;
}

// Hands a new object out when making it succeeded, and frees it else; returns the status.
template <typename Object>
int handed_out(int status, Object *made, Object **out) {
  if (status == SHX_OK) {
    *out = made;
  } else {
    delete made;
  }
  return status;
}

}  // namespace shx
