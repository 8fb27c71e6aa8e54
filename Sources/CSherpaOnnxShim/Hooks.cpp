#include "Built.h"

#if SHX_BUILT

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ostream>
#include <streambuf>

#include "Library.h"

// The library's references to what it must not use are led elsewhere: in its own table of
// addresses, so that nobody else in the process is touched. The format of the tables is that of the
// System V ABI ("Dynamic Linking"), with the relocation types of x86-64 and AArch64.

namespace shx {

namespace {

ssize_t write_cookie(void *, const char *text, size_t length) {
  if (current_guard != nullptr && current_guard->log.write != nullptr) {
    current_guard->log.write(current_guard->log.context, text, length);
  }
  return static_cast<ssize_t>(length);
}

// Stands for the C library's standard error.
FILE *captured_error = nullptr;

// Stands for std::cerr.
class LogBuffer : public std::streambuf {
 protected:
  int_type overflow(int_type character) override {
    if (character == traits_type::eof()) return 0;
    char byte = static_cast<char>(character);
    write_cookie(nullptr, &byte, 1);
    return character;
  }
  std::streamsize xsputn(const char *text, std::streamsize length) override {
    return write_cookie(nullptr, text, static_cast<size_t>(length));
  }
};

[[noreturn]] void hooked_exit(int code) {
  if (current_guard != nullptr) std::longjmp(current_guard->back, 1);
  std::exit(code);
}

[[noreturn]] void hooked_exit_at_once(int code) {
  if (current_guard != nullptr) std::longjmp(current_guard->back, 1);
  std::_Exit(code);
}

[[noreturn]] void hooked_abort() {
  if (current_guard != nullptr) std::longjmp(current_guard->back, 1);
  std::abort();
}

struct Replacement {
  const char *symbol;
  void *address;
};

bool is_reference(uint64_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT || type == R_X86_64_64;
#elif defined(__aarch64__)
  return type == R_AARCH64_GLOB_DAT || type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_ABS64;
#else
  return false;
#endif
}

void replace_at(void **place, void *address) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto start = reinterpret_cast<uintptr_t>(place) & ~(page - 1);
  // The table may be read-only since it was filled; readable and writable does for the rest of it.
  if (mprotect(reinterpret_cast<void *>(start), page, PROT_READ | PROT_WRITE) != 0) return;
  *place = address;
}

struct Tables {
  const ElfW(Sym) *symbols = nullptr;
  const char *names = nullptr;
  const ElfW(Rela) *references = nullptr;
  size_t reference_bytes = 0;
  const ElfW(Rela) *calls = nullptr;
  size_t call_bytes = 0;
};

Tables tables_of(const link_map *map) {
  Tables tables;
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
      case DT_SYMTAB: tables.symbols = reinterpret_cast<const ElfW(Sym) *>(entry->d_un.d_ptr); break;
      case DT_STRTAB: tables.names = reinterpret_cast<const char *>(entry->d_un.d_ptr); break;
      case DT_RELA: tables.references = reinterpret_cast<const ElfW(Rela) *>(entry->d_un.d_ptr); break;
      case DT_RELASZ: tables.reference_bytes = entry->d_un.d_val; break;
      case DT_JMPREL: tables.calls = reinterpret_cast<const ElfW(Rela) *>(entry->d_un.d_ptr); break;
      case DT_PLTRELSZ: tables.call_bytes = entry->d_un.d_val; break;
      default: break;
    }
  }
  return tables;
}

void replace_in(
    const link_map *map, const Tables &tables, const ElfW(Rela) *relocations, size_t bytes,
    const Replacement *replacements, size_t count) {
  if (relocations == nullptr) return;
  for (size_t index = 0; index < bytes / sizeof(ElfW(Rela)); index++) {
    const ElfW(Rela) &relocation = relocations[index];
    if (!is_reference(ELF64_R_TYPE(relocation.r_info))) continue;
    const char *name = tables.names + tables.symbols[ELF64_R_SYM(relocation.r_info)].st_name;
    for (size_t which = 0; which < count; which++) {
      if (std::strcmp(name, replacements[which].symbol) != 0) continue;
      replace_at(
          reinterpret_cast<void **>(map->l_addr + relocation.r_offset),
          replacements[which].address);
    }
  }
}

}  // namespace

void hook(void *library) {
  link_map *map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return;
  if (captured_error == nullptr) {
    cookie_io_functions_t functions = {nullptr, write_cookie, nullptr, nullptr};
    captured_error = fopencookie(nullptr, "w", functions);
    if (captured_error == nullptr) return;
    std::setvbuf(captured_error, nullptr, _IONBF, 0);
  }
  // Never destroyed: the library may write until the process ends.
  static auto *stream = new std::ostream(new LogBuffer);
  const Replacement replacements[] = {
      {"stderr", &captured_error},
      {"_ZSt4cerr", stream},
      {"exit", reinterpret_cast<void *>(hooked_exit)},
      {"_exit", reinterpret_cast<void *>(hooked_exit_at_once)},
      {"_Exit", reinterpret_cast<void *>(hooked_exit_at_once)},
      {"abort", reinterpret_cast<void *>(hooked_abort)},
  };
  const Tables tables = tables_of(map);
  if (tables.symbols == nullptr || tables.names == nullptr) return;
  const size_t count = sizeof replacements / sizeof *replacements;
  replace_in(map, tables, tables.references, tables.reference_bytes, replacements, count);
  replace_in(map, tables, tables.calls, tables.call_bytes, replacements, count);
}

}  // namespace shx

#endif
