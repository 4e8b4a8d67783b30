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

const tl_embedded_file tl_embedded_files[] = {
    {"transitlinkd.json", configuration, sizeof configuration},
    {"regions.json", regions, sizeof regions},
    {"apps/onebusaway.json", onebusaway, sizeof onebusaway},
    {"apps/kiedybus.json", kiedybus, sizeof kiedybus},
};
const size_t tl_embedded_file_count = sizeof tl_embedded_files / sizeof tl_embedded_files[0];
