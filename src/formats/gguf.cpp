#include "formats/gguf.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <string_view>

#include "core/base/shown_text.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t max_tensors = 1'000'000;
constexpr std::uint64_t max_gguf_axes = 4;  // of ggml

/// A type of ggml: `bytes` for each `elements` of a row.
struct GgmlType {
    std::uint32_t code;
    std::string_view name;
    std::uint64_t elements, bytes;
    std::optional<ElementType> type = {};
};
constexpr std::array ggml_types = {
    GgmlType{0, "F32", 1, 4, ElementType::float32},
    GgmlType{1, "F16", 1, 2, ElementType::float16},
    GgmlType{2, "Q4_0", 32, 18},
    GgmlType{3, "Q4_1", 32, 20},
    GgmlType{6, "Q5_0", 32, 22},
    GgmlType{7, "Q5_1", 32, 24},
    GgmlType{8, "Q8_0", 32, 34},
    GgmlType{9, "Q8_1", 32, 36},
    GgmlType{10, "Q2_K", 256, 84},
    GgmlType{11, "Q3_K", 256, 110},
    GgmlType{12, "Q4_K", 256, 144},
    GgmlType{13, "Q5_K", 256, 176},
    GgmlType{14, "Q6_K", 256, 210},
    GgmlType{15, "Q8_K", 256, 292},
    GgmlType{24, "I8", 1, 1},
    GgmlType{25, "I16", 1, 2},
    GgmlType{26, "I32", 1, 4},
    GgmlType{27, "I64", 1, 8},
    GgmlType{28, "F64", 1, 8, ElementType::float64},
    GgmlType{30, "BF16", 1, 2, ElementType::bfloat16},
};

class GgufReader {
public:
    GgufReader(std::span<const std::byte> bytes, const std::string& file) : bytes_(bytes), file_(file) {}

    TensorListing operator()() {
        if (bytes_.size() < 4 || std::memcmp(bytes_.data(), "GGUF", 4) != 0) refuse("it is not a GGUF file");
        at_ = 4;
        const auto version = number<std::uint32_t>();
        if (version == 0x02000000 || version == 0x03000000) refuse("it is big-endian, which is not read");
        if (version != 2 && version != 3)
            refuse("version " + std::to_string(version) + " of GGUF is not read: 2 and 3 are");
        const auto tensors = number<std::uint64_t>();
        const auto pairs = number<std::uint64_t>();
        // A pair or a description takes 13 bytes or more, so that no loop outlasts the file.
        if (tensors > max_tensors || tensors > bytes_.size() / 13 || pairs > bytes_.size() / 13)
            refuse("it claims " + std::to_string(tensors) + " tensors and " + std::to_string(pairs) +
                   " pairs, more than it has bytes for");
        for (std::uint64_t i = 0; i < pairs; ++i) pair();
        TensorListing listing;
        for (std::uint64_t i = 0; i < tensors; ++i) listing.tensors.push_back(description());
        place(listing.tensors);
        return listing;
    }

private:
    [[noreturn]] void refuse(const std::string& problem) const { throw InputError(file_ + ": " + problem); }
    [[noreturn]] void refuse_tensor(const std::string& name, const std::string& problem) const {
        throw InputError(tensor_text(file_, name) + ": " + problem);
    }

    void skip(std::uint64_t count) {
        if (count > bytes_.size() - at_)
            refuse("it ends at byte " + std::to_string(bytes_.size()) +
                   ", within its header: it was cut short");
        at_ += count;
    }

    template <class Number>
    Number number() {
        const std::size_t from = at_;
        skip(sizeof(Number));
        Number read;
        std::memcpy(&read, bytes_.data() + from, sizeof read);
        return read;
    }

    std::string_view text() {
        const auto length = number<std::uint64_t>();
        const std::size_t from = at_;
        skip(length);
        return {reinterpret_cast<const char*>(bytes_.data()) + from, length};
    }

    /// Bytes of a value of this type; 0 for texts and lists.
    std::uint64_t size_of_value(std::uint32_t type) const {
        switch (type) {
            case 0:
            case 1:
            case 7: return 1;
            case 2:
            case 3: return 2;
            case 4:
            case 5:
            case 6: return 4;
            case 10:
            case 11:
            case 12: return 8;
            case 8:
            case 9: return 0;
            default: refuse("a value has the unknown type " + std::to_string(type));
        }
    }

