// RapidDocument: the way of every document, through RapidJSON, which also says what is wrong.

#ifndef RAPID_DOCUMENT_HPP
#define RAPID_DOCUMENT_HPP

#include "Document.hpp"
#include "LongNumbers.hpp"

#include <rapidjson/error/en.h>

namespace tl_json {

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

// RapidJSON's events, written down as nodes.
class Recorder : Document {
public:
    Recorder(tl_json_reader &into, const Input &input, uint32_t depth) : Document(into, depth), input(input) {}

    // What stands in the input where a zero is shown.
    const uint8_t *original = nullptr;
    const std::vector<LongNumbers::Literal> *literals = nullptr;

    tl_json_outcome stopped = TL_JSON_DONE;
    uint32_t offset = 0, length = 0;

    bool Null() { return scalar(TL_JSON_NULL); }
    bool Bool(bool b) { return scalar(b ? TL_JSON_TRUE : TL_JSON_FALSE); }
    bool RawNumber(const char *s, rapidjson::SizeType n, bool) {
        size_t position = input.Tell();
        if (literals != nullptr && nextLiteral < literals->size() && (*literals)[nextLiteral].at + 1 == position) {
            LongNumbers::Literal literal = (*literals)[nextLiteral++];
            s = reinterpret_cast<const char *>(original) + literal.at;
            n = static_cast<rapidjson::SizeType>(literal.length);
            position = literal.at + literal.length;
        }
        bool decimal = false;
        for (rapidjson::SizeType i = 0; i < n; i++) decimal |= s[i] == '.' || s[i] == 'e' || s[i] == 'E';
        add(decimal ? TL_JSON_DECIMAL : TL_JSON_INTEGER, position, keep(s, n), n);
        return true;
    }
    bool String(const char *s, rapidjson::SizeType n, bool) {
        if (!isWhole(s, n)) return stop(TL_JSON_SURROGATE);
        add(TL_JSON_STRING, input.Tell(), keep(s, n), n);
        return true;
    }
    bool Key(const char *s, rapidjson::SizeType n, bool) {
        if (!isWhole(s, n)) return stop(TL_JSON_SURROGATE);
        addKey(input.Tell(), keep(s, n), n);
        return true;
    }
    bool StartObject() { return start(TL_JSON_OBJECT); }
    bool StartArray() { return start(TL_JSON_ARRAY); }
    bool EndArray(rapidjson::SizeType n) { close(n); return true; }
    bool EndObject(rapidjson::SizeType n) {
        uint32_t object = close(n);
        uint32_t key = n < 2 ? 0 : keyTwice(object);
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
    size_t nextLiteral = 0;

    bool scalar(uint32_t kind) { add(kind, input.Tell(), 0, 0); return true; }
    // Where the text stands in the text area.
    uint32_t keep(const char *s, rapidjson::SizeType n) {
        uint32_t at = static_cast<uint32_t>(r.text.size());
        r.text.insert(r.text.end(), s, s + n);
        return at;
    }
    // The input was checked to be UTF-8, so a surrogate in the output can only come from a lone \uDC00…\uDFFF.
    static bool isWhole(const char *s, rapidjson::SizeType n) {
        const char *end = s + n;
        for (const char *p = s; (p = static_cast<const char *>(memchr(p, 0xED, end - p))) != nullptr; p++) {
            if (end - p >= 2 && static_cast<uint8_t>(p[1]) >= 0xA0) return false;
        }
        return true;
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

inline tl_json_outcome outcome(const rapidjson::ParseResult &parsed, const Recorder &recorder, const Input &input) {
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

// Reads `bytes` into `reader`.
inline tl_json_result explain(
    tl_json_reader &reader, const uint8_t *bytes, size_t count, uint32_t depth, bool relaxed, const LongNumbers *numbers = nullptr
) {
    reset(reader);
    Input input(numbers != nullptr ? numbers->shown.data() : bytes, count);
    Recorder recorder(reader, input, depth);
    if (numbers != nullptr) {
        recorder.original = bytes;
        recorder.literals = &numbers->literals;
    }
    rapidjson::ParseResult parsed = relaxed ? reader.reader.Parse<relaxedToo>(input, recorder)
                                            : reader.reader.Parse<strict>(input, recorder);
    if (parsed.Code() == rapidjson::kParseErrorNumberTooBig && numbers == nullptr) {
        LongNumbers found(bytes, count, relaxed);
        return explain(reader, bytes, count, depth, relaxed, &found);
    }
    tl_json_outcome end = outcome(parsed, recorder, input);
    size_t at = input.Tell();
    if (end == TL_JSON_INCOMPLETE) at = input.size();
    else if (parsed.IsError() && recorder.stopped == TL_JSON_DONE) at = parsed.Offset();
    return {end, at, recorder.offset, recorder.length, rapidjson::GetParseError_En(parsed.Code())};
}

} // namespace tl_json
#endif
