#include <algorithm>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/formats/npy.hpp>

#include "formats/mapped_file.hpp"
#include "formats/npy_header.hpp"

namespace sigprop {
namespace {

/// A descr without its byte order.
std::string_view kind_of(std::string_view descr) {
    const bool has_order =
        !descr.empty() && std::string_view("<>|=").find(descr.front()) != std::string_view::npos;
    return descr.substr(has_order ? 1 : 0);
}

std::string refusal_of(std::string_view kind, const std::string& descr) {
    const std::string held = " (dtype '" + descr.substr(0, 20) + "')";
    if (kind.empty() ||
        descr.find_first_not_of("<>|=?0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") !=
            descr.npos) {
        return "its element type is unknown";
    }
    switch (kind.front()) {
        case 'O':
            return "it has pickled Python objects" + held +
                   ", which sigprop does not read because they can run code";
        case 'i':
        case 'u':
            return "it has integers" + held +
                   (kind.substr(1) == "2" ? "; if they are bfloat16 numbers, give --bfloat16"
                                          : ", not floating-point numbers");
        case 'b':
        case '?': return "it has booleans" + held + ", not floating-point numbers";
        case 'V':
            return "it has opaque bytes" + held +
                   (kind.substr(1) == "2" ? "; if they are bfloat16 numbers, give --bfloat16" : "");
        default:
            return "its element type" + held +
                   " is not supported: sigprop reads float16, float32, float64, complex64 and complex128";
    }
}

NpyElement described(const std::string& descr, const std::string& name, NpyOptions options) {
    NpyElement element = npy_element(descr, options);
    if (!element.type) refuse_npy(name, refusal_of(kind_of(descr), descr));
    return element;
}

std::string text_of(const std::vector<std::uint64_t>& shape) {
    std::string text = "(";
    for (const std::uint64_t length : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(length);
    return text + ")";
}

}  // namespace

void check_read_as_bfloat16(std::span<const ElementType> types) {
    if (std::ranges::find(types, ElementType::bfloat16) != types.end()) return;
    throw InputError("--bfloat16 has no effect: it reads 16-bit integers as bfloat16 numbers, and " +
                     std::string(types.size() == 1 ? "the file holds " : "the files hold ") +
                     std::string(to_string(types.front())) +
                     "; the type of a computation is --dtype bfloat16");
}

NpyElement npy_element(const std::string& descr, NpyOptions options) {
    const std::string_view kind = kind_of(descr);
    const bool big = descr.starts_with('>');
    if (kind == "f2") return {ElementType::float16, big};
    if (kind == "f4") return {ElementType::float32, big};
    if (kind == "f8") return {ElementType::float64, big};
    if (kind == "c8") return {ElementType::complex64, big};
    if (kind == "c16") return {ElementType::complex128, big};
    if (options.bfloat16 && (kind == "u2" || kind == "i2" || kind == "V2"))
        return {ElementType::bfloat16, big};
    return {std::nullopt, big};
}

std::size_t npy_bytes(const std::vector<std::uint64_t>& shape, std::size_t element, const std::string& name) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    std::uint64_t bytes = element;
    for (const std::uint64_t length : shape) {
        if (length > most || (length > 1 && bytes > most / length)) {
            refuse_npy(name, "its header claims the shape " + text_of(shape) +
                                 ", which is more than fits into any memory");
        }
        bytes *= std::max<std::uint64_t>(length, 1);
    }
    return std::find(shape.begin(), shape.end(), 0) == shape.end() ? bytes : 0;
}

TensorView parse_npy(std::span<const std::byte> bytes, const std::string& name, NpyOptions options) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const NpyHeader header = read_npy_header(text, name);
    const NpyElement element = described(header.descr, name, options);
    const std::size_t size = npy_bytes(header.shape, size_of(*element.type), name);
    const std::size_t there = bytes.size() - header.data_offset;
    if (there != size) {
        refuse_npy(name, "its shape " + text_of(header.shape) + " of " +
                             std::string(to_string(*element.type)) + " takes " + std::to_string(size) +
                             " bytes, but " + std::to_string(there) +
                             (there < size ? " follow: the file was cut short" : " follow"));
    }
    TensorView::Layout layout;
    layout.shape.assign(header.shape.begin(), header.shape.end());
    layout.type = *element.type;
    layout.big_endian = element.big_endian;
    layout.fortran_order = header.fortran_order;
    return {std::move(layout), bytes.subspan(header.data_offset)};
}

NpyFile::NpyFile(const std::string& path, NpyOptions options)
    // Nobody asks this file whether it is still whole, so that no zeros may be read in its place.
    : file_(std::make_unique<const MappedFile>(path, IfShorter::ends_process)),
      view_(parse_npy(file_->bytes(), path, options)) {}

NpyFile::~NpyFile() = default;

void NpyFile::done_with(std::size_t numbers) const noexcept {
    const std::size_t header = file_->bytes().size() - view_.size() * size_of(view_.type());
    const std::size_t each = size_of(view_.type()) / (view_.is_complex() ? 2 : 1);
    file_->release(0, header + numbers * each);
}

}  // namespace sigprop
