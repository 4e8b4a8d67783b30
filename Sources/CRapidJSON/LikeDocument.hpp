// LikeDocument: the way of a document that is like the one before it.

#ifndef LIKE_DOCUMENT_HPP
#define LIKE_DOCUMENT_HPP

#include "PlainDocument.hpp"

namespace tl_json {

// Reads a document that differs from the one before it in its texts and numbers alone, as the requests of one producer do: what
// stands between them is compared, four times as fast as it is read, and the nodes are moved to their new places. Where the two
// differ otherwise, it stops, and the document is read as any other.
class LikeDocument : PlainDocument {
public:
    // Of larger ones the text isn't kept.
    static constexpr size_t largest = 16 << 10;

    using PlainDocument::PlainDocument;

    bool read() {
        std::swap(r.text, r.previous);
        r.text.assign(begin, end);
        for (tl_json_node &node : r.nodes)
            if (!move(node)) return false;
        size_t rest = r.previous.size() - seen;
        return static_cast<size_t>(end - at) == rest && isSame(rest);
    }

private:
    // So much of the document before corresponds to what was read of this one.
    size_t seen = 0;

    bool isSame(size_t count) const {
        return static_cast<size_t>(end - at) >= count && memcmp(r.previous.data() + seen, at, count) == 0;
    }

    bool move(tl_json_node &node) {
        bool isText = node.kind == TL_JSON_STRING;
        if (!isText && node.kind != TL_JSON_INTEGER && node.kind != TL_JSON_DECIMAL) {
            uint32_t shift = static_cast<uint32_t>((at - begin) - seen);
            node.position += shift;
            if (node.kind == TL_JSON_KEY) node.offset += shift;
            return true;
        }
        size_t between = node.offset - isText - seen;
        if (!isSame(between)) return false;
        at += between;
        seen = node.position;
        const uint8_t *from = at;
        if (isText ? !skipString() : skipNumber() != node.kind) return false;
        node.offset = static_cast<uint32_t>(from - begin) + isText;
        node.length = static_cast<uint32_t>(at - from) - 2 * isText;
        node.position = static_cast<uint32_t>(at - begin);
        return true;
    }
};

} // namespace tl_json
#endif
