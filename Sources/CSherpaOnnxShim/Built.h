#pragma once

// Whether there is something to build: the trait is on and the library's header is found.
#if defined(SHERPA_ONNX) && __has_include("sherpa-onnx/c-api/c-api.h")
#define SHX_BUILT 1
#else
#define SHX_BUILT 0
#endif
