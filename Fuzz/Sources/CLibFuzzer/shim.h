#include <stddef.h>
#include <stdint.h>

// compiler-rt's fuzzer/FuzzerInterface.h, which toolchains don't all install.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
