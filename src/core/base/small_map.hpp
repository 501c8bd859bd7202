#pragma once
// A map that is searched in order while it is small and by comparison when it has grown: for the nodes of a
// formula, of which there are mostly ten and sometimes ten thousand.

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace sigprop {

template <class Key, class Value>
class SmallMap {
public:
    /// The value of this key, or nullptr; valid until the next insertion.
    [[nodiscard]] const Value* find(const Key& key) const {
        for (const auto& entry : few_) {
            if (entry.first == key) return &entry.second;
        }
        if (many_.empty()) return nullptr;
        const auto found = many_.find(key);
        return found == many_.end() ? nullptr : &found->second;
    }

    /// The key must be new.
    void insert(Key key, Value value) {
        constexpr std::size_t few = 24;
        if (few_.size() < few) {
            few_.emplace_back(std::move(key), std::move(value));
        } else {
            many_.emplace(std::move(key), std::move(value));
        }
    }

private:
    std::vector<std::pair<Key, Value>> few_;
    std::map<Key, Value> many_;
};

}  // namespace sigprop
