#pragma once
// A cache of the values requested last. It is bounded by their number and by their sizes; the value that has
// gone unrequested longest is evicted first, but lives on while a call still reads it. Only for values that
// depend on their key alone, so that earlier requests change no result. Thread-safe. Not for values that must
// never be evicted, nor for what is written to disk.

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace sigprop {

template <class Key, class Value>
class Recent {
public:
    /// The size of a value, in bytes or any other unit. Any thread may call it, under the lock, and calls it
    /// again at each eviction, since a value may grow.
    using Size = std::size_t (*)(const Value&);

    explicit Recent(std::size_t most) : most_(most) {}
    Recent(std::size_t most, std::size_t max_size, Size size)
        : most_(most), max_size_(max_size), size_(size) {}

    /// The value of this key, from `make()` if it is not cached. Other callers wait while it is made; if
    /// make() throws, the next caller tries again.
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

    /// Restores the bounds after a value has grown. The value requested last always stays.
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
        std::shared_ptr<Value> value;  ///< null while it is made; changed under both mutexes
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
    std::list<std::shared_ptr<Entry>> entries_;  ///< the most recently requested first
};

}  // namespace sigprop
