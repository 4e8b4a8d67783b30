// CRapidJSON: RapidJSON's reader behind a C interface. One call reads a whole document into a flat array of nodes in
// document order and a text area with every string, key and number literal; the caller walks the nodes by index.
// Strict RFC 8259, with two rules of our own: no key twice in one object, no lone surrogate. A caller is told apart
// "can't be JSON" from "ends too early", which the spool needs.

#ifndef CRAPIDJSON_H
#define CRAPIDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tl_json_kind {
    TL_JSON_NULL,
    TL_JSON_FALSE,
    TL_JSON_TRUE,
    TL_JSON_INTEGER, // a literal without fraction and exponent
    TL_JSON_DECIMAL, // any other number
    TL_JSON_STRING,
    TL_JSON_KEY, // stands before its value
    TL_JSON_ARRAY,
    TL_JSON_OBJECT,
};

typedef struct tl_json_node {
    uint32_t kind;
    uint32_t position; // byte offset in the input: of a container's bracket, else just behind the token
    uint32_t offset;   // text area: where a string, key or number literal begins
    uint32_t length;   // its bytes; for a container the number of members or elements
    uint32_t next;     // index of the node behind this one and all it contains; of a key 1 + its number among the names, or 0
} tl_json_node;

enum tl_json_outcome {
    TL_JSON_DONE,
    TL_JSON_INCOMPLETE, // valid so far, but the input ended inside
    TL_JSON_SYNTAX,
    TL_JSON_ENCODING, // a control character in a string, or bytes that are no UTF-8
    TL_JSON_SURROGATE,
    TL_JSON_DUPLICATE, // `offset` and `length` name the key in the text area
    TL_JSON_DEEP,
    TL_JSON_TRAILING, // more after the value
};

typedef struct tl_json_result {
    enum tl_json_outcome outcome;
    size_t position; // byte offset in the input
    uint32_t offset;
    uint32_t length;
    const char *reason; // RapidJSON's sentence for TL_JSON_SYNTAX, static storage
} tl_json_result;

typedef struct tl_json_reader tl_json_reader;

tl_json_reader *tl_json_create(void);
// A key that the caller asks for by its number, in the order in which they are added, from 0. False: it is empty, or the 65th.
bool tl_json_add_name(tl_json_reader *reader, const uint8_t *name, size_t length);
void tl_json_destroy(tl_json_reader *reader);

// Reads `count` bytes (less than 4 GiB). `depth` containers at most inside one another; `relaxed` allows comments and
// trailing commas. The nodes and the text stay valid until the next read with the same reader.
tl_json_result tl_json_read(tl_json_reader *reader, const uint8_t *bytes, size_t count, uint32_t depth, bool relaxed);
const tl_json_node *tl_json_nodes(const tl_json_reader *reader, size_t *count);
const uint8_t *tl_json_text(const tl_json_reader *reader, size_t *count);

// The value of a number literal. False: no integer of 64 bits. A decimal beyond Double's range becomes an infinity.
bool tl_json_integer(const uint8_t *text, size_t count, int64_t *value);
double tl_json_double(const uint8_t *text, size_t count);

#ifdef __cplusplus
}
#endif
#endif
