// CConfig: the files of Config/ as they stand, inside the programs, so that both work with no file at all.

#ifndef CCONFIG_H
#define CCONFIG_H

#include <stddef.h>

typedef struct tl_embedded_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} tl_embedded_file;

// Index 0 is transitlinkd.json, 1 regions.json, then the app profiles.
const tl_embedded_file *tl_embedded_files_at(ptrdiff_t index);
extern const ptrdiff_t tl_embedded_file_count;

#endif
