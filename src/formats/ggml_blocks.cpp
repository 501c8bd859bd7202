#include "formats/ggml_blocks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "formats/small_floats.hpp"

namespace sigprop {
namespace {

using Bytes = const std::uint8_t*;

constexpr std::size_t super_block = 256;

float half_at(Bytes at) {
    return static_cast<float>(from_float16(static_cast<std::uint16_t>(at[0] | at[1] << 8U)));
}

/// Half a unit in the last place of a float16: how far rounding may have moved it.
float moved(float half) { return std::max(std::abs(half) * 0x1p-11F, 0x1p-25F); }

/// Where the numbers of a block go.
struct Sink {
    float* values;
    float* reaches;
    int first, last;  ///< levels at the ends

    /// Half a distance, or a whole one at the ends, and what the scales add.
    void reach(std::size_t at, int level, float distance, float more) const {
        const bool is_end = level <= first || level >= last;
        reaches[at] = std::abs(distance) * (is_end ? 1.0F : 0.5F) + more;
    }
    void put(std::size_t at, int level, float scale, float more) const {
        values[at] = scale * static_cast<float>(level);
        reach(at, level, scale, more);
    }
    void put_shifted(std::size_t at, int level, float scale, float shift, float more) const {
        values[at] = static_cast<float>(level) * scale + shift;
        reach(at, level, scale, more);
    }
};

constexpr std::array<std::int8_t, 16> levels_of_iq4 = {-127, -104, -83, -65, -49, -35, -22, -10,
                                                       1,    13,   25,  38,  53,  69,  89,  113};
constexpr std::array<std::int8_t, 16> levels_of_fp4 = {0, 1,  2,  3,  4,  6,  8,  12,
                                                       0, -1, -2, -3, -4, -6, -8, -12};

/// A level of a table whose widest distance is this.
void put_of_table(const Sink& sink, std::size_t at, int level, float scale, float widest, float more) {
    sink.values[at] = scale * static_cast<float>(level);
    sink.reach(at, level, scale * widest, more);
}

void q4_0(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -8, 7};
    const float d = half_at(b);
    for (std::size_t j = 0; j < 16; ++j) {
        sink.put(j, (b[2 + j] & 15) - 8, d, 8 * moved(d));
        sink.put(j + 16, (b[2 + j] >> 4U) - 8, d, 8 * moved(d));
    }
}

void q4_1(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, 0, 15};
    const float d = half_at(b);
    const float m = half_at(b + 2);
    const float more = 15 * moved(d) + moved(m);
    for (std::size_t j = 0; j < 16; ++j) {
        sink.put_shifted(j, b[4 + j] & 15, d, m, more);
        sink.put_shifted(j + 16, b[4 + j] >> 4U, d, m, more);
    }
}

std::uint32_t word_at(Bytes at) {
    std::uint32_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}

/// The fifth bits of 32 levels.
int fifth(std::uint32_t bits, std::size_t at) { return static_cast<int>((bits >> at & 1U) << 4U); }

void q5_0(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -16, 15};
    const float d = half_at(b);
    const std::uint32_t high = word_at(b + 2);
    for (std::size_t j = 0; j < 16; ++j) {
        sink.put(j, ((b[6 + j] & 15) | fifth(high, j)) - 16, d, 16 * moved(d));
        sink.put(j + 16, ((b[6 + j] >> 4U) | fifth(high, j + 16)) - 16, d, 16 * moved(d));
    }
}

void q5_1(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, 0, 31};
    const float d = half_at(b);
    const float m = half_at(b + 2);
    const std::uint32_t high = word_at(b + 4);
    const float more = 31 * moved(d) + moved(m);
    for (std::size_t j = 0; j < 16; ++j) {
        sink.put_shifted(j, (b[8 + j] & 15) | fifth(high, j), d, m, more);
        sink.put_shifted(j + 16, (b[8 + j] >> 4U) | fifth(high, j + 16), d, m, more);
    }
}

void q8_0(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -128, 127};
    const float d = half_at(b);
    for (std::size_t j = 0; j < 32; ++j) sink.put(j, static_cast<std::int8_t>(b[2 + j]), d, 127 * moved(d));
}

void q8_k(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -128, 127};
    const auto d = std::bit_cast<float>(word_at(b));
    for (std::size_t j = 0; j < super_block; ++j)
        sink.put(j, static_cast<std::int8_t>(b[4 + j]), d, 128 * std::abs(d) * 0x1p-24F);
}

void q2_k(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, 0, 3};
    const float d = half_at(b + 80);
    const float d_min = half_at(b + 82);
    for (std::size_t part = 0; part < 16; ++part) {
        const int scale = b[part] & 15;
        const int shift = b[part] >> 4U;
        const float more = 3 * (std::abs(d) / 2 + static_cast<float>(scale) * moved(d)) +
                           std::abs(d_min) / 2 + static_cast<float>(shift) * moved(d_min);
        const float d_part = d * static_cast<float>(scale);
        const float m_part = d_min * static_cast<float>(shift);
        const Bytes q = b + 16 + part / 8 * 32 + part % 2 * 16;
        for (std::size_t l = 0; l < 16; ++l)
            sink.put_shifted(part * 16 + l, q[l] >> (part % 8 / 2 * 2) & 3, d_part, -m_part, more);
    }
}

