// CPangoCairo: Cairo as its header has it, and the few calls of Pango that signs need, declared here by hand: Pango's own
// headers lead into GLib's, whose place only pkg-config knows, together with a flag (-pthread) that SwiftPM refuses with
// a warning at every build. Enumerations are `unsigned int`, as the compiler makes them; `gboolean` is `int`.
// Tests/Signs/declarations.c includes both and stops compiling when one declaration differs.

#ifndef CPANGOCAIRO_SHIM_H
#define CPANGOCAIRO_SHIM_H

#include <cairo/cairo-pdf.h>

#ifndef __PANGO_H__
typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoRectangle { int x, y, width, height; } PangoRectangle;
#endif

// Pango's units in one of Cairo's.
enum { TL_PANGO_SCALE = 1024 };
// PangoAlignment, PangoWrapMode, PangoEllipsizeMode, PangoDirection.
enum { TL_ALIGN_LEFT = 0, TL_ALIGN_CENTER = 1 };
enum { TL_WRAP_WORD = 0, TL_WRAP_WORD_CHAR = 2 };
enum { TL_ELLIPSIZE_NONE = 0, TL_ELLIPSIZE_END = 3 };
enum { TL_DIRECTION_RTL = 1 };

PangoContext *pango_cairo_create_context(cairo_t *cr);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_cairo_update_context(cairo_t *cr, PangoContext *context);
void pango_cairo_show_layout(cairo_t *cr, PangoLayout *layout);
void pango_context_set_language(PangoContext *context, PangoLanguage *language);
void pango_context_set_round_glyph_positions(PangoContext *context, int round_positions);
PangoLanguage *pango_language_from_string(const char *language);
unsigned int pango_find_base_dir(const char *text, int length);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *description);
void pango_font_description_set_family(PangoFontDescription *description, const char *family);
void pango_font_description_set_weight(PangoFontDescription *description, unsigned int weight);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *description);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_height(PangoLayout *layout, int height);
void pango_layout_set_alignment(PangoLayout *layout, unsigned int alignment);
void pango_layout_set_wrap(PangoLayout *layout, unsigned int wrap);
void pango_layout_set_ellipsize(PangoLayout *layout, unsigned int ellipsize);
void pango_layout_get_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);
int pango_layout_is_ellipsized(PangoLayout *layout);
int pango_layout_get_line_count(PangoLayout *layout);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);

void g_object_unref(void *object);

#endif
