#include "formats/safetensors.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <string_view>

#include "core/base/shown_text.hpp"
#include "core/base/words.hpp"
#include "formats/json.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_header = 100'000'000;  // as in the reference implementation
constexpr std::size_t max_values = 2'000'000;    // of the header's JSON; a tensor has some nine
constexpr std::size_t max_axes = 64;

struct StoredType {
    std::string_view name;
    std::size_t bits;
    std::optional<ElementType> type;
};
constexpr std::array stored_types = {
    StoredType{"F64", 64, ElementType::float64},
    StoredType{"F32", 32, ElementType::float32},
    StoredType{"F16", 16, ElementType::float16},
    StoredType{"BF16", 16, ElementType::bfloat16},
    StoredType{"F8_E4M3", 8, ElementType::float8_e4m3},
    StoredType{"F8_E5M2", 8, ElementType::float8_e5m2},
    StoredType{"C64", 64, ElementType::complex64},
    StoredType{"F8_E8M0", 8, {}},
    StoredType{"F8_E4M3FNUZ", 8, {}},
    StoredType{"F8_E5M2FNUZ", 8, {}},
    StoredType{"F6_E2M3", 6, {}},
    StoredType{"F6_E3M2", 6, {}},
    StoredType{"F4", 4, {}},
    StoredType{"I64", 64, {}},
    StoredType{"U64", 64, {}},
    StoredType{"I32", 32, {}},
    StoredType{"U32", 32, {}},
    StoredType{"I16", 16, {}},
    StoredType{"U16", 16, {}},
    StoredType{"I8", 8, {}},
    StoredType{"U8", 8, {}},
    StoredType{"BOOL", 8, {}},
};