void q3_k(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -4, 3};
    const Bytes high = b;
    const Bytes scales = b + 96;
    const float d = half_at(b + 108);
    for (std::size_t part = 0; part < 16; ++part) {
        const unsigned low = part < 8 ? scales[part] & 15U : scales[part - 8] >> 4U;
        const unsigned two = scales[8 + part % 4] >> (part / 4 * 2) & 3U;
        const int scale = static_cast<int>(low | two << 4U) - 32;
        const float d_part = d * static_cast<float>(scale);
        const float more = 4 * (std::abs(d) / 2 + static_cast<float>(std::abs(scale)) * moved(d));
        const std::size_t row = part % 2 * 16;
        const Bytes q = b + 32 + part / 8 * 32 + row;
        for (std::size_t l = 0; l < 16; ++l) {
            const bool is_high = (high[row + l] >> (part / 2) & 1U) != 0;
            sink.put(part * 16 + l, (q[l] >> (part % 8 / 2 * 2) & 3) - (is_high ? 0 : 4), d_part, more);
        }
    }
}

/// Scale and shift, six bits each, of one of the eight parts of a block.
std::array<int, 2> scale_and_shift(Bytes q, std::size_t part) {
    if (part < 4) return {q[part] & 63, q[part + 4] & 63};
    return {(q[part + 4] & 15) | (q[part - 4] >> 6U) << 4U, (q[part + 4] >> 4U) | (q[part] >> 6U) << 4U};
}

/// Q4_K and Q5_K: `high` has the fifth bits of the latter.
void q45_k(Bytes b, Bytes high, Bytes low, float* values, float* reaches) {
    const int last = high == nullptr ? 15 : 31;
    const Sink sink{values, reaches, 0, last};
    const float d = half_at(b);
    const float d_min = half_at(b + 2);
    for (std::size_t part = 0; part < 8; ++part) {
        const auto [scale, shift] = scale_and_shift(b + 4, part);
        const float d_part = d * static_cast<float>(scale);
        const float m_part = d_min * static_cast<float>(shift);
        const float more =
            static_cast<float>(last) * (std::abs(d) / 2 + static_cast<float>(scale) * moved(d)) +
            std::abs(d_min) / 2 + static_cast<float>(shift) * moved(d_min);
        const Bytes q = low + part / 2 * 32;
        for (std::size_t l = 0; l < 32; ++l) {
            int level = part % 2 == 0 ? q[l] & 15 : q[l] >> 4U;
            if (high != nullptr && (high[l] >> part & 1U) != 0) level += 16;
            sink.put_shifted(part * 32 + l, level, d_part, -m_part, more);
        }
    }
}
void q4_k(Bytes b, float* values, float* reaches) { q45_k(b, nullptr, b + 16, values, reaches); }
void q5_k(Bytes b, float* values, float* reaches) { q45_k(b, b + 16, b + 48, values, reaches); }

void q6_k(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -32, 31};
    const float d = half_at(b + 208);
    for (std::size_t at = 0; at < super_block; ++at) {
        const std::size_t n = at / 128;
        const std::size_t quarter = at % 128 / 32;
        const std::size_t l = at % 32;
        const unsigned low = b[n * 64 + quarter % 2 * 32 + l] >> (quarter / 2 * 4) & 15U;
        const unsigned two = b[128 + n * 32 + l] >> (quarter * 2) & 3U;
        const int scale = static_cast<std::int8_t>(b[192 + at / 16]);
        const float more = 32 * (std::abs(d) / 2 + static_cast<float>(std::abs(scale)) * moved(d));
        sink.put(at, static_cast<int>(low | two << 4U) - 32, d * static_cast<float>(scale), more);
    }
}

/// One of five digits to the base 3 in a byte, -1, 0 or 1; the byte is a fraction of 243 scaled to 256.
int third(std::uint8_t byte, std::size_t digit) {
    constexpr std::array<unsigned, 5> powers = {1, 3, 9, 27, 81};
    const unsigned fraction = byte * powers[digit] & 255U;
    return static_cast<int>(fraction * 3 >> 8U) - 1;
}

void tq1_0(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -1, 1};
    const float d = half_at(b + 52);
    std::size_t at = 0;
    const auto digits = [&](std::size_t first, std::size_t count, std::size_t of) {
        for (std::size_t n = 0; n < of; ++n)
            for (std::size_t m = 0; m < count; ++m) sink.put(at++, third(b[first + m], n), d, moved(d));
    };
    digits(0, 32, 5);
    digits(32, 16, 5);
    digits(48, 4, 4);
}

