#include "formats/gguf.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <string_view>

#include "core/base/shown_text.hpp"
#include "formats/coded_elements.hpp"
#include "formats/ggml_blocks.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t max_tensors = 1'000'000;
constexpr std::uint64_t max_gguf_axes = 4;  // of ggml

class GgufReader {
public:
    GgufReader(std::span<const std::byte> bytes, const std::string& file) : bytes_(bytes), file_(file) {}

    TensorListing operator()() {
        if (bytes_.size() < 4 || std::memcmp(bytes_.data(), "GGUF", 4) != 0) refuse("it is not a GGUF file");
        at_ = 4;
        const auto version = number<std::uint32_t>();
        if (version == 0x02000000 || version == 0x03000000)
            refuse("it is big-endian, which is not supported");
        if (version != 2 && version != 3)
            refuse("version " + std::to_string(version) + " of GGUF is not supported: sigprop reads 2 and 3");
        const auto tensors = number<std::uint64_t>();
        const auto pairs = number<std::uint64_t>();
        // A pair or a description takes 13 bytes or more, so that no loop outlasts the file.
        if (tensors > max_tensors || tensors > bytes_.size() / 13 || pairs > bytes_.size() / 13)
            refuse("it claims " + std::to_string(tensors) + " tensors and " + std::to_string(pairs) +
                   " pairs, which is more than it has bytes for");
        for (std::uint64_t i = 0; i < pairs; ++i) pair();
        TensorListing listing;
        for (std::uint64_t i = 0; i < tensors; ++i) listing.tensors.push_back(description());
        place(listing.tensors);
        listing.metadata = std::move(metadata_);
        note_unread(listing);
        if (std::ranges::any_of(listing.tensors, &StoredTensor::is_coded))
            listing.open = [bytes = bytes_, file = file_](const StoredTensor& tensor, std::size_t) {
                return opened(bytes.subspan(tensor.first, tensor.last - tensor.first), tensor, file);
            };
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
                   ", inside its header: it was cut short");
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
            if (type != 4) refuse("general.alignment is not a 32-bit number");
            alignment_ = number<std::uint32_t>();
            if (alignment_ == 0 || alignment_ % 8 != 0)
                refuse("general.alignment is " + std::to_string(alignment_) + ", not a multiple of 8");
            return;
        }
        const std::size_t from = at_;
        value(type);
        keep(key, type, from);
    }

    /// Short texts and whole numbers: the architecture, its sizes.
    void keep(std::string_view key, std::uint32_t type, std::size_t from) {
        constexpr std::size_t longest = 200;
        constexpr std::size_t most = 1000;
        if (key.size() > longest || metadata_.size() == most) return;
        const auto* const begin = reinterpret_cast<const char*>(bytes_.data()) + from;
        if (type == 8 && at_ - from - sizeof(std::uint64_t) <= longest) {
            metadata_.emplace_back(key, std::string(begin + sizeof(std::uint64_t), begin + at_ - from));
        } else if (type == 4) {
            std::uint32_t number = 0;
            std::memcpy(&number, begin, sizeof number);
            metadata_.emplace_back(key, std::to_string(number));
        }
    }

    void value(std::uint32_t type) {
        if (type == 8) {
            text();
        } else if (type == 9) {
            const auto inner = number<std::uint32_t>();
            const auto count = number<std::uint64_t>();
            if (inner == 9) refuse("a list contains lists, which no version of GGUF allows");
            const std::uint64_t each = size_of_value(inner);
            if (count > bytes_.size())
                refuse("a list claims " + std::to_string(count) +
                       " values, which is more than the file has bytes");
            if (each > 0) return skip(count * each);
            for (std::uint64_t i = 0; i < count; ++i) text();
        } else {
            skip(size_of_value(type));
        }
    }

    StoredTensor description() {
        StoredTensor made;
        made.name = text();
        if (!names_.insert(made.name).second) refuse_tensor(made.name, "another tensor has the same name");
        const auto axes = number<std::uint32_t>();
        if (axes > max_gguf_axes)
            refuse_tensor(made.name, "it has " + std::to_string(axes) + " axes; at most 4 are allowed");
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max() / 16;
        std::uint64_t elements = 1;
        for (std::uint32_t i = 0; i < axes; ++i) {
            const auto length = number<std::uint64_t>();
            if (length > most || (length > 1 && elements > most / length))
                refuse_tensor(made.name, "its shape has more elements than fit into any memory");
            elements *= std::max<std::uint64_t>(length, 1);
            made.shape.insert(made.shape.begin(), length);
        }
        if (std::ranges::find(made.shape, 0U) != made.shape.end()) elements = 0;
        const auto code = number<std::uint32_t>();
        const auto offset = number<std::uint64_t>();
        const GgmlType* const type = ggml_type(code);
        if (type == nullptr) {
            made.dtype = "type " + std::to_string(code) + " of ggml";
            made.unread = "which is unknown";
            made.first = made.last = offset;  // its size is not known, either
            return made;
        }
        made.dtype = type->name;
        made.type = type->type;
        if (type->is_unread()) made.unread = "which is not supported";
        if (type->decode != nullptr) {
            made.is_coded = true;
            made.type = ElementType::float32;
        }
        const std::uint64_t row = made.shape.empty() ? 1 : made.shape.back();
        if (row % type->elements != 0)
            refuse_tensor(made.name,
                          "rows of " + std::to_string(row) + " are not whole blocks of " + made.dtype);
        made.first = offset;
        made.last = offset;
        const std::uint64_t size = elements / type->elements * type->bytes;
        if (offset > bytes_.size() || size > bytes_.size() - offset)
            refuse_tensor(made.name, "its bytes end beyond the end of the file: it was cut short");
        made.last += size;
        return made;
    }

    /// The types that are left out, each with the number of its tensors.
    static void note_unread(TensorListing& listing) {
        std::map<std::string, std::size_t> counts;
        for (const StoredTensor& one : listing.tensors)
            if (!one.unread.empty()) ++counts[one.dtype];
        std::string text;
        for (const auto& [type, count] : counts)
            text += (text.empty() ? "" : ", ") + type + ": " + std::to_string(count) +
                    (count == 1 ? " tensor" : " tensors");
        if (!text.empty())
            listing.notes.emplace_back("left out", text + ", whose quantised type is not supported");
    }

    static TensorElements opened(std::span<const std::byte> bytes, const StoredTensor& tensor,
                                 const std::string& file) {
        if (!tensor.is_coded)
            return {.view = TensorView({.shape = tensor.shape, .type = *tensor.type}, bytes),
                    .first = tensor.first};
        const GgmlType& type = *ggml_type(tensor.dtype);
        const auto* const blocks = reinterpret_cast<const std::uint8_t*>(bytes.data());
        constexpr std::size_t at_once = std::size_t{1} << 16U;  // whole blocks of all types
        TensorElements made = decoded_elements(
            tensor.shape, at_once, tensor_text(file, tensor.name),
            [&](std::size_t first, std::span<float> values, std::span<float> reaches) {
                for (std::size_t k = 0; k < values.size(); k += type.elements)
                    type.decode(blocks + (first + k) / type.elements * type.bytes, &values[k], &reaches[k]);
            });
        if (type.is_searched) made.grid.max *= 2;  // see there: single weights lie up to 1.6 times as far
        return made;
    }

    /// From offsets behind the header to bytes of the file.
    void place(std::vector<StoredTensor>& all) const {
        const std::size_t begin = (at_ + alignment_ - 1) / alignment_ * alignment_;
        std::ranges::sort(all, {}, [](const StoredTensor& one) { return std::pair(one.first, one.last); });
        const StoredTensor* before = nullptr;
        for (StoredTensor& one : all) {
            if (one.first % alignment_ != 0)
                refuse_tensor(one.name, "its offset " + std::to_string(one.first) + " is not a multiple of " +
                                            std::to_string(alignment_));
            if (begin > bytes_.size() || one.last > bytes_.size() - begin)
                refuse_tensor(one.name, "its bytes end beyond the end of the file: it was cut short");
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
    std::vector<std::pair<std::string, std::string>> metadata_;
    std::set<std::string> names_;
};

}  // namespace

TensorListing read_gguf(std::span<const std::byte> bytes, const std::string& name) {
    return GgufReader(bytes, name)();
}

}  // namespace sigprop
