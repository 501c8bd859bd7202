#pragma once
// What a pickle says, as a tree that is looked at and never run. A pickle is a program for a machine with a
// stack: here it builds plain values, and what it would call stands in the tree as a call, which nobody
// makes. Names of Python are taken from a list; any other is refused. The opcodes are those of protocols 2 to
// 5. Work and memory are bounded by the size of the pickle and by limits.
// Reference: CPython, Lib/pickletools.py.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

using PickleId = std::uint32_t;  ///< of a value in its pickle

struct PickleValue {
    enum class Kind : std::uint8_t {
        none,
        boolean,
        integer,
        text,
        tuple,
        list,
        mapping,
        global,    ///< a name of Python that is known
        call,      ///< of a global, with arguments; what it would return may have items
        external,  ///< something outside of the pickle, by the value that names it
        other,     ///< a number that is no 64-bit integer, bytes, a set
    };
    Kind kind = Kind::other;
    PickleId callee = 0;               ///< of a call
    PickleId argument = 0;             ///< of a call: a tuple; of something external: its name
    std::int64_t integer = 0;          ///< or a boolean, or the row of a global
    std::string_view text = {};        ///< of the bytes of the pickle
    std::vector<PickleId> items = {};  ///< of a mapping and of a call: key, value, key, value, …
};

struct PickleGlobal {
    std::string name;        ///< "collections.OrderedDict"
    bool has_items = false;  ///< what it returns is a dictionary, which the pickle fills
};

/// How much is read: state dicts of a hundred thousand tensors, and no more memory than 300 MB.
struct PickleLimits {
    std::size_t bytes = 100'000'000, values = 4'000'000, opcodes = 20'000'000;
};

struct PickleRules {
    std::span<const PickleGlobal> known;
    std::string_view fix;  ///< ends the refusal of any other name
    PickleLimits limits = {};
};

class Pickle {
public:
    /// Reads the pickle that begins the bytes, which must outlive this; `shown` is what it is called in
    /// messages: "model.pt: data.pkl".
    /// Errors   InputError "shown: what is wrong, and the fix"
    Pickle(std::string_view bytes, const std::string& shown, const PickleRules& rules);

    [[nodiscard]] const PickleValue& operator[](PickleId id) const { return values_[id]; }
    [[nodiscard]] PickleId root() const noexcept { return root_; }
    /// Its values are those below this, in the order in which it makes them.
    [[nodiscard]] PickleId size() const noexcept { return static_cast<PickleId>(values_.size()); }
    /// The byte behind the pickle.
    [[nodiscard]] std::size_t end() const noexcept { return end_; }

private:
    std::deque<PickleValue> values_;
    PickleId root_ = 0;
    std::size_t end_ = 0;
};

}  // namespace sigprop
