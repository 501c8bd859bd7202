#pragma once
// Files that are nearly right: a valid file of each kind, damaged in one of many ways. Damage number i of a
// file is always the same.

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

/// A stream of numbers from a seed (SplitMix64).
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }
    std::size_t below(std::size_t size) { return size == 0 ? 0 : static_cast<std::size_t>(bits() % size); }
    const std::string& one_of(const std::vector<std::string>& texts) { return texts[below(texts.size())]; }

private:
    std::uint64_t state_;
};

/// Values of every type, sizes that no machine has, and text that a terminal or a parser may stumble over.
inline const std::vector<std::string>& hostile_values() {
    static const std::vector<std::string> all = {
        "null",
        "true",
        "-1",
        "0",
        "1e999",
        "-1e-999",
        "1e999999999999",
        std::string(400, '9'),
        "0.1e",
        "[]",
        "{}",
        "\"\"",
        "[[[]]]",
        "\"\\u0000\"",
        "\"\\u202e\\u2066\"",
        "\"\\ud800\"",
        "\"\x1b[2J\"",
        "\"\xff\xfe\"",
        "\"::error::x\"",
        "\"1/0\"",
        "\"9^9^9^9\"",
        "\"1e99999\"",
        "\"a.b.c(\"",
        "\"activation.mean(\\\"x\\\", std=1e300)\"",
        "\"(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\"",
        "\"/dev/zero\"",
        "\"../../../etc/passwd\"",
        "\"(a*)*b\"",
        "\"n=1:1e9:+1\"",
        "\"s=1e-300:1e300:x2\"",
        "\"samples=1,2\"",
        std::string(300, '['),
        std::string(5000, '['),
        "{\"a\":1,\"a\":2}",
        "NaN",
        "Infinity",
        "0x10",
        "'a'",
        "// c",
        "\"" + std::string(70000, 'x') + "\""};
    return all;
}

/// The range of a JSON scalar, string or key that begins at or after `at`.
inline std::pair<std::size_t, std::size_t> value_near(const std::string& text, std::size_t at) {
    const std::size_t begin = text.find_first_of("\"0123456789-tfn", at);
    if (begin == text.npos) return {text.size(), text.size()};
    std::size_t end = begin + 1;
    if (text[begin] == '"') {
        while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2U : 1U;
        ++end;
    } else {
        end = std::min(text.find_first_of(",]}\n ", begin), text.size());
    }
    return {begin, std::min(end, text.size())};
}

inline std::string damaged_once(std::string text, Dice& dice) {
    const std::size_t at = dice.below(text.size());
    switch (dice.below(12)) {
        case 0: text[at] = static_cast<char>(text[at] ^ (1 << dice.below(8))); break;
        case 1: text.resize(at); break;
        case 2: text.erase(at, 1 + dice.below(40)); break;
        case 3: text.insert(at, text.substr(dice.below(text.size()), 1 + dice.below(200))); break;
        case 4: text.insert(at, 1, '\0'); break;
        case 5: text.insert(at, "\u202e\u2066\u200f"); break;
        case 6: text.insert(dice.below(2) * at, "\xef\xbb\xbf"); break;
        case 7: text.insert(at, "\xc0\xaf\xf8\x88\xed\xa0\x80"); break;
        case 8: text.insert(at, "\x1b[2J\x9b\x07\r"); break;
        default: {
            const auto [begin, end] = value_near(text, at);
            text.replace(begin, end - begin, dice.one_of(hostile_values()));
        }
    }
    return text;
}

inline std::string damaged(const std::string& text, std::uint64_t i) {
    Dice dice(i);
    std::string bad = text;
    for (std::size_t times = 1 + dice.below(3); times > 0 && !bad.empty(); --times)
        bad = damaged_once(std::move(bad), dice);
    return bad;
}

/// An .npy file whose header is a lie: shapes that overflow, wrong types, orders and lengths.
inline std::string hostile_array(std::uint64_t i) {
    Dice dice(i);
    const std::vector<std::string> types = {"<f8", ">f8",  "<f4", "|f8", "=f2",          "<c16",         "|O",
                                            "<i8", "<f99", "f",   "",    "<U9999999999", "[('a','<f8')]"};
    const std::vector<std::string> shapes = {
        "(4,)",
        "(2, 2)",
        "(4)",
        "()",
        "(-4,)",
        "(0,)",
        "(18446744073709551615,)",
        "(4294967296, 4294967296)",
        "(1e3,)",
        "(0, 99999999999999999999)",
        "(4,,)",
        "(None,)",
        "(" + std::string(300, '1') + ",)",
        "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
        "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,4)"};
    std::string header = "{'descr': '" + dice.one_of(types) +
                         "', 'fortran_order': " + (dice.below(2) == 0 ? "False" : "True") +
                         ", 'shape': " + dice.one_of(shapes) + ", }";
    if (dice.below(4) == 0) header = damaged_once(header, dice);
    header += "\n";
    std::string file = "\x93NUMPY";
    file += static_cast<char>(dice.below(5) == 0 ? dice.below(256) : 1 + dice.below(3));
    file += '\0';
    const std::size_t length = dice.below(5) == 0 ? dice.below(70000) : header.size();
    file += static_cast<char>(length & 0xffU);
    file += static_cast<char>((length >> 8U) & 0xffU);
    if (file[6] > 1) file += std::string(2, dice.below(4) == 0 ? '\xff' : '\0');
    file += header;
    for (std::size_t k = dice.below(64); k > 0; --k) file += static_cast<char>(dice.bits() & 0xffU);
    if (dice.below(2) == 0) file.resize(dice.below(file.size() + 1));
    return file;
}

}  // namespace cli
