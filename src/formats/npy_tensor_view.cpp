#include <algorithm>
#include <bit>
#include <cstring>
#include <sigprop/formats/npy.hpp>
#include <stdexcept>

#include "formats/small_floats.hpp"

namespace sigprop {
namespace {

static_assert(std::endian::native == std::endian::little);

std::uint8_t swapped(std::uint8_t bits) { return bits; }
std::uint16_t swapped(std::uint16_t bits) { return __builtin_bswap16(bits); }
std::uint32_t swapped(std::uint32_t bits) { return __builtin_bswap32(bits); }
std::uint64_t swapped(std::uint64_t bits) { return __builtin_bswap64(bits); }

double from_float32(std::uint32_t bits) { return std::bit_cast<float>(bits); }
double from_float64(std::uint64_t bits) { return std::bit_cast<double>(bits); }

/// Converts elements at any address, `step` bytes apart.
template <class Bits, class Convert>
void convert(const std::byte* from, std::ptrdiff_t step, bool big_endian, std::span<double> out,
             const Convert& value_of) {
    const auto at = [&](std::size_t k) {
        Bits bits;
        std::memcpy(&bits, from + static_cast<std::ptrdiff_t>(k) * step, sizeof bits);
        return bits;
    };
    if (big_endian) {
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = value_of(swapped(at(k)));
    } else if (step == sizeof(Bits)) {
        for (std::size_t k = 0; k < out.size(); ++k) {  // the case that vectorises
            Bits bits;
            std::memcpy(&bits, from + k * sizeof bits, sizeof bits);
            out[k] = value_of(bits);
        }
    } else {
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = value_of(at(k));
    }
}

void convert(ElementType type, const std::byte* from, std::ptrdiff_t step, bool big_endian,
             std::span<double> out) {
    switch (type) {
        case ElementType::float8_e4m3:
            return convert<std::uint8_t>(from, step, big_endian, out, from_float8_e4m3);
        case ElementType::float8_e5m2:
            return convert<std::uint8_t>(from, step, big_endian, out, from_float8_e5m2);
        case ElementType::float16: return convert<std::uint16_t>(from, step, big_endian, out, from_float16);
        case ElementType::bfloat16: return convert<std::uint16_t>(from, step, big_endian, out, from_bfloat16);
        case ElementType::complex64:
        case ElementType::float32: return convert<std::uint32_t>(from, step, big_endian, out, from_float32);
        case ElementType::complex128:
        case ElementType::float64: return convert<std::uint64_t>(from, step, big_endian, out, from_float64);
    }
}

std::vector<std::ptrdiff_t> fortran_strides(const std::vector<std::size_t>& shape, std::size_t element) {
    std::vector<std::ptrdiff_t> strides;
    for (const std::size_t length : shape) {
        strides.push_back(static_cast<std::ptrdiff_t>(element));
        element *= length;
    }
    return strides;
}

/// Whether every element of an array with strides lies among so many bytes.
bool lies_within(const TensorView::Layout& layout, std::size_t size, std::size_t bytes) {
    if (layout.strides.size() != layout.shape.size()) return false;
    if (size == 0) return true;
    std::ptrdiff_t lowest = static_cast<std::ptrdiff_t>(layout.offset);
    std::ptrdiff_t highest = lowest + static_cast<std::ptrdiff_t>(size_of(layout.type));
    for (std::size_t axis = 0; axis < layout.shape.size(); ++axis) {
        const std::ptrdiff_t way = static_cast<std::ptrdiff_t>(layout.shape[axis] - 1) * layout.strides[axis];
        (way < 0 ? lowest : highest) += way;
    }
    return lowest >= 0 && highest <= static_cast<std::ptrdiff_t>(bytes);
}

void check_range(std::size_t first, std::size_t count, std::size_t size) {
    if (first > size || count > size - first) throw std::logic_error("a tensor is read beyond its end");
}

}  // namespace

std::string_view to_string(ElementType type) {
    switch (type) {
        case ElementType::float16: return "float16";
        case ElementType::bfloat16: return "bfloat16";
        case ElementType::float32: return "float32";
        case ElementType::float64: return "float64";
        case ElementType::complex64: return "complex64";
        case ElementType::complex128: return "complex128";
        case ElementType::float8_e4m3: return "float8_e4m3";
        case ElementType::float8_e5m2: return "float8_e5m2";
    }
    return "";
}

std::size_t size_of(ElementType type) noexcept {
    switch (type) {
        case ElementType::float8_e4m3:
        case ElementType::float8_e5m2: return 1;
        case ElementType::float16:
        case ElementType::bfloat16: return 2;
        case ElementType::float32: return 4;
        case ElementType::float64:
        case ElementType::complex64: return 8;
        case ElementType::complex128: return 16;
    }
    return 1;
}

TensorView::TensorView(Layout layout, std::span<const std::byte> bytes)
    : layout_(std::move(layout)), bytes_(bytes), strides_(layout_.strides) {
    components_ = layout_.type == ElementType::complex64 || layout_.type == ElementType::complex128 ? 2 : 1;
    size_ = 1;
    for (const std::size_t length : layout_.shape) size_ *= length;
    if (strides_.empty()) {
        if (size_ * size_of(layout_.type) != bytes.size())
            throw std::logic_error("a tensor's bytes are not those of its shape");
        if (layout_.fortran_order && layout_.shape.size() > 1)
            strides_ = fortran_strides(layout_.shape, size_of(layout_.type));
    } else if (!lies_within(layout_, size_, bytes.size())) {
        throw std::logic_error("a tensor's strides lead beyond its bytes");
    }
}

void TensorView::read_stored(std::size_t first, std::span<double> out) const {
    if (!layout_.strides.empty()) return read_strided(first, out);
    check_range(first, out.size(), numbers());
    const std::size_t each = size_of(layout_.type) / components_;
    if (out.empty()) return;
    convert(layout_.type, bytes_.data() + first * each, static_cast<std::ptrdiff_t>(each), layout_.big_endian,
            out);
}

void TensorView::read(std::size_t first, std::span<double> out) const {
    strides_.empty() ? read_stored(first, out) : read_strided(first, out);
}

void TensorView::read_strided(std::size_t first, std::span<double> out) const {
    check_range(first, out.size(), numbers());
    if (out.empty()) return;
    const std::vector<std::size_t>& shape = layout_.shape;
    const std::size_t last = shape.size() - 1;
    const auto half = static_cast<std::ptrdiff_t>(size_of(layout_.type) / 2);
    std::size_t component = first % components_;
    std::vector<std::size_t> at(shape.size());
    auto position = static_cast<std::ptrdiff_t>(layout_.offset);
    std::size_t rest = first / components_;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        at[axis] = rest % shape[axis];
        rest /= shape[axis];
        position += static_cast<std::ptrdiff_t>(at[axis]) * strides_[axis];
    }
    while (!out.empty()) {
        // One run along the last axis: one component, or as many elements as are left in the row.
        const std::size_t run = components_ == 2 ? 1 : std::min(shape[last] - at[last], out.size());
        convert(layout_.type, bytes_.data() + position + static_cast<std::ptrdiff_t>(component) * half,
                strides_[last], layout_.big_endian, out.first(run));
        out = out.subspan(run);
        if (++component < components_) continue;
        component = 0;
        at[last] += run;
        position += static_cast<std::ptrdiff_t>(run) * strides_[last];
        for (std::size_t axis = last; axis > 0 && at[axis] == shape[axis]; --axis) {
            position += strides_[axis - 1] - static_cast<std::ptrdiff_t>(shape[axis]) * strides_[axis];
            at[axis] = 0;
            ++at[axis - 1];
        }
    }
}

