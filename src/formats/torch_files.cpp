#include "formats/torch_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <tuple>

#include "core/base/shown_text.hpp"
#include "formats/torch_weights.hpp"
#include "formats/zip.hpp"

namespace sigprop {
namespace {

constexpr std::string_view pickle_name = "data.pkl";
constexpr std::size_t max_pickle = PickleLimits().bytes;

/// The integer that torch.save begins with, as a pickle.
constexpr std::string_view stream_magic = "\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";

std::string_view characters_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Where a storage lies in the file.
struct StoragePlace {
    std::size_t first = 0, last = 0;
    std::size_t bytes = 0;  ///< unpacked
    std::size_t entry = 0;  ///< of the archive, where there is one
    bool is_packed = false;
};
using StoragePlaces = std::map<std::string, StoragePlace, std::less<>>;

/// The tensors of a file, each with the storage that it views.
class TorchTensors {
public:
    TorchTensors(const TensorSource& source, bool big_endian, std::unique_ptr<ZipFiles> archive = {})
        : source_(source), big_endian_(big_endian), archive_(std::move(archive)) {}

    /// Everything but `open`, in the order of the pickle, which is that of the model: the old format sorts
    /// storages by addresses of memory.
    TensorListing list(const TorchPickle& pickle, const StoragePlaces& places) {
        TorchWeights weights = torch_weights(pickle, source_.path, source_.name);
        for (const TorchWeights::Named& one : weights.tensors) {
            const std::string called = tensor_text(source_.path, one.name);
            const TorchTensor view = pickle.tensor(one.tensor, called);
            pieces_.push_back({one.name, view, place_of(view, places, called)});
            pieces_.back().view.storage.key = {};  // which the pickle takes with it
        }
        check_work();
        TensorListing made;
        made.notes = std::move(weights.notes);
        std::map<std::tuple<std::size_t, std::size_t, const TorchType*, Lengths, Lengths>, std::size_t> seen;
        for (const Piece& one : pieces_) {
            made.tensors.push_back(stored(one));
            if (one.view.size == 0) continue;
            const auto [first, is_new] = seen.emplace(
                std::tuple(one.place.first, one.view.offset, one.view.type, one.view.shape, one.view.strides),
                made.tensors.size() - 1);
            if (!is_new) made.tensors.back().same_as = first->second;
        }
        return made;
    }

    [[nodiscard]] TensorElements open(const StoredTensor& tensor, std::size_t i) const {
        const auto& [name, view, place] = pieces_[i];
        ZipBytes opened;
        if (archive_) {
            opened = archive_->open(place.entry, tensor_text(source_.path, tensor.name));
        } else {
            opened.bytes = source_.file.bytes().subspan(place.first, place.bytes);
            opened.first = place.first;
        }
        const std::size_t first = first_byte(view);
        return {.view = TensorView(layout(view), opened.bytes.subspan(first, view.extent * view.type->bytes)),
                .first = opened.first + first,
                .unpacked = std::move(opened.unpacked)};
    }

private:
    using Lengths = std::vector<std::size_t>;
    struct Piece {
        std::string name;
        TorchTensor view;
        StoragePlace place;
    };

    [[nodiscard]] static std::size_t first_byte(const TorchTensor& view) {
        return view.size == 0 ? 0 : view.offset * view.type->bytes;
    }

    StoragePlace place_of(const TorchTensor& view, const StoragePlaces& places, const std::string& called) {
        const TorchStorage& storage = view.storage;
        const auto refuse = [&](const std::string& problem) {
            throw InputError(called + ": its storage '" + shown_key(storage.key) + "' " + problem);
        };
        const auto found = places.find(storage.key);
        if (found == places.end()) refuse("is not in the file: it was cut short");
        const StoragePlace& place = found->second;
        if (place.bytes / storage.type->bytes != storage.bytes / storage.type->bytes)
            refuse(fmt::format("has {} bytes, but the pickle says {}: it is damaged", place.bytes,
                               storage.bytes));
        std::size_t& views = views_[found->first];
        if (views++ == 0) held_ += place.bytes;
        constexpr std::size_t most_unpacked = 64;
        if (place.is_packed && views > most_unpacked)
            refuse(
                fmt::format("is compressed, but more than {} tensors are views of it; save the file with "
                            "torch.save, which does not compress",
                            most_unpacked));
        return place;
    }

    /// Views repeat what a storage holds, so that few bytes may stand for endless numbers.
    void check_work() const {
        constexpr std::size_t most_times = 16, always = std::size_t{64} << 20U;
        std::size_t left = always + most_times * held_;
        for (const Piece& one : pieces_) {
            const std::size_t bytes = one.view.size * one.view.type->bytes;
            if (bytes > left)
                throw InputError(
                    fmt::format("{}: its tensors repeat the {} bytes of their storages more than {} "
                                "times; save their clones",
                                tensor_text(source_.path, one.name), held_, most_times));
            left -= bytes;
        }
    }

