#include "CRapidJSON.h"

#include "LikeDocument.hpp"
#include "RapidDocument.hpp"

#include <charconv>
#include <clocale>
#include <cstdlib>
#include <new>
#include <string>

tl_json_reader *tl_json_create(void) { return new (std::nothrow) tl_json_reader; }

bool tl_json_add_name(tl_json_reader *reader, const uint8_t *name, size_t length) { return reader->names.add(name, length); }

void tl_json_destroy(tl_json_reader *reader) { delete reader; }

namespace {

// By one of the fast ways; false: all of it is to be read by RapidJSON.
bool readPlainly(tl_json_reader &reader, const uint8_t *bytes, size_t count, uint32_t depth) {
    bool isLike = reader.plainDepth == depth && count <= tl_json::LikeDocument::largest &&
                  tl_json::LikeDocument(reader, depth, bytes, count).read();
    if (isLike) return true;
    reader.plainDepth = 0;
    tl_json::reset(reader);
    if (!tl_json::PlainDocument(reader, depth, bytes, count).read()) return false;
    if (count <= tl_json::LikeDocument::largest) reader.plainDepth = depth;
    return true;
}

} // namespace

tl_json_result tl_json_read(tl_json_reader *reader, const uint8_t *bytes, size_t count, uint32_t depth, bool relaxed) {
    static const uint8_t mark[3] = {0xEF, 0xBB, 0xBF};
    size_t known = std::min<size_t>(count, sizeof mark);
    size_t skip = known > 0 && memcmp(bytes, mark, known) == 0 ? known : 0;
    if (count > 0 && skip == count) {
        reader->plainDepth = 0;
        tl_json::reset(*reader);
        return {TL_JSON_INCOMPLETE, count, 0, 0, nullptr};
    }
    if (skip < sizeof mark) skip = 0;

    if (!relaxed && readPlainly(*reader, bytes + skip, count - skip, depth)) return {TL_JSON_DONE, count, 0, 0, nullptr};
    reader->plainDepth = 0;
    tl_json_result result = tl_json::explain(*reader, bytes + skip, count - skip, depth, relaxed);
    result.position += skip;
    return result;
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