[[noreturn]] void refuse_safetensors(const std::string& file, const std::string& problem) {
    throw InputError(file + ": " + problem);
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The JSON of the header.
std::string_view header_text(std::span<const std::byte> bytes, const std::string& file) {
    const std::string_view text = as_text(bytes);
    if (text.empty()) refuse_safetensors(file, "it is empty");
    if (text.size() < 8) refuse_safetensors(file, "it is not a .safetensors file: it has fewer than 8 bytes");
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    if (length > text.size() - 8) {
        refuse_safetensors(file, "its first 8 bytes claim a header of " + std::to_string(length) +
                                     " bytes, but only " + std::to_string(text.size() - 8) +
                                     " follow: it was cut short, or is not a .safetensors file");
    }
    if (length > max_header) {
        refuse_safetensors(file, "its header has " + std::to_string(length) + " bytes; at most " +
                                     std::to_string(max_header) + " are allowed");
    }
    const std::string_view header = text.substr(8, length);
    if (!header.starts_with('{'))
        refuse_safetensors(file, "its header does not begin with '{': it is not a .safetensors file");
    return header;
}

class SafetensorsReader {
public:
    SafetensorsReader(std::span<const std::byte> bytes, const std::string& file)
        : file_(file),
          text_(header_text(bytes, file)),
          begin_(8 + text_.size()),
          data_(bytes.size() - begin_) {}

    TensorListing operator()() {
        const Json root =
            parse_json(text_, file_ + " (header)", {.depth = 4, .bytes = max_header, .values = max_values});
        TensorListing header;
        for (const JsonMember& member : root.as_object()) {
            if (member.key == "__metadata__") {
                metadata(member.value, header);
            } else {
                header.tensors.push_back(tensor(member));
            }
        }
        // A tensor without elements may share its offset with the next one: it comes first.
        std::ranges::sort(header.tensors, {},
                          [](const StoredTensor& one) { return std::pair(one.first, one.last); });
        check_ranges(header.tensors);
        return header;
    }

private:
    [[noreturn]] void refuse_tensor(const std::string& name, const std::string& problem) const {
        throw InputError(tensor_text(file_, name) + ": " + problem);
    }

    void metadata(const Json& json, TensorListing& header) const {
        if (!json.is_object()) refuse_safetensors(file_, "__metadata__ is not an object");
        for (const JsonMember& member : json.as_object()) {
            if (!member.value.is_string())
                refuse_safetensors(file_, "__metadata__ has a value that is not a string at '" +
                                              shown_text(member.key.substr(0, 200)) + "'");
            header.metadata.emplace_back(member.key, member.value.as_string());
        }
    }

    StoredTensor tensor(const JsonMember& member) const {
        const std::string& name = member.key;
        if (!member.value.is_object()) refuse_tensor(name, "its description is not an object");
        StoredTensor made;
        made.name = name;
        const StoredType* type = nullptr;
        bool has_shape = false;
        std::array<std::uint64_t, 2> range = {1, 0};
        for (const JsonMember& field : member.value.as_object()) {
            if (field.key == "dtype") {
                type = type_of(name, field.value);
            } else if (field.key == "shape") {
                for (const std::uint64_t length : numbers(name, field, max_axes))
                    made.shape.push_back(length);
                has_shape = true;
            } else if (field.key == "data_offsets") {
                const std::vector<std::uint64_t> both = numbers(name, field, 2);
                if (both.size() != 2) refuse_tensor(name, "data_offsets must be two numbers, begin and end");
                range = {both[0], both[1]};
                if (range[1] < range[0]) {
                    refuse_tensor(name, "data_offsets [" + std::to_string(range[0]) + ", " +
                                            std::to_string(range[1]) + "] end before they begin");
                }
            } else {
                refuse_tensor(name, "'" + shown_text(field.key.substr(0, 60)) +
                                        "' is not dtype, shape or data_offsets");
            }
        }
        if (type == nullptr) refuse_tensor(name, "it has no dtype");
        if (!has_shape) refuse_tensor(name, "it has no shape");
        if (range[1] < range[0]) refuse_tensor(name, "it has no data_offsets");
        made.dtype = type->name;
        made.type = type->type;
        check_size(made, type->bits, range);
        made.first = begin_ + range[0];
        made.last = begin_ + range[1];
        return made;
    }

    const StoredType* type_of(const std::string& name, const Json& json) const {
        if (!json.is_string()) refuse_tensor(name, "its dtype is not a string");
        const auto* found = std::ranges::find(stored_types, json.as_string(), &StoredType::name);
        if (found == stored_types.end()) {
            std::vector<std::string_view> read;
            for (const StoredType& one : stored_types)
                if (one.type) read.push_back(one.name);
            refuse_tensor(name, "the dtype '" + shown_text(json.as_string().substr(0, 60)) +
                                    "' is unknown: sigprop reads " + joined(read) +
                                    " and skips integers and booleans");
        }
        return found;
    }

    std::vector<std::uint64_t> numbers(const std::string& name, const JsonMember& field,
                                       std::size_t most) const {
        if (!field.value.is_array()) refuse_tensor(name, "its " + field.key + " is not a list of numbers");
        if (field.value.size() > most)
            refuse_tensor(name, "its " + field.key + " has more than " + std::to_string(most) + " numbers");
        std::vector<std::uint64_t> all;
        for (const Json& one : field.value.as_array()) {
            std::int64_t number = -1;
            try {
                if (one.is_integer()) number = one.as_integer();
            } catch (const InputError&) {
                // beyond 64 bits: refused below
            }
            if (number < 0) {
                refuse_tensor(name, "its " + field.key + " holds " +
                                        shown_text(write_json(one, JsonStyle::canonical).substr(0, 60)) +
                                        ", which is not a number from 0 to 2^63 - 1");
            }
            all.push_back(static_cast<std::uint64_t>(number));
        }
        return all;
    }

    /// The range must have the bytes of type and shape, and lie in the file.
    void check_size(const StoredTensor& one, std::size_t bits, std::array<std::uint64_t, 2> range) const {
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
        std::uint64_t all = bits;
        bool empty = false;
        for (const std::uint64_t length : one.shape) {
            empty = empty || length == 0;
            if (length > 1 && all > most / length)
                refuse_tensor(one.name, "its shape has more elements than fit into any memory");
            all *= std::max<std::uint64_t>(length, 1);
        }
        if (empty) all = 0;
        if (all % 8 != 0) refuse_tensor(one.name, "its elements do not fill whole bytes");
        if (range[1] > data_) {
            refuse_tensor(one.name, "its bytes end at " + std::to_string(range[1]) + ", but only " +
                                        std::to_string(data_) + " follow the header: the file was cut short");
        }
        if (range[1] - range[0] != all / 8) {
            refuse_tensor(one.name, "its type and shape need " + std::to_string(all / 8) +
                                        " bytes, but its data_offsets have " +
                                        std::to_string(range[1] - range[0]));
        }
    }

    void check_ranges(const std::vector<StoredTensor>& tensors) const {
        std::size_t end = begin_;
        const StoredTensor* before = nullptr;
        for (const StoredTensor& one : tensors) {
            if (one.first < end) {
                refuse_tensor(one.name,
                              "its bytes overlap those of '" + shown_text(before->name.substr(0, 200)) + "'");
            }
            if (one.first > end) {
                refuse_tensor(one.name,
                              std::to_string(one.first - end) + " bytes before it belong to no tensor");
            }
            end = one.last;
            before = &one;
        }
        const std::size_t rest = begin_ + data_ - end;
        if (rest > 0)
            refuse_safetensors(file_, std::to_string(rest) + " bytes at its end belong to no tensor");
    }

    const std::string& file_;
    std::string_view text_;
    std::size_t begin_;  ///< where the tensors' bytes begin
    std::size_t data_;   ///< how many there are
};

}  // namespace

TensorListing read_safetensors(std::span<const std::byte> bytes, const std::string& name) {
    return SafetensorsReader(bytes, name)();
}

}  // namespace sigprop
