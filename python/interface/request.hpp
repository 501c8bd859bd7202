#pragma once
// What a function of the interface is called with, and what it gives: JSON values, and objects that are kept
// here by number. A request that is not as `_core.py` writes it ends in nlohmann's exception, an internal
// error.

#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace sigprop::python {

/// Members stay in the order in which they were set.
using Value = nlohmann::ordered_json;

/// Something is of a wrong kind, as Python's TypeError says it.
class TypeError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Keeps the object until it is forgotten; its number, never 0 and never given twice.
[[nodiscard]] std::uint64_t keep(std::shared_ptr<void> object, const std::type_info& type);
template <class T>
[[nodiscard]] std::uint64_t keep(std::shared_ptr<T> object) {
    return keep(std::shared_ptr<void>(std::move(object)), typeid(T));
}
/// The object of this number, shared, so that another thread may forget it meanwhile.
/// Errors   TypeError if there is none, or one of another type
[[nodiscard]] std::shared_ptr<void> kept(std::uint64_t number, const std::type_info& type);
void forget(std::uint64_t number);

/// While it lives, what this thread keeps is listed in `made`; calls may stand inside of one another.
class MadeInCall {
public:
    explicit MadeInCall(std::vector<std::uint64_t>& made);
    MadeInCall(const MadeInCall&) = delete;
    MadeInCall& operator=(const MadeInCall&) = delete;
    ~MadeInCall();

private:
    std::vector<std::uint64_t>* before_;
};

/// A mutex that is free in a child: a fork copies no thread that may hold it, so that it is taken before.
/// Whoever holds one keeps and forgets no object.
class ForkSafeMutex {
public:
    ForkSafeMutex();
    ForkSafeMutex(const ForkSafeMutex&) = delete;
    ForkSafeMutex& operator=(const ForkSafeMutex&) = delete;
    ~ForkSafeMutex();

    void lock() { mutex_.lock(); }
    void unlock() { mutex_.unlock(); }

private:
    std::mutex mutex_;
};

/// Called once, before any fork.
void keep_across_forks();

class Request {
public:
    /// `spent` seconds of a budget are gone already.
    Request(const Value& fields, std::uint64_t token, double spent)
        : fields_(fields), token_(token), spent_(spent) {}

    [[nodiscard]] const Value& operator[](const char* name) const { return fields_.at(name); }
    [[nodiscard]] std::string text(const char* name) const { return fields_.at(name).get<std::string>(); }
    /// None where it is null.
    [[nodiscard]] std::optional<std::string> optional_text(const char* name) const;
    /// NaN and infinities, which JSON has not, are the texts that Python writes for them.
    [[nodiscard]] double number(const char* name) const;
    /// A whole number of 64 bits with its sign.
    [[nodiscard]] std::int64_t whole(const char* name) const;
    [[nodiscard]] bool truth(const char* name) const { return fields_.at(name).get<bool>(); }
    /// A path, whose bytes need be no UTF-8: they are written in hexadecimal.
    [[nodiscard]] std::optional<std::string> optional_path(const char* name) const;
    /// Pairs of texts, in order.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> pairs(const char* name) const;
    template <class T>
    [[nodiscard]] std::shared_ptr<T> object(const char* name) const {
        return object_of<T>(fields_.at(name));
    }
    template <class T>
    [[nodiscard]] static std::shared_ptr<T> object_of(const Value& number) {
        return std::static_pointer_cast<T>(kept(number.get<std::uint64_t>(), typeid(T)));
    }
    [[nodiscard]] const Value& options() const { return fields_.at("options"); }
    [[nodiscard]] std::uint64_t token() const { return token_; }
    [[nodiscard]] double spent() const { return spent_; }

private:
    const Value& fields_;
    std::uint64_t token_;
    double spent_;
};

template <class T>
[[nodiscard]] Value or_null(const std::optional<T>& value) {
    return value ? Value(*value) : Value();
}

/// The value as JSON, with NaN and infinities as Python's json reads them. What strangers named (files,
/// tensors) may hold bytes that are not UTF-8: they are shown as \xff, as the tool does.
void write_reply(const Value& value, std::string& out);

}  // namespace sigprop::python