void tq2_0(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -1, 1};
    const float d = half_at(b + 64);
    for (std::size_t at = 0; at < super_block; ++at) {
        const int level = (b[at / 128 * 32 + at % 32] >> (at % 128 / 32 * 2) & 3) - 1;
        sink.put(at, level, d, 2 * moved(d));
    }
}

void iq4_nl(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -127, 113};
    const float d = half_at(b);
    constexpr float widest = 24;
    for (std::size_t j = 0; j < 32; ++j) {
        const int level = levels_of_iq4[b[2 + j % 16] >> (j / 16 * 4) & 15U];
        put_of_table(sink, j, level, d, widest, 127 * moved(d));
    }
}

void iq4_xs(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -127, 113};
    const float d = half_at(b);
    const unsigned high = b[2] | static_cast<unsigned>(b[3]) << 8U;
    constexpr float widest = 24;
    for (std::size_t part = 0; part < 8; ++part) {
        const unsigned low = b[4 + part / 2] >> (part % 2 * 4) & 15U;
        const int scale = static_cast<int>(low | (high >> (2 * part) & 3U) << 4U) - 32;
        const float d_part = d * static_cast<float>(scale);
        const float more = 127 * (std::abs(d) / 2 + static_cast<float>(std::abs(scale)) * moved(d));
        for (std::size_t j = 0; j < 32; ++j) {
            const int level = levels_of_iq4[b[8 + part * 16 + j % 16] >> (j / 16 * 4) & 15U];
            put_of_table(sink, part * 32 + j, level, d_part, widest, more);
        }
    }
}

void mxfp4(Bytes b, float* values, float* reaches) {
    const Sink sink{values, reaches, -12, 12};
    const float d = std::ldexp(1.0F, b[0] - 128);  // levels are doubled; exact, subnormal for 0 and 1
    constexpr float widest = 4;
    for (std::size_t j = 0; j < 32; ++j) {
        const int level = levels_of_fp4[b[1 + j % 16] >> (j / 16 * 4) & 15U];
        put_of_table(sink, j, level, d, widest, 0);
    }
}

constexpr std::array types = {
    GgmlType{0, "F32", 1, 4, ElementType::float32},
    GgmlType{1, "F16", 1, 2, ElementType::float16},
    GgmlType{2, "Q4_0", 32, 18, {}, q4_0},
    GgmlType{3, "Q4_1", 32, 20, {}, q4_1},
    GgmlType{6, "Q5_0", 32, 22, {}, q5_0},
    GgmlType{7, "Q5_1", 32, 24, {}, q5_1},
    GgmlType{8, "Q8_0", 32, 34, {}, q8_0},
    GgmlType{9, "Q8_1", 32, 36},
    GgmlType{10, "Q2_K", 256, 84, {}, q2_k, true},
    GgmlType{11, "Q3_K", 256, 110, {}, q3_k, true},
    GgmlType{12, "Q4_K", 256, 144, {}, q4_k, true},
    GgmlType{13, "Q5_K", 256, 176, {}, q5_k, true},
    GgmlType{14, "Q6_K", 256, 210, {}, q6_k, true},
    GgmlType{15, "Q8_K", 256, 292, {}, q8_k},
    GgmlType{16, "IQ2_XXS", 256, 66},
    GgmlType{17, "IQ2_XS", 256, 74},
    GgmlType{18, "IQ3_XXS", 256, 98},
    GgmlType{19, "IQ1_S", 256, 50},
    GgmlType{20, "IQ4_NL", 32, 18, {}, iq4_nl, true},
    GgmlType{21, "IQ3_S", 256, 110},
    GgmlType{22, "IQ2_S", 256, 82},
    GgmlType{23, "IQ4_XS", 256, 136, {}, iq4_xs, true},
    GgmlType{24, "I8", 1, 1},
    GgmlType{25, "I16", 1, 2},
    GgmlType{26, "I32", 1, 4},
    GgmlType{27, "I64", 1, 8},
    GgmlType{28, "F64", 1, 8, ElementType::float64},
    GgmlType{29, "IQ1_M", 256, 56},
    GgmlType{30, "BF16", 1, 2, ElementType::bfloat16},
    GgmlType{34, "TQ1_0", 256, 54, {}, tq1_0},
    GgmlType{35, "TQ2_0", 256, 66, {}, tq2_0},
    GgmlType{39, "MXFP4", 32, 17, {}, mxfp4},
    GgmlType{40, "NVFP4", 64, 36},
    GgmlType{41, "Q1_0", 128, 18},
    GgmlType{42, "Q2_0", 64, 18},
};

}  // namespace

std::span<const GgmlType> ggml_types() { return types; }

const GgmlType* ggml_type(std::uint32_t code) {
    const auto* found = std::ranges::find(types, code, &GgmlType::code);
    return found == types.end() ? nullptr : found;
}

const GgmlType* ggml_type(std::string_view name) {
    const auto* found = std::ranges::find(types, name, &GgmlType::name);
    return found == types.end() ? nullptr : found;
}

}  // namespace sigprop
