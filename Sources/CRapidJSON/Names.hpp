// Names: the keys that a reader's caller asks for. Each key of a document is looked up once, here; the caller compares numbers.

#ifndef NAMES_HPP
#define NAMES_HPP

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tl_json {

// By length, first and last byte.
class Names {
public:
    // False: it is empty, or there are as many as a word has bits.
    bool add(const uint8_t *name, size_t length) {
        if (length == 0 || names.size() == slots / 2) return false;
        names.emplace_back(reinterpret_cast<const char *>(name), length);
        size_t slot = home(name, length);
        while (table[slot] != 0) slot = (slot + 1) % slots;
        table[slot] = static_cast<uint8_t>(names.size());
        return true;
    }
    // 1 + the key's number, 0: none of the names.
    uint32_t number(const uint8_t *key, size_t length) const {
        if (length == 0) return 0;
        for (size_t slot = home(key, length); table[slot] != 0; slot = (slot + 1) % slots) {
            const std::string &name = names[table[slot] - 1];
            if (name.size() == length && memcmp(name.data(), key, length) == 0) return table[slot];
        }
        return 0;
    }

private:
    static constexpr size_t slots = 128; // half of them stay empty
    std::vector<std::string> names;
    uint8_t table[slots] = {};

    static size_t home(const uint8_t *key, size_t length) { return (length * 23 + key[0] * 5 + key[length - 1]) % slots; }
};

} // namespace tl_json
#endif
