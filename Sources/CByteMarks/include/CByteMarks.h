// CByteMarks: which of 64 bytes matter to a reader of CSV, as two bit sets. The compiler's vector types say it once for
// every processor: SSE2 on x86-64, NEON on arm64. Swift has the comparison, but not the way from its mask to an integer.
#ifndef CBYTEMARKS_H
#define CBYTEMARKS_H

#include <stdint.h>
#include <string.h>

struct byte_marks {
    // Bit i: byte i is a comma, a double quote or a control character (0x00…0x1F, line ends among them).
    uint64_t special;
    // Bit i: byte i is 0x80 or above.
    uint64_t beyond_ascii;
};

// Reads exactly 64 bytes.
static inline struct byte_marks byte_marks_of(const uint8_t *bytes) {
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

// The same of fewer than 64 bytes; the bits behind them are 0.
static inline struct byte_marks byte_marks_of_last(const uint8_t *bytes, uint64_t count) {
    uint8_t padded[64];
    memset(padded, 'a', 64);
    memcpy(padded, bytes, count < 64 ? count : 64);
    return byte_marks_of(padded);
}

#endif