    [[nodiscard]] static StoredTensor stored(const Piece& one) {
        StoredTensor made;
        made.name = one.name;
        made.dtype = one.view.type->name;
        made.shape = one.view.shape;
        made.type = one.view.type->type;
        made.first = one.place.first + (one.place.is_packed ? 0 : first_byte(one.view));
        made.last =
            one.place.is_packed ? one.place.last : made.first + one.view.extent * one.view.type->bytes;
        return made;
    }

    /// Plain or in Fortran's order where the elements follow each other; else with strides.
    [[nodiscard]] TensorView::Layout layout(const TorchTensor& tensor) const {
        TensorView::Layout made{.shape = tensor.shape, .type = *tensor.type->type, .big_endian = big_endian_};
        if (tensor.size == 0) return made;
        const auto follows = [&](bool from_last) {
            std::size_t step = 1;
            for (std::size_t k = 0; k < tensor.shape.size(); ++k) {
                const std::size_t axis = from_last ? tensor.shape.size() - 1 - k : k;
                if (tensor.shape[axis] > 1 && tensor.strides[axis] != step) return false;
                step *= tensor.shape[axis];
            }
            return true;
        };
        if (follows(true)) return made;
        made.fortran_order = follows(false);
        if (made.fortran_order) return made;
        for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
            const std::size_t stride = tensor.shape[axis] > 1 ? tensor.strides[axis] * tensor.type->bytes : 0;
            made.strides.push_back(static_cast<std::ptrdiff_t>(stride));
        }
        return made;
    }

    TensorSource source_;
    bool big_endian_;
    std::unique_ptr<ZipFiles> archive_;
    std::vector<Piece> pieces_;
    std::map<std::string, std::size_t> views_;  ///< of storages
    std::size_t held_ = 0;                      ///< bytes of all storages that are viewed
};

TensorListing with_open(TensorListing listing, std::shared_ptr<const TorchTensors> tensors) {
    listing.open = [tensors = std::move(tensors)](const StoredTensor& tensor, std::size_t i) {
        return tensors->open(tensor, i);
    };
    return listing;
}

/// An archive of torch.save: NAME/data.pkl, NAME/byteorder, NAME/data/0, …
class TorchArchive {
public:
    explicit TorchArchive(const TensorSource& source)
        : source_(source), entries_(read_zip(source.file.bytes(), source.path)) {
        for (const ZipEntry& one : entries_) {
            if (!is_pickle_name(one.name)) continue;
            if (pickle_ != nullptr) refuse("it has two pickles, including " + shown_key(one.name));
            pickle_ = &one;
        }
        if (pickle_ == nullptr) refuse("it lacks data.pkl, which torch.save writes");
        folder_ = pickle_->name.substr(0, pickle_->name.size() - pickle_name.size());
        if (find("constants.pkl") != nullptr)
            refuse(
                "this is a TorchScript model, which is a program; save the state dict of the Python model, "
                "or of torch.jit.load(…): torch.save(model.state_dict(), 'model.pt')");
    }

    static bool is_pickle_name(std::string_view name) {
        return name == pickle_name || name.ends_with("/data.pkl");
    }

    TensorListing operator()() {
        const bool has_checksums = pickle_->crc != 0;  // torch.serialization.set_crc32_options(False): 0
        if (has_checksums) check_entry(source_.file, *pickle_, source_.path);
        if (pickle_->size > max_pickle)
            refuse(fmt::format("data.pkl has {} bytes; sigprop reads at most {}", pickle_->size, max_pickle));
        const std::string packed = pickle_->deflated ? text(*pickle_) : "";
        const std::string_view program =
            pickle_->deflated ? packed
                              : characters_of(source_.file.bytes()).substr(pickle_->first, pickle_->size);
        const TorchPickle pickle(program, source_.path + ": data.pkl");
        if (pickle.end() != program.size())
            refuse(fmt::format("data.pkl: {} bytes follow its STOP at byte {}: it is damaged",
                               program.size() - pickle.end(), pickle.end() - 1));
        const bool big_endian = is_big_endian();
        const StoragePlaces places = storage_places();
        auto archive =
            std::make_unique<ZipFiles>(source_.file, source_.path, std::move(entries_), has_checksums);
        auto tensors = std::make_shared<TorchTensors>(source_, big_endian, std::move(archive));
        TensorListing listing = tensors->list(pickle, places);
        return with_open(std::move(listing), std::move(tensors));
    }

private:
    [[noreturn]] void refuse(const std::string& problem) const {
        throw InputError(source_.path + ": " + problem);
    }
    [[nodiscard]] const ZipEntry* find(std::string_view name) const {
        const auto found = std::ranges::find(entries_, folder_ + std::string(name), &ZipEntry::name);
        return found == entries_.end() ? nullptr : &*found;
    }
    [[nodiscard]] std::string text(const ZipEntry& entry) const {
        if (entry.deflated) return unpack_beginning(source_.file.bytes(), entry, max_pickle, source_.path);
        return std::string(characters_of(source_.file.bytes()).substr(entry.first, entry.size));
    }

