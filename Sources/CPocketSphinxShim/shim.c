#include "CPocketSphinxShim.h"
