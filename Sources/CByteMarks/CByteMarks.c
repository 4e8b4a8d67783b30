#include "CByteMarks.h"
