#include "CConfig.h"
