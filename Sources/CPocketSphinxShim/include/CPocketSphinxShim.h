#ifndef C_POCKETSPHINX_SHIM_H
#define C_POCKETSPHINX_SHIM_H
#include <pocketsphinx.h>
#endif