std::vector<std::size_t> TensorView::indices_of_stored(std::size_t element) const {
    check_range(element, 1, size());
    std::vector<std::size_t> indices(layout_.shape.size());
    for (std::size_t k = 0; k < indices.size(); ++k) {
        const std::size_t axis = layout_.fortran_order ? k : indices.size() - 1 - k;
        indices[axis] = element % layout_.shape[axis];
        element /= layout_.shape[axis];
    }
    return indices;
}

TensorView TensorView::sliced(std::size_t axis, std::size_t first, std::size_t count) const {
    if (axis >= layout_.shape.size())
        throw std::logic_error("a tensor is sliced along an axis it does not have");
    check_range(first, count, layout_.shape[axis]);
    Layout part = layout_;
    part.shape[axis] = count;
    if (strides_.empty() && axis == 0) {  // stays a plain array, which is read faster
        const std::size_t row = layout_.shape[0] == 0 ? 0 : bytes_.size() / layout_.shape[0];
        return {std::move(part), bytes_.subspan(first * row, count * row)};
    }
    part.strides = strides_;
    if (part.strides.empty()) {
        part.strides.resize(layout_.shape.size());
        auto step = static_cast<std::ptrdiff_t>(size_of(layout_.type));
        for (std::size_t k = layout_.shape.size(); k-- > 0;) {
            part.strides[k] = step;
            step *= static_cast<std::ptrdiff_t>(layout_.shape[k]);
        }
    }
    part.offset += static_cast<std::size_t>(static_cast<std::ptrdiff_t>(first) * part.strides[axis]);
    part.fortran_order = false;
    return {std::move(part), bytes_};
}

}  // namespace sigprop
