// Compiles only where the declarations of Sources/CPangoCairo/shim.h are Pango's own.
#include <pango/pangocairo.h>

#undef g_object_unref
#include "../../Sources/CPangoCairo/shim.h"

_Static_assert(TL_PANGO_SCALE == PANGO_SCALE, "PANGO_SCALE");
_Static_assert((int)TL_ALIGN_LEFT == (int)PANGO_ALIGN_LEFT, "PangoAlignment");
_Static_assert((int)TL_ALIGN_CENTER == (int)PANGO_ALIGN_CENTER, "PangoAlignment");
_Static_assert((int)TL_WRAP_WORD == (int)PANGO_WRAP_WORD, "PangoWrapMode");
_Static_assert((int)TL_WRAP_WORD_CHAR == (int)PANGO_WRAP_WORD_CHAR, "PangoWrapMode");
_Static_assert((int)TL_ELLIPSIZE_NONE == (int)PANGO_ELLIPSIZE_NONE, "PangoEllipsizeMode");
_Static_assert((int)TL_ELLIPSIZE_END == (int)PANGO_ELLIPSIZE_END, "PangoEllipsizeMode");
_Static_assert((int)TL_DIRECTION_RTL == (int)PANGO_DIRECTION_RTL, "PangoDirection");
_Static_assert(sizeof(PangoRectangle) == 4 * sizeof(int), "PangoRectangle");
_Static_assert(offsetof(PangoRectangle, width) == 2 * sizeof(int), "PangoRectangle");
_Static_assert(offsetof(PangoRectangle, height) == 3 * sizeof(int), "PangoRectangle");
