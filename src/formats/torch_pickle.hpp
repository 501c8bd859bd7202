#pragma once
// The pickle of a file of torch.save, in the words of torch: which of its values are tensors, and which
// elements of which storage they view. Nothing is made of it; a name that is neither a tensor's nor a plain
// value's is refused.
// Reference: PyTorch, torch/_utils.py (_rebuild_tensor and its kin), torch/serialization.py (persistent_id).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <sigprop/formats/npy.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "formats/pickle.hpp"

namespace sigprop {

/// A name that a stranger chose, cut and safe to show.
[[nodiscard]] std::string shown_key(std::string_view key);

/// A type of torch's elements.
struct TorchType {
    std::string_view name;  ///< "float32"
    std::size_t bytes;
    std::optional<ElementType> type;
    std::string_view storage = {};  ///< "FloatStorage"; types that came after these have none of their own
};

/// What holds the elements of one tensor or several.
struct TorchStorage {
    std::string_view key;
    const TorchType* type;
    std::size_t bytes;
};

/// A view of a storage. Offset and strides count elements of its own type, and none leads out of the storage.
struct TorchTensor {
    TorchStorage storage;
    const TorchType* type;
    std::vector<std::size_t> shape, strides;
    std::size_t offset = 0;
    std::size_t size = 0;    ///< the product of the shape
    std::size_t extent = 0;  ///< elements of the storage from the first to the last, both included
};

class TorchPickle {
public:
    /// Reads the pickle that begins the bytes, which must outlive this; `shown` is what it is called in
    /// messages.
    /// Errors   InputError "shown: what is wrong, and the fix"
    TorchPickle(std::string_view bytes, std::string shown);

    /// The value that was saved.
    [[nodiscard]] PickleId root() const noexcept { return pickle_.root(); }
    [[nodiscard]] const PickleValue& operator[](PickleId id) const { return pickle_[id]; }
    /// The byte behind the pickle.
    [[nodiscard]] std::size_t end() const noexcept { return pickle_.end(); }

    [[nodiscard]] bool is_tensor(PickleId id) const { return tensor_call(id).global != nullptr; }
    /// Of a tensor; `called` names it in messages.
    /// Errors   InputError "called: …" for numbers that contradict each other or the storage
    [[nodiscard]] TorchTensor tensor(PickleId id, const std::string& called) const;

    struct Entry {
        std::optional<std::string> key;  ///< a text, or an integer as text; else nothing
        PickleId value;
    };
    /// Of a dictionary, a list or a tuple; of other values none.
    [[nodiscard]] std::vector<Entry> entries(PickleId id) const;
    /// Every storage that is named, in this order, one as often as it is named.
    /// Errors   InputError "shown: …"
    [[nodiscard]] std::vector<TorchStorage> storages() const;

private:
    /// A global by its row, and what it is called with.
    struct Call {
        const PickleValue* global = nullptr;
        const std::vector<PickleId>* arguments = nullptr;
    };
    [[nodiscard]] Call tensor_call(PickleId id) const;
    [[nodiscard]] TorchStorage storage(PickleId id, const std::string& called) const;
    [[nodiscard]] std::vector<std::size_t> lengths(PickleId id, const std::string& called,
                                                   std::string_view what) const;
    void refuse_unlike_bits(PickleId metadata, const std::string& called) const;

    std::string shown_;
    Pickle pickle_;
};

}  // namespace sigprop
