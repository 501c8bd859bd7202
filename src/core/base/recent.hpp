#pragma once
// What was asked for last, so that the next who ask for it need not make it again: bounded by the number of
// values and by their sizes, the one longest unasked for is forgotten first, and lives on while a call still
// reads it. For values that depend on their key alone: what was asked before then changes no result.
// Thread-safe. Not for what may never be forgotten, nor for what is written down.

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace sigprop {

template <class Key, class Value>
class Recent {
public:
    /// Bytes, or whatever the values are measured in. Called under the lock, by any thread, and again when
    /// something is forgotten: a value may grow.
    using Size = std::size_t (*)(const Value&);

    explicit Recent(std::size_t most) : most_(most) {}
    Recent(std::size_t most, std::size_t max_size, Size size)
        : most_(most), max_size_(max_size), size_(size) {}

    /// The value of this key: `make()`, unless it is known. Whoever asks while it is made waits; a make that
    /// throws leaves it to be made.
    template <class Make>
    [[nodiscard]] std::shared_ptr<Value> find(const Key& key, const Make& make) {
        const std::shared_ptr<Entry> entry = asked_for(key);
        const std::lock_guard making(entry->making);
        if (entry->value == nullptr) {
            std::shared_ptr<Value> value(new Value(make()));  // in place: a Value need not be movable
            const std::lock_guard lock(mutex_);
            entry->value = std::move(value);
            forget();
        }
        return entry->value;
    }

    /// Once more within bounds, after a value has grown. The one asked for last always stays.
    void forget_oldest() {
        const std::lock_guard lock(mutex_);
        forget();
    }
    void forget_all() {
        const std::lock_guard lock(mutex_);
        entries_.clear();
    }

private:
    struct Entry {
        explicit Entry(const Key& name) : key(name) {}

        Key key;
        std::mutex making;
        std::shared_ptr<Value> value;  ///< none while it is made; changed under both mutexes
    };

    std::shared_ptr<Entry> asked_for(const Key& key) {
        const std::lock_guard lock(mutex_);
        for (auto place = entries_.begin(); place != entries_.end(); ++place) {
            if ((*place)->key != key) continue;
            entries_.splice(entries_.begin(), entries_, place);
            return entries_.front();
        }
        entries_.push_front(std::make_shared<Entry>(key));
        forget();
        return entries_.front();
    }

    void forget() {
        const auto size_of = [this](const Entry& entry) {
            return size_ == nullptr || entry.value == nullptr ? std::size_t{0} : size_(*entry.value);
        };
        std::size_t size = 0;
        for (const auto& entry : entries_) size += size_of(*entry);
        while (entries_.size() > 1 && (entries_.size() > most_ || size > max_size_)) {
            size -= size_of(*entries_.back());
            entries_.pop_back();
        }
    }

    std::size_t most_;
    std::size_t max_size_ = 0;
    Size size_ = nullptr;
    std::mutex mutex_;
    std::list<std::shared_ptr<Entry>> entries_;  ///< the one asked for last in front
};

}  // namespace sigprop