    void pair() {
        const std::string_view key = text();
        const auto type = number<std::uint32_t>();
        if (key == "general.alignment") {
            if (type != 4) refuse("general.alignment is no 32-bit number");
            alignment_ = number<std::uint32_t>();
            if (alignment_ == 0 || alignment_ % 8 != 0)
                refuse("general.alignment is " + std::to_string(alignment_) + ", no multiple of 8");
            return;
        }
        value(type);
    }

    void value(std::uint32_t type) {
        if (type == 8) {
            text();
        } else if (type == 9) {
            const auto inner = number<std::uint32_t>();
            const auto count = number<std::uint64_t>();
            if (inner == 9) refuse("a list holds lists, which no version of GGUF has");
            const std::uint64_t each = size_of_value(inner);
            if (count > bytes_.size())
                refuse("a list claims " + std::to_string(count) + " values, more than the file has bytes");
            if (each > 0) return skip(count * each);
            for (std::uint64_t i = 0; i < count; ++i) text();
        } else {
            skip(size_of_value(type));
        }
    }

    StoredTensor description() {
        StoredTensor made;
        made.name = text();
        if (!names_.insert(made.name).second) refuse_tensor(made.name, "its name is taken by another one");
        const auto axes = number<std::uint32_t>();
        if (axes > max_gguf_axes)
            refuse_tensor(made.name, "it has " + std::to_string(axes) + " axes; 4 at most are allowed");
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max() / 16;
        std::uint64_t elements = 1;
        for (std::uint32_t i = 0; i < axes; ++i) {
            const auto length = number<std::uint64_t>();
            if (length > most || (length > 1 && elements > most / length))
                refuse_tensor(made.name, "its shape has more elements than any memory holds");
            elements *= std::max<std::uint64_t>(length, 1);
            made.shape.insert(made.shape.begin(), length);
        }
        if (std::ranges::find(made.shape, 0U) != made.shape.end()) elements = 0;
        const auto code = number<std::uint32_t>();
        const auto offset = number<std::uint64_t>();
        const auto* type = std::ranges::find(ggml_types, code, &GgmlType::code);
        if (type == ggml_types.end()) {
            made.dtype =
                "type " + std::to_string(code) + " of ggml";  // its size is not known, so nothing is read
            made.first = made.last = offset;
            return made;
        }
        made.dtype = type->name;
        made.type = type->type;
        const std::uint64_t row = made.shape.empty() ? 1 : made.shape.back();
        if (row % type->elements != 0)
            refuse_tensor(made.name,
                          "rows of " + std::to_string(row) + " are not whole blocks of " + made.dtype);
        made.first = offset;
        made.last = offset;
        const std::uint64_t size = elements / type->elements * type->bytes;
        if (offset > bytes_.size() || size > bytes_.size() - offset)
            refuse_tensor(made.name, "its bytes end beyond the file: it was cut short");
        made.last += size;
        return made;
    }

    /// From offsets behind the header to bytes of the file.
    void place(std::vector<StoredTensor>& all) const {
        const std::size_t begin = (at_ + alignment_ - 1) / alignment_ * alignment_;
        std::ranges::sort(all, {}, [](const StoredTensor& one) { return std::pair(one.first, one.last); });
        const StoredTensor* before = nullptr;
        for (StoredTensor& one : all) {
            if (one.first % alignment_ != 0)
                refuse_tensor(one.name, "its offset " + std::to_string(one.first) + " is no multiple of " +
                                            std::to_string(alignment_));
            if (begin > bytes_.size() || one.last > bytes_.size() - begin)
                refuse_tensor(one.name, "its bytes end beyond the file: it was cut short");
            one.first += begin;
            one.last += begin;
            if (before != nullptr && one.first < before->last)
                refuse_tensor(one.name,
                              "its bytes overlap those of '" + shown_text(before->name.substr(0, 200)) + "'");
            before = &one;
        }
    }

    std::span<const std::byte> bytes_;
    const std::string& file_;
    std::size_t at_ = 0;
    std::uint64_t alignment_ = 32;
    std::set<std::string> names_;
};

}  // namespace

TensorListing read_gguf(std::span<const std::byte> bytes, const std::string& name) {
    return GgufReader(bytes, name)();
}

}  // namespace sigprop
