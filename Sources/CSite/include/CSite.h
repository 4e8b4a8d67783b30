// CSite: style, script and icon of the static site as they stand beside this, inside the program.

#ifndef CSITE_H
#define CSITE_H

#include <stddef.h>

typedef struct site_asset {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} site_asset;

// `index` is below `site_asset_count`.
const site_asset *site_asset_at(ptrdiff_t index);
extern const ptrdiff_t site_asset_count;

#endif
