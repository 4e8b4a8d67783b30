#include "CRapidJSON.h"

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

namespace {

// RapidJSON's input: bytes with an end. It remembers that the end was looked at, which tells "too short" from "wrong".
class Input {
public:
    typedef char Ch;
    Input(const uint8_t *bytes, size_t count)
        : begin_(reinterpret_cast<const char *>(bytes)), at_(begin_), end_(begin_ + count) {}

    Ch Peek() const {
        if (at_ == end_) { sawEnd_ = true; return '\0'; }
        return *at_;
    }
    Ch Take() {
        if (at_ == end_) { sawEnd_ = true; return '\0'; }
        return *at_++;
    }
    size_t Tell() const { return static_cast<size_t>(at_ - begin_); }
    bool sawEnd() const { return sawEnd_; }
    bool atEnd() const { return at_ == end_; }
    size_t size() const { return static_cast<size_t>(end_ - begin_); }
    bool isControl(size_t at) const { return at < size() && static_cast<uint8_t>(begin_[at]) < 0x20; }

    // Writing in place is not offered; RapidJSON wants the names.
    Ch *PutBegin() { return nullptr; }
    void Put(Ch) {}
    void Flush() {}
    size_t PutEnd(Ch *) { return 0; }

private:
    const char *begin_;
    const char *at_;
    const char *end_;
    mutable bool sawEnd_ = false;
};

} // namespace

struct tl_json_reader {
    std::vector<tl_json_node> nodes;
    std::vector<uint8_t> text;
    std::vector<uint32_t> open;
    std::vector<uint32_t> keys;
    rapidjson::Reader reader;
};

namespace {

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

