#include "formats/numpy_files.hpp"

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "core/base/shown_text.hpp"
#include "formats/npy_header.hpp"
#include "formats/zip.hpp"

namespace sigprop {
namespace {

/// Of an array of which at least the header is there.
StoredTensor described_array(std::string_view beginning, const std::string& shown, const std::string& name,
                             NpyOptions options) {
    const NpyHeader header = read_npy_header(beginning, shown);
    StoredTensor made;
    made.name = name;
    made.dtype = shown_text(header.descr.substr(0, 20));
    made.type = npy_element(header.descr, options).type;
    static_cast<void>(npy_bytes(header.shape, 1, shown));  // a shape that no memory holds is refused
    made.shape.assign(header.shape.begin(), header.shape.end());
    return made;
}

/// The elements of an array whose bytes, its header among them, begin at `first`.
TensorElements array_elements(std::span<const std::byte> bytes, std::size_t first, const std::string& shown,
                              NpyOptions options) {
    TensorView view = parse_npy(bytes, shown, options);
    const std::size_t header = bytes.size() - view.size() * size_of(view.type());
    return {.view = std::move(view), .first = first + header};
}

}  // namespace

TensorListing read_npy(const TensorSource& source) {
    const std::span<const std::byte> bytes = source.file.bytes();
    TensorListing listing;
    listing.tensors.push_back(described_array({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                              source.path, source.name, source.options));
    listing.tensors.back().last = bytes.size();
    listing.open = [source](const StoredTensor&, std::size_t) {
        return array_elements(source.file.bytes(), 0, source.path, source.options);
    };
    return listing;
}

TensorListing read_npz(const TensorSource& source) {
    const std::span<const std::byte> bytes = source.file.bytes();
    std::vector<ZipEntry> entries = read_zip(bytes, source.path);
    std::erase_if(entries, [](const ZipEntry& entry) { return entry.name.ends_with("/"); });
    TensorListing listing;
    for (const ZipEntry& entry : entries) {
        const std::string shown = source.path + ": entry '" + shown_text(entry.name.substr(0, 200)) + "'";
        if (!entry.name.ends_with(".npy"))
            throw InputError(shown + ": it is not a .npy array, as written by numpy.savez");
        constexpr std::size_t longest_header = std::size_t{1} << 20U;
        const std::string text =
            entry.deflated ? unpack_beginning(bytes, entry, longest_header, source.path)
                           : std::string(reinterpret_cast<const char*>(bytes.data()) + entry.first,
                                         std::min<std::size_t>(longest_header, entry.last - entry.first));
        StoredTensor made =
            described_array(text, shown, entry.name.substr(0, entry.name.size() - 4), source.options);
        made.first = entry.first;
        made.last = entry.last;
        // One that holds no numbers is passed over; of a damaged one the header may only say so.
        if (!made.type) check_entry(source.file, entry, source.path);
        listing.tensors.push_back(std::move(made));
    }
    listing.open = [archive = std::make_shared<ZipFiles>(source.file, source.path, std::move(entries)),
                    source](const StoredTensor& tensor, std::size_t i) {
        const std::string shown = tensor_text(source.path, tensor.name);
        ZipBytes opened = archive->open(i, shown);
        TensorElements elements = array_elements(opened.bytes, opened.first, shown, source.options);
        elements.unpacked = std::move(opened.unpacked);
        return elements;
    };
    return listing;
}

}  // namespace sigprop
