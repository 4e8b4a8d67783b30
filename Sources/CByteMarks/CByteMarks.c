#include "CByteMarks.h"

#include <string.h>

static inline struct byte_marks marks_of_block(const uint8_t *bytes) {
    typedef uint8_t block __attribute__((ext_vector_type(64)));
    typedef int8_t signed_block __attribute__((ext_vector_type(64)));
    typedef _Bool bits __attribute__((ext_vector_type(64)));
    block b;
    memcpy(&b, bytes, 64);
    const bits special = __builtin_convertvector((b == ',') | (b == '"') | (b < 0x20), bits);
    const bits beyond = __builtin_convertvector((signed_block)b < 0, bits);
    struct byte_marks marks;
    memcpy(&marks.special, &special, 8);
    memcpy(&marks.beyond_ascii, &beyond, 8);
    return marks;
}

void byte_marks_of(const uint8_t *bytes, uint64_t count, struct byte_marks *marks) {
    for (; count >= 64; count -= 64, bytes += 64) *marks++ = marks_of_block(bytes);
    if (count == 0) return;
    uint8_t last[64];
    memset(last, 'a', 64);
    memcpy(last, bytes, count);
    *marks = marks_of_block(last);
}
