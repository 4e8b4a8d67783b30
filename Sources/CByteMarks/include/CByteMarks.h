// CByteMarks: which bytes matter to a reader of CSV, as two bit sets for every 64 bytes. The compiler's vector types say it
// once for every processor: SSE2 on x86-64, NEON on arm64. It is C, and a call for a whole buffer, because Swift has the
// comparison but not the way from its mask to an integer, and takes a mask apart bit by bit where this is inlined into it.
#ifndef CBYTEMARKS_H
#define CBYTEMARKS_H

#include <stdint.h>

struct byte_marks {
    // Bit i: byte i is a comma, a double quote or a control character (0x00…0x1F, line ends among them).
    uint64_t special;
    // Bit i: byte i is 0x80 or above.
    uint64_t beyond_ascii;
};

// The marks of `count` bytes, in (count + 63) / 64 records; the bits behind the last byte are 0.
void byte_marks_of(const uint8_t *bytes, uint64_t count, struct byte_marks *marks);

#endif