    // Few keys are compared pair by pair, many are sorted: a hostile object costs n log n. 0: no key stands twice.
    uint32_t keyTwice(uint32_t object, uint32_t n) {
        r.keys.clear();
        for (uint32_t key = object + 1; key < r.nodes[object].next; key = r.nodes[key + 1].next) r.keys.push_back(key);
        if (n > 12) {
            std::sort(r.keys.begin(), r.keys.end(), [this](uint32_t a, uint32_t b) { return compare(a, b) < 0; });
            for (uint32_t i = 1; i < n; i++)
                if (compare(r.keys[i - 1], r.keys[i]) == 0) return r.keys[i];
            return 0;
        }
        for (uint32_t i = 1; i < n; i++)
            for (uint32_t j = 0; j < i; j++)
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

// Reads what is plainly right, four times as fast as RapidJSON: no escapes in its strings, no exponents and no more than 15
// digits in its numbers. It knows no errors: where it stops, RapidJSON reads from the beginning and says what is wrong, if
// anything is. So it must never take what RapidJSON refuses; StrictJSONTests compare the two. The text area is the input.
class PlainDocument : Document {
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

private:
    const uint8_t *const begin;
    const uint8_t *at;
    const uint8_t *const end;

    void skipBlanks() {
        while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at++;
    }
    bool eat(uint8_t byte) {
        if (at == end || *at != byte) return false;
        at++;
        return true;
    }
    bool eat(const char *word, uint32_t kind) {
        size_t length = strlen(word);
        if (static_cast<size_t>(end - at) < length || memcmp(at, word, length) != 0) return false;
        at += length;
        add(kind, at - begin, 0, 0);
        return true;
    }
    void addText(uint32_t kind, const uint8_t *from, const uint8_t *to) {
        add(kind, at - begin, static_cast<uint32_t>(from - begin), static_cast<uint32_t>(to - from));
    }

    bool value() {
        if (at == end) return false;
        switch (*at) {
        case '{': return object();
        case '[': return array();
        case '"': return string(TL_JSON_STRING);
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
                if (at == end || *at != '"' || !string(TL_JSON_KEY)) return false;
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
        return n < 2 || keyTwice(object, n) == 0;
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

    bool string(uint32_t kind) {
        const uint8_t *from = ++at;
        while (at < end && *at != '"') {
            if (*at < 0x20 || *at == '\\') return false;
            if (*at < 0x80) at++;
            else if (!character()) return false;
        }
        if (at == end) return false;
        const uint8_t *to = at++;
        addText(kind, from, to);
        return true;
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
    bool number() {
        const uint8_t *from = at;
        eat('-');
        if (!eat('0') && !digits()) return false;
        bool isDecimal = eat('.');
        if (isDecimal && !digits()) return false;
        // What would make it another number, or none, is not to be decided here.
        if (at - from > 17 || (at < end && (*at == 'e' || *at == 'E' || *at == '.' || (*at >= '0' && *at <= '9')))) return false;
        addText(isDecimal ? TL_JSON_DECIMAL : TL_JSON_INTEGER, from, at);
        return true;
    }
};

// RapidJSON's events, written down as nodes.
class Recorder : Document {
public:
    Recorder(tl_json_reader &into, const Input &input, uint32_t depth) : Document(into, depth), input(input) {}

    tl_json_outcome stopped = TL_JSON_DONE;
    uint32_t offset = 0, length = 0;

    bool Null() { return scalar(TL_JSON_NULL); }
    bool Bool(bool b) { return scalar(b ? TL_JSON_TRUE : TL_JSON_FALSE); }
    bool RawNumber(const char *s, rapidjson::SizeType n, bool) {
        bool decimal = false;
        for (rapidjson::SizeType i = 0; i < n; i++) decimal |= s[i] == '.' || s[i] == 'e' || s[i] == 'E';
        return textual(decimal ? TL_JSON_DECIMAL : TL_JSON_INTEGER, s, n);
    }
    bool String(const char *s, rapidjson::SizeType n, bool) { return unicode(TL_JSON_STRING, s, n); }
    bool Key(const char *s, rapidjson::SizeType n, bool) { return unicode(TL_JSON_KEY, s, n); }
    bool StartObject() { return start(TL_JSON_OBJECT); }
    bool StartArray() { return start(TL_JSON_ARRAY); }
    bool EndArray(rapidjson::SizeType n) { close(n); return true; }
    bool EndObject(rapidjson::SizeType n) {
        uint32_t object = close(n);
        uint32_t key = n < 2 ? 0 : keyTwice(object, n);
        return key == 0 || duplicate(key);
    }

    // Never called: every number is handed over as its literal.
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(int64_t) { return false; }
    bool Uint64(uint64_t) { return false; }
    bool Double(double) { return false; }

private:
    const Input &input;

    bool scalar(uint32_t kind) { add(kind, input.Tell(), 0, 0); return true; }
    bool textual(uint32_t kind, const char *s, rapidjson::SizeType n) {
        add(kind, input.Tell(), static_cast<uint32_t>(r.text.size()), n);
        r.text.insert(r.text.end(), s, s + n);
        return true;
    }
    // The input was checked to be UTF-8, so a surrogate in the output can only come from a lone \uDC00…\uDFFF.
    bool unicode(uint32_t kind, const char *s, rapidjson::SizeType n) {
        const char *end = s + n;
        for (const char *p = s; (p = static_cast<const char *>(memchr(p, 0xED, end - p))) != nullptr; p++) {
            if (end - p >= 2 && static_cast<uint8_t>(p[1]) >= 0xA0) return stop(TL_JSON_SURROGATE);
        }
        return textual(kind, s, n);
    }
    bool start(uint32_t kind) { return open(kind, input.Tell()) || stop(TL_JSON_DEEP); }
    bool stop(tl_json_outcome outcome) { stopped = outcome; return false; }

    bool duplicate(uint32_t key) {
        offset = r.nodes[key].offset;
        length = r.nodes[key].length;
        return stop(TL_JSON_DUPLICATE);
    }
};

constexpr unsigned strict = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNumbersAsStringsFlag;
constexpr unsigned relaxedToo = strict | rapidjson::kParseCommentsFlag | rapidjson::kParseTrailingCommasFlag;

tl_json_outcome outcome(const rapidjson::ParseResult &parsed, const Recorder &recorder, const Input &input) {
    if (recorder.stopped != TL_JSON_DONE) return recorder.stopped;
    if (parsed.IsError() && input.sawEnd()) return TL_JSON_INCOMPLETE;
    switch (parsed.Code()) {
    case rapidjson::kParseErrorNone: return input.atEnd() ? TL_JSON_DONE : TL_JSON_TRAILING;
    case rapidjson::kParseErrorDocumentRootNotSingular: return TL_JSON_TRAILING;
    case rapidjson::kParseErrorStringInvalidEncoding: return TL_JSON_ENCODING;
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid: return TL_JSON_SURROGATE;
    // A raw control character in a string goes by the same name as a bad escape.
    case rapidjson::kParseErrorStringEscapeInvalid:
        return input.isControl(parsed.Offset()) ? TL_JSON_ENCODING : TL_JSON_SYNTAX;
    default: return TL_JSON_SYNTAX;
    }
}

// One large document must not keep its memory for the life of the daemon.
void reset(tl_json_reader &r) {
    constexpr size_t keep = 1 << 20;
    if (r.nodes.capacity() * sizeof(tl_json_node) > keep) std::vector<tl_json_node>().swap(r.nodes);
    if (r.text.capacity() > keep) std::vector<uint8_t>().swap(r.text);
    if (r.keys.capacity() * sizeof(uint32_t) > keep) std::vector<uint32_t>().swap(r.keys);
    r.nodes.clear();
    r.text.clear();
    r.open.clear();
}

} // namespace

tl_json_reader *tl_json_create(void) { return new (std::nothrow) tl_json_reader; }

void tl_json_destroy(tl_json_reader *reader) { delete reader; }

tl_json_result tl_json_read(tl_json_reader *reader, const uint8_t *bytes, size_t count, uint32_t depth, bool relaxed) {
    reset(*reader);
    static const uint8_t mark[3] = {0xEF, 0xBB, 0xBF};
    size_t known = std::min<size_t>(count, sizeof mark);
    size_t skip = known > 0 && memcmp(bytes, mark, known) == 0 ? known : 0;
    if (count > 0 && skip == count) return {TL_JSON_INCOMPLETE, count, 0, 0, nullptr};
    if (skip < sizeof mark) skip = 0;

    if (!relaxed && PlainDocument(*reader, depth, bytes + skip, count - skip).read())
        return {TL_JSON_DONE, count, 0, 0, nullptr};
    reset(*reader);
    Input input(bytes + skip, count - skip);
    Recorder recorder(*reader, input, depth);
    rapidjson::ParseResult parsed = relaxed ? reader->reader.Parse<relaxedToo>(input, recorder)
                                            : reader->reader.Parse<strict>(input, recorder);
    tl_json_outcome end = outcome(parsed, recorder, input);
    size_t at = input.Tell();
    if (end == TL_JSON_INCOMPLETE) at = input.size();
    else if (parsed.IsError() && recorder.stopped == TL_JSON_DONE) at = parsed.Offset();
    return {end, skip + at, recorder.offset, recorder.length, rapidjson::GetParseError_En(parsed.Code())};
}

const tl_json_node *tl_json_nodes(const tl_json_reader *reader, size_t *count) {
    *count = reader->nodes.size();
    return reader->nodes.data();
}

const uint8_t *tl_json_text(const tl_json_reader *reader, size_t *count) {
    *count = reader->text.size();
    return reader->text.data();
}

bool tl_json_integer(const uint8_t *text, size_t count, int64_t *value) {
    const char *begin = reinterpret_cast<const char *>(text), *end = begin + count;
    std::from_chars_result read = std::from_chars(begin, end, *value);
    return read.ec == std::errc() && read.ptr == end;
}

double tl_json_double(const uint8_t *text, size_t count) {
    const char *begin = reinterpret_cast<const char *>(text), *end = begin + count;
    double value = 0;
    std::from_chars_result read = std::from_chars(begin, end, value);
    if (read.ec != std::errc::result_out_of_range) return value;
    // Too large or too small: strtod tells which, in the C locale whatever the program's is.
    static locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
    return strtod_l(std::string(begin, end).c_str(), nullptr, c);
}
