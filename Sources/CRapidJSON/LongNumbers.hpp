// LongNumbers: numbers beyond a Double, which RapidJSON would stop at.

#ifndef LONG_NUMBERS_HPP
#define LONG_NUMBERS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tl_json {

// Literals of numbers that RapidJSON finds too large for a Double. JSON has no largest number, and where one stands under a key
// that nobody reads, it doesn't matter: so it is shown a zero and blanks in the place of each, and the literal is written down.
class LongNumbers {
public:
    struct Literal { size_t at, length; };
    std::vector<uint8_t> shown;
    std::vector<Literal> literals;

    // Every number with an exponent, and every one that is longer than any that matters.
    LongNumbers(const uint8_t *bytes, size_t count, bool hasComments) : shown(bytes, bytes + count) {
        for (size_t at = 0; at < count;) {
            if (shown[at] == '"') at = behindString(at);
            else if (hasComments && shown[at] == '/') at = behindComment(at);
            else if (shown[at] == '-' || isDigit(at)) at = behindNumber(at);
            else at++;
        }
    }

private:
    bool isDigit(size_t at) const { return at < shown.size() && shown[at] >= '0' && shown[at] <= '9'; }
    bool is(char byte, size_t at) const { return at < shown.size() && shown[at] == byte; }

    size_t behindString(size_t at) const {
        for (at++; at < shown.size() && shown[at] != '"'; at++) at += shown[at] == '\\';
        return at + 1;
    }
    size_t behindComment(size_t at) const {
        bool isLine = is('/', at + 1);
        if (!isLine && !is('*', at + 1)) return at + 1;
        for (at += 2; at < shown.size(); at++) {
            if (isLine ? is('\n', at) : is('*', at) && is('/', at + 1)) return isLine ? at + 1 : at + 2;
        }
        return at;
    }
    size_t behindDigits(size_t at) const {
        while (isDigit(at)) at++;
        return at;
    }
    size_t behindNumber(size_t at) {
        size_t from = at;
        at += is('-', at);
        if (!isDigit(at)) return at;
        at = is('0', at) ? at + 1 : behindDigits(at);
        if (is('.', at) && isDigit(at + 1)) at = behindDigits(at + 1);
        bool hasExponent = is('e', at) || is('E', at);
        if (hasExponent) {
            size_t sign = at + 1 + (is('-', at + 1) || is('+', at + 1));
            if (!isDigit(sign)) return at;
            at = behindDigits(sign);
        }
        if (!hasExponent && at - from < 300) return at;
        literals.push_back({from, at - from});
        shown[from] = '0';
        std::fill(shown.begin() + from + 1, shown.begin() + at, ' ');
        return at;
    }
};

} // namespace tl_json
#endif
