#include "request.hpp"

#include <pthread.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <unordered_map>

#include "core/base/valid_text.hpp"

namespace sigprop::python {
namespace {

struct Kept {
    std::shared_ptr<void> object;
    const std::type_info* type;
};

struct Store {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, Kept> objects;
    std::vector<ForkSafeMutex*> others;  ///< locked while the process forks, too
    std::uint64_t last = 0;
};

/// Never destroyed: Python forgets its objects while the process ends.
Store& store() {
    static auto* const one = new Store;
    return *one;
}

thread_local std::vector<std::uint64_t>* made_in_call = nullptr;

void write_text(const std::string& text, std::string& out) {
    static constexpr const char* digits = "0123456789abcdef";
    out += '"';
    const auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    if (std::ranges::all_of(text, plain)) {
        out += text;
        out += '"';
        return;
    }
    for (const char c : valid_text(text)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20U) {
            out += "\\u00";
            out += digits[byte >> 4U];
            out += digits[byte & 15U];
        } else {
            out += c;
        }
    }
    out += '"';
}

}  // namespace

std::uint64_t keep(std::shared_ptr<void> object, const std::type_info& type) {
    Store& all = store();
    const std::lock_guard lock(all.mutex);
    all.objects.emplace(++all.last, Kept{std::move(object), &type});
    if (made_in_call != nullptr) made_in_call->push_back(all.last);
    return all.last;
}

std::shared_ptr<void> kept(std::uint64_t number, const std::type_info& type) {
    Store& all = store();
    const std::lock_guard lock(all.mutex);
    const auto found = all.objects.find(number);
    if (found == all.objects.end())
        throw TypeError("there is no object " + std::to_string(number) +
                        ": it was freed, or belongs to another process");
    if (*found->second.type != type) throw TypeError("an object of sigprop is of another kind than expected");
    return found->second.object;
}

void forget(std::uint64_t number) {
    std::shared_ptr<void> last;  // destroyed without the lock, as destructors may take long
    Store& all = store();
    const std::lock_guard lock(all.mutex);
    const auto found = all.objects.find(number);
    if (found == all.objects.end()) return;
    last = std::move(found->second.object);
    all.objects.erase(found);
}

MadeInCall::MadeInCall(std::vector<std::uint64_t>& made) : before_(std::exchange(made_in_call, &made)) {}

MadeInCall::~MadeInCall() { made_in_call = before_; }

ForkSafeMutex::ForkSafeMutex() {
    Store& all = store();
    const std::lock_guard lock(all.mutex);
    all.others.push_back(this);
}

ForkSafeMutex::~ForkSafeMutex() {
    Store& all = store();
    const std::lock_guard lock(all.mutex);
    std::erase(all.others, this);
}

void keep_across_forks() {
    constexpr auto unlock = [] {
        for (ForkSafeMutex* one : store().others) one->unlock();
        store().mutex.unlock();
    };
    // Whoever holds one of the others never asks for the first.
    pthread_atfork(
        [] {
            store().mutex.lock();
            for (ForkSafeMutex* one : store().others) one->lock();
        },
        unlock, unlock);
}

std::int64_t Request::whole(const char* name) const {
    const Value& value = fields_.at(name);
    if (!value.is_number_integer() || (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX))
        throw TypeError(std::string(name) + " is a whole number");
    return value.get<std::int64_t>();
}

double Request::number(const char* name) const {
    const Value& value = fields_.at(name);
    return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

std::optional<std::string> Request::optional_text(const char* name) const {
    const Value& value = fields_.at(name);
    return value.is_null() ? std::nullopt : std::optional(value.get<std::string>());
}

std::optional<std::string> Request::optional_path(const char* name) const {
    const Value& value = fields_.at(name);
    if (value.is_null()) return std::nullopt;
    const auto& digits = value.get_ref<const std::string&>();
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
    return bytes;
}

std::vector<std::pair<std::string, std::string>> Request::pairs(const char* name) const {
    return fields_.at(name).get<std::vector<std::pair<std::string, std::string>>>();
}

void write_reply(const Value& value, std::string& out) {
    bool first = true;
    const auto separate = [&] {
        if (!first) out += ',';
        first = false;
    };
    switch (value.type()) {
        case Value::value_t::object:
            out += '{';
            for (const auto& [key, one] : value.items()) {
                separate();
                write_text(key, out);
                out += ':';
                write_reply(one, out);
            }
            out += '}';
            return;
        case Value::value_t::array:
            out += '[';
            for (const Value& one : value) {
                separate();
                write_reply(one, out);
            }
            out += ']';
            return;
        case Value::value_t::string: return write_text(value.get_ref<const std::string&>(), out);
        case Value::value_t::number_float: {
            const auto number = value.get<double>();
            if (std::isnan(number)) {
                out += "NaN";
            } else if (std::isinf(number)) {
                out += number < 0 ? "-Infinity" : "Infinity";
            } else {
                out += value.dump();
            }
            return;
        }
        default: out += value.dump(); return;
    }
}

}  // namespace sigprop::python