    [[nodiscard]] bool is_big_endian() const {
        const ZipEntry* const entry = find("byteorder");
        if (entry == nullptr) return false;
        const std::string order = entry->size < 60 ? text(*entry) : "";
        if (order != "little" && order != "big")
            refuse("byteorder is '" + shown_key(order) + "', neither little nor big: it is damaged");
        return order == "big";
    }

    [[nodiscard]] StoragePlaces storage_places() const {
        StoragePlaces places;
        const std::string before = folder_ + "data/";
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const ZipEntry& one = entries_[i];
            if (!one.name.starts_with(before)) continue;
            places.emplace(one.name.substr(before.size()), StoragePlace{.first = one.first,
                                                                        .last = one.last,
                                                                        .bytes = one.size,
                                                                        .entry = i,
                                                                        .is_packed = one.deflated});
        }
        return places;
    }

    TensorSource source_;
    std::vector<ZipEntry> entries_;
    const ZipEntry* pickle_ = nullptr;
    std::string folder_;
};

/// Pickles of a number, of the protocol, of the machine, of what was saved and of the keys of its storages;
/// then for each key the number of its elements and these, little-endian whatever the machine.
class TorchStream {
public:
    explicit TorchStream(const TensorSource& source)
        : source_(source), text_(characters_of(source.file.bytes())) {}

    TensorListing operator()() {
        static_cast<void>(next("the magic number"));
        const TorchPickle protocol = next("the protocol");
        constexpr int known = 1001;
        if (protocol[protocol.root()].integer != known)
            throw InputError(
                source_.path + ": protocol " + std::to_string(protocol[protocol.root()].integer) +
                " of torch.save is not supported, only 1001; save the file again with a newer PyTorch");
        static_cast<void>(next("the description of the machine"));
        const TorchPickle pickle = next("the pickle");
        const StoragePlaces places = storage_places(pickle, next("the list of storages"));
        auto tensors = std::make_shared<TorchTensors>(source_, false);
        TensorListing listing = tensors->list(pickle, places);
        return with_open(std::move(listing), std::move(tensors));
    }

private:
    TorchPickle next(std::string_view what) {
        TorchPickle read(text_.substr(at_), fmt::format("{}: {} at byte {}", source_.path, what, at_));
        at_ += read.end();
        return read;
    }

    StoragePlaces storage_places(const TorchPickle& pickle, const TorchPickle& keys) {
        std::map<std::string_view, const TorchType*> types;  // of the first mention, as in torch.load
        for (const TorchStorage& one : pickle.storages()) types.emplace(one.key, one.type);
        StoragePlaces places;
        for (const PickleId id : keys[keys.root()].items) {
            const std::string_view key = keys[id].text;
            const auto refuse = [&](const std::string& problem) {
                throw InputError(fmt::format("{}: storage '{}' at byte {} {}", source_.path, shown_key(key),
                                             at_, problem));
            };
            const auto type = types.find(key);
            if (type == types.end()) refuse("belongs to no tensor: the file is damaged");
            if (text_.size() - at_ < sizeof(std::uint64_t)) refuse("is missing: the file was cut short");
            std::uint64_t elements = 0;
            std::memcpy(&elements, text_.data() + at_, sizeof elements);
            at_ += sizeof elements;
            if (elements > (text_.size() - at_) / type->second->bytes)
                refuse(fmt::format("has {} elements, but fewer follow: the file was cut short", elements));
            const std::size_t bytes = elements * type->second->bytes;
            const StoragePlace place{.first = at_, .last = at_ + bytes, .bytes = bytes};
            if (!places.emplace(key, place).second) refuse("occurs twice: the file is damaged");
            at_ += bytes;
        }
        if (at_ != text_.size())
            throw InputError(
                fmt::format("{}: {} bytes follow its last storage, at byte {}: save one object per file",
                            source_.path, text_.size() - at_, at_));
        return places;
    }

    TensorSource source_;
    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

bool is_torch_archive(const TensorSource& source) {
    return std::ranges::any_of(read_zip(source.file.bytes(), source.path),
                               [](const ZipEntry& one) { return TorchArchive::is_pickle_name(one.name); });
}

bool is_torch_stream(const TensorSource& source) {
    const std::string_view text = characters_of(source.file.bytes());
    // behind the protocol, and the length of a frame where there is one
    return text.starts_with('\x80') && text.substr(0, 40).find(stream_magic) != std::string_view::npos;
}

TensorListing read_torch_archive(const TensorSource& source) { return TorchArchive(source)(); }
TensorListing read_torch_stream(const TensorSource& source) { return TorchStream(source)(); }

}  // namespace sigprop
