#include "CConfig.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char configuration[] = {
#embed "../../Config/transitlinkd.json"
};
static const unsigned char regions[] = {
#embed "../../Config/regions.json"
};
static const unsigned char onebusaway[] = {
#embed "../../Config/apps/onebusaway.json"
};
static const unsigned char kiedybus[] = {
#embed "../../Config/apps/kiedybus.json"
};

static const tl_embedded_file files[] = {
    {"transitlinkd.json", configuration, sizeof configuration},
    {"regions.json", regions, sizeof regions},
    {"apps/onebusaway.json", onebusaway, sizeof onebusaway},
    {"apps/kiedybus.json", kiedybus, sizeof kiedybus},
};

const ptrdiff_t tl_embedded_file_count = sizeof files / sizeof files[0];

const tl_embedded_file *tl_embedded_files_at(ptrdiff_t index) { return &files[index]; }
