// Document: a document while it is read, and the reader that keeps its memory from one to the next.

#ifndef DOCUMENT_HPP
#define DOCUMENT_HPP

#include "CRapidJSON.h"
#include "Names.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include <rapidjson/reader.h>

struct tl_json_reader {
    tl_json::Names names;
    std::vector<tl_json_node> nodes;
    std::vector<uint8_t> text;
    // The nodes are of a plain document of so many containers inside one another at most; 0: of none.
    uint32_t plainDepth = 0;
    // The text of the document before.
    std::vector<uint8_t> previous;
    std::vector<uint32_t> open;
    std::vector<uint32_t> keys;
    rapidjson::Reader reader;
};

namespace tl_json {

// One large document must not keep its memory for the life of the daemon.
inline void reset(tl_json_reader &r) {
    constexpr size_t keep = 1 << 20;
    if (r.nodes.capacity() * sizeof(tl_json_node) > keep) std::vector<tl_json_node>().swap(r.nodes);
    if (r.text.capacity() > keep) std::vector<uint8_t>().swap(r.text);
    if (r.keys.capacity() * sizeof(uint32_t) > keep) std::vector<uint32_t>().swap(r.keys);
    r.nodes.clear();
    r.text.clear();
    r.open.clear();
}

// A document while it is read: its nodes, and the containers that are open.
class Document {
public:
    Document(tl_json_reader &into, uint32_t depth) : r(into), depth(depth) {}

protected:
    tl_json_reader &r;
    const uint32_t depth;

    void add(uint32_t kind, size_t position, uint32_t at, uint32_t size) {
        uint32_t next = static_cast<uint32_t>(r.nodes.size()) + 1;
        r.nodes.push_back({kind, static_cast<uint32_t>(position), at, size, next});
    }
    void addKey(size_t position, uint32_t at, uint32_t size) {
        r.nodes.push_back({TL_JSON_KEY, static_cast<uint32_t>(position), at, size, r.names.number(r.text.data() + at, size)});
    }
    // False: too deep.
    bool open(uint32_t kind, size_t position) {
        if (r.open.size() >= depth) return false;
        r.open.push_back(static_cast<uint32_t>(r.nodes.size()));
        add(kind, position, 0, 0);
        return true;
    }
    uint32_t close(uint32_t n) {
        uint32_t container = r.open.back();
        r.nodes[container].length = n;
        r.nodes[container].next = static_cast<uint32_t>(r.nodes.size());
        r.open.pop_back();
        return container;
    }

    // A key of which there is another in its object, 0 where none is. Known keys are told by their numbers; of the others few are
    // compared pair by pair, many are sorted: a hostile object costs n log n.
    uint32_t keyTwice(uint32_t object) {
        r.keys.clear();
        uint64_t seen = 0;
        for (uint32_t key = object + 1; key < r.nodes[object].next; key = r.nodes[key + 1].next) {
            uint32_t name = r.nodes[key].next;
            if (name == 0) { r.keys.push_back(key); continue; }
            uint64_t bit = uint64_t{1} << (name - 1);
            if (seen & bit) return key;
            seen |= bit;
        }
        size_t n = r.keys.size();
        if (n > 12) {
            std::sort(r.keys.begin(), r.keys.end(), [this](uint32_t a, uint32_t b) { return compare(a, b) < 0; });
            for (size_t i = 1; i < n; i++)
                if (compare(r.keys[i - 1], r.keys[i]) == 0) return r.keys[i];
            return 0;
        }
        for (size_t i = 1; i < n; i++)
            for (size_t j = 0; j < i; j++)
                if (compare(r.keys[i], r.keys[j]) == 0) return r.keys[i];
        return 0;
    }

private:
    int compare(uint32_t a, uint32_t b) const {
        const tl_json_node &x = r.nodes[a], &y = r.nodes[b];
        if (x.length != y.length) return x.length < y.length ? -1 : 1;
        return x.length == 0 ? 0 : memcmp(&r.text[x.offset], &r.text[y.offset], x.length);
    }
};

} // namespace tl_json
#endif
