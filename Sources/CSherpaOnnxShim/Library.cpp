#include "Built.h"

#if defined(SHERPA_ONNX) && !SHX_BUILT
#warning "sherpa-onnx's header is missing, so the engine is left out: run Scripts/install-sherpa-onnx, \
and name the folder of its sherpa-onnx.pc in PKG_CONFIG_PATH."
#endif

#if SHX_BUILT

#include "Library.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>

// The header has no version of its own; the sizes of its structures tell one from another.
static_assert(
    sizeof(SherpaOnnxOfflineRecognizerConfig) == 624 && sizeof(SherpaOnnxOnlineRecognizerConfig) == 272,
    "the header of sherpa-onnx 2.0.1 is needed: run Scripts/install-sherpa-onnx");

namespace shx {

namespace {

std::mutex opening;
Functions table;
std::atomic<bool> is_open(false);

void tell(char *message, size_t capacity, const char *text) {
  if (capacity > 0) std::snprintf(message, capacity, "%s", text == nullptr ? "" : text);
}

// ONNX Runtime's C interface begins with these for good: members are only ever added behind.
using OrtLogFunction = void (*)(
    void *, int severity, const char *category, const char *id, const char *place,
    const char *message);
struct OrtApi {
  void *(*create_status)(int, const char *);
  int (*error_code)(const void *);
  const char *(*error_message)(const void *);
  void *(*create_env)(int, const char *, void **);
  void *(*create_env_with_custom_logger)(OrtLogFunction, void *, int, const char *, void **);
};
struct OrtApiBase {
  const OrtApi *(*api)(uint32_t version);
  const char *(*version)();
};

void log_of_runtime(
    void *, int, const char *, const char *, const char *, const char *message) {
  if (current_guard == nullptr) return;
  write(current_guard->log, message);
  write(current_guard->log, "\n");
}

// ONNX Runtime has one environment a process, with the logger of whoever made it first.
void own_runtime_log(void *library) {
  auto base = reinterpret_cast<const OrtApiBase *(*)()>(dlsym(library, "OrtGetApiBase"));
  if (base == nullptr) return;
  const OrtApi *api = base()->api(1);
  if (api == nullptr) return;
  constexpr int errors_only = 3;
  static void *environment = nullptr;
  api->create_env_with_custom_logger(
      log_of_runtime, nullptr, errors_only, "swift-speech", &environment);
}

}  // namespace

const Functions *functions() { return is_open ? &table : nullptr; }

void write(const shx_log &log, const char *text) {
  if (log.write != nullptr && text != nullptr) log.write(log.context, text, std::strlen(text));
}

thread_local Guard *current_guard = nullptr;

}  // namespace shx

int shx_is_built(void) { return 1; }

int shx_open(const char *path, char *message, size_t capacity) {
  using namespace shx;
  std::lock_guard<std::mutex> lock(opening);
  tell(message, capacity, "");
  if (is_open) return SHX_OK;
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    tell(message, capacity, dlerror());
    return SHX_NOT_LOADED;
  }
  auto version = reinterpret_cast<decltype(&SherpaOnnxGetVersionStr)>(
      dlsym(library, "SherpaOnnxGetVersionStr"));
  const char *found = version == nullptr ? nullptr : version();
  if (found == nullptr || std::strcmp(found, shx_wanted_version()) != 0) {
    tell(message, capacity, found == nullptr ? "unknown" : found);
    dlclose(library);
    return SHX_WRONG_VERSION;
  }
#define SHX_FIND(name)                                                                           \
  table.name = reinterpret_cast<decltype(table.name)>(dlsym(library, "SherpaOnnx" #name));       \
  if (table.name == nullptr) {                                                                   \
    tell(message, capacity, dlerror());                                                          \
    dlclose(library);                                                                            \
    return SHX_NOT_LOADED;                                                                       \
  }
  SHX_FUNCTIONS(SHX_FIND)
#undef SHX_FIND
  hook(library);
  own_runtime_log(library);
  is_open = true;
  return SHX_OK;
}

#endif
