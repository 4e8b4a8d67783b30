// PlainDocument: the fast way.

#ifndef PLAIN_DOCUMENT_HPP
#define PLAIN_DOCUMENT_HPP

#include "Document.hpp"

namespace tl_json {

// Reads what is plainly right, four times as fast as RapidJSON: no escapes in its strings. It knows no errors: where it stops,
// RapidJSON reads from the beginning and says what is wrong, if anything is. So it must never take what RapidJSON refuses;
// StrictJSONTests compare the two. The text area is the input.
class PlainDocument : protected Document {
public:
    PlainDocument(tl_json_reader &into, uint32_t depth, const uint8_t *bytes, size_t count)
        : Document(into, depth), begin(bytes), at(bytes), end(bytes + count) {}

    bool read() {
        r.text.assign(begin, end);
        skipBlanks();
        if (!value()) return false;
        skipBlanks();
        return at == end;
    }

protected:
    const uint8_t *const begin;
    const uint8_t *at;
    const uint8_t *const end;

    bool eat(uint8_t byte) {
        if (at == end || *at != byte) return false;
        at++;
        return true;
    }

private:
    void skipBlanks() {
        while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at++;
    }
    template <size_t size> bool eat(const char (&word)[size], uint32_t kind) {
        constexpr size_t length = size - 1;
        if (static_cast<size_t>(end - at) < length || memcmp(at, word, length) != 0) return false;
        at += length;
        add(kind, at - begin, 0, 0);
        return true;
    }

    bool value() {
        if (at == end) return false;
        switch (*at) {
        case '{': return object();
        case '[': return array();
        case '"': return string(false);
        case 't': return eat("true", TL_JSON_TRUE);
        case 'f': return eat("false", TL_JSON_FALSE);
        case 'n': return eat("null", TL_JSON_NULL);
        default: return number();
        }
    }

    bool object() {
        at++;
        if (!open(TL_JSON_OBJECT, at - begin)) return false;
        uint32_t n = 0;
        skipBlanks();
        if (!eat('}')) {
            do {
                skipBlanks();
                if (at == end || *at != '"' || !string(true)) return false;
                skipBlanks();
                if (!eat(':')) return false;
                skipBlanks();
                if (!value()) return false;
                n++;
                skipBlanks();
            } while (eat(','));
            if (!eat('}')) return false;
        }
        uint32_t object = close(n);
        return n < 2 || keyTwice(object) == 0;
    }

    bool array() {
        at++;
        if (!open(TL_JSON_ARRAY, at - begin)) return false;
        uint32_t n = 0;
        skipBlanks();
        if (!eat(']')) {
            do {
                skipBlanks();
                if (!value()) return false;
                n++;
                skipBlanks();
            } while (eat(','));
            if (!eat(']')) return false;
        }
        close(n);
        return true;
    }

    bool string(bool isKey) {
        uint32_t start = static_cast<uint32_t>(at + 1 - begin);
        if (!skipString()) return false;
        uint32_t length = static_cast<uint32_t>(at - begin) - 1 - start;
        if (isKey) addKey(at - begin, start, length);
        else add(TL_JSON_STRING, at - begin, start, length);
        return true;
    }
    bool number() {
        const uint8_t *from = at;
        uint32_t kind = skipNumber();
        if (kind == TL_JSON_NULL) return false;
        add(kind, at - begin, static_cast<uint32_t>(from - begin), static_cast<uint32_t>(at - from));
        return true;
    }

protected:
    // Behind the closing quote of the string that begins here.
    bool skipString() {
        if (!eat('"')) return false;
        while (true) {
            skipPlain();
            if (at == end || *at < 0x20 || *at == '\\') return false;
            if (eat('"')) return true;
            if (!character()) return false;
        }
    }
    // Behind the number that begins here: its kind, TL_JSON_NULL: none. What follows has to be a blank, a comma or a bracket: whoever
    // calls sees to it, so that 01 and 1.2.3 are none.
    uint32_t skipNumber() {
        uint32_t kind = TL_JSON_INTEGER;
        eat('-');
        if (!eat('0') && !digits()) return TL_JSON_NULL;
        if (eat('.')) {
            if (!digits()) return TL_JSON_NULL;
            kind = TL_JSON_DECIMAL;
        }
        if (at < end && (*at | 0x20) == 'e') {
            at++;
            if (!eat('-')) eat('+');
            if (!digits()) return TL_JSON_NULL;
            kind = TL_JSON_DECIMAL;
        }
        return kind;
    }

private:

    // To the next byte that is a quote, a backslash, a control character or beyond ASCII; eight at a time.
    void skipPlain() {
        constexpr uint64_t ones = 0x0101010101010101, highs = ones * 0x80;
        while (end - at >= 8) {
            uint64_t eight;
            memcpy(&eight, at, 8);
            uint64_t quote = eight ^ (ones * '"'), slash = eight ^ (ones * '\\');
            // A byte's high bit, where it is below 0x20, or 0 after the exclusive or, or above 0x7F. A borrow can only mark bytes
            // behind the first one that is marked rightly.
            uint64_t marked = ((eight - ones * 0x20) | (quote - ones) | (slash - ones) | eight) & highs;
            if (marked != 0) {
                at += __builtin_ctzll(marked) / 8;
                break;
            }
            at += 8;
        }
        while (at < end && *at >= 0x20 && *at != '"' && *at != '\\' && *at < 0x80) at++;
    }

    // One character beyond ASCII (the table of Unicode 15, section 3.9, "Well-formed UTF-8").
    bool character() {
        uint8_t lead = *at++, low = 0x80, high = 0xBF;
        int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
        if (lead < 0xC2 || lead > 0xF4) return false;
        if (lead == 0xE0) low = 0xA0;
        if (lead == 0xED) high = 0x9F;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;
        for (; more > 0; more--, at++, low = 0x80, high = 0xBF)
            if (at == end || *at < low || *at > high) return false;
        return true;
    }

    bool digits() {
        const uint8_t *from = at;
        while (at < end && *at >= '0' && *at <= '9') at++;
        return at > from;
    }
};

} // namespace tl_json
#endif
