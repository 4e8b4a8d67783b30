#include "CSite.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char style[] = {
#embed "site.css"
};
static const unsigned char script[] = {
#embed "site.js"
};
static const unsigned char icon[] = {
#embed "icon.svg"
};

static const site_asset assets[] = {
    {"site.css", style, sizeof style},
    {"site.js", script, sizeof script},
    {"icon.svg", icon, sizeof icon},
};

const ptrdiff_t site_asset_count = sizeof assets / sizeof assets[0];

const site_asset *site_asset_at(ptrdiff_t index) { return &assets[index]; }
