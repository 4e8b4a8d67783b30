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

// RapidJSON's events, written down as nodes.
class Recorder {
public:
    Recorder(tl_json_reader &into, const Input &input, uint32_t depth) : r(into), input(input), depth(depth) {}

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
    bool EndArray(rapidjson::SizeType n) { end(n); return true; }
    bool EndObject(rapidjson::SizeType n) {
        uint32_t object = r.open.back();
        end(n);
        return n < 2 || noKeyTwice(object, n);
    }

    // Never called: every number is handed over as its literal.
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(int64_t) { return false; }
    bool Uint64(uint64_t) { return false; }
    bool Double(double) { return false; }

private:
    tl_json_reader &r;
    const Input &input;
    uint32_t depth;

    void add(uint32_t kind, uint32_t at, uint32_t size) {
        uint32_t next = static_cast<uint32_t>(r.nodes.size()) + 1;
        r.nodes.push_back({kind, static_cast<uint32_t>(input.Tell()), at, size, next});
    }
    bool scalar(uint32_t kind) { add(kind, 0, 0); return true; }
    bool textual(uint32_t kind, const char *s, rapidjson::SizeType n) {
        add(kind, static_cast<uint32_t>(r.text.size()), n);
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
    bool start(uint32_t kind) {
        if (r.open.size() >= depth) return stop(TL_JSON_DEEP);
        r.open.push_back(static_cast<uint32_t>(r.nodes.size()));
        add(kind, 0, 0);
        return true;
    }
    void end(rapidjson::SizeType n) {
        tl_json_node &node = r.nodes[r.open.back()];
        node.length = n;
        node.next = static_cast<uint32_t>(r.nodes.size());
        r.open.pop_back();
    }
    bool stop(tl_json_outcome outcome) { stopped = outcome; return false; }

    int compare(uint32_t a, uint32_t b) const {
        const tl_json_node &x = r.nodes[a], &y = r.nodes[b];
        if (x.length != y.length) return x.length < y.length ? -1 : 1;
        return x.length == 0 ? 0 : memcmp(&r.text[x.offset], &r.text[y.offset], x.length);
    }
    // Few keys are compared pair by pair, many are sorted: a hostile object costs n log n.
    bool noKeyTwice(uint32_t object, uint32_t n) {
        r.keys.clear();
        for (uint32_t key = object + 1; key < r.nodes[object].next; key = r.nodes[key + 1].next) r.keys.push_back(key);
        if (n > 12) {
            std::sort(r.keys.begin(), r.keys.end(), [this](uint32_t a, uint32_t b) { return compare(a, b) < 0; });
            for (uint32_t i = 1; i < n; i++)
                if (compare(r.keys[i - 1], r.keys[i]) == 0) return duplicate(r.keys[i]);
            return true;
        }
        for (uint32_t i = 1; i < n; i++)
            for (uint32_t j = 0; j < i; j++)
                if (compare(r.keys[i], r.keys[j]) == 0) return duplicate(r.keys[i]);
        return true;
    }
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
