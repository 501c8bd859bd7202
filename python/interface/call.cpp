// The border: no exception leaves, and errors become words with the class that Python raises.

#include "call.h"

#include <array>
#include <new>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/version.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/input_errors.hpp"

#include "functions.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

Value version_of(const Request&) { return std::string(sigprop::version); }

const std::unordered_map<std::string_view, Value (*)(const Request&)>& functions() {
    static const auto all = [] {
        std::unordered_map<std::string_view, Value (*)(const Request&)> made = {{"version", &version_of}};
        for (const auto& table :
             {answer_functions(), array_functions(), catalogue_functions(), measure_functions(),
              normal_rule_functions(), recipe_functions(), report_functions(), sweep_functions(),
              train_functions(), verify_functions()}) {
            for (const Function& one : table) made.emplace(one.name, one.run);
        }
        return made;
    }();
    return all;
}

std::string with_caret(const InputError& error) {
    const std::string caret = caret_diagram(error.place());
    return caret.empty() ? error.what() : std::string(error.what()) + "\n" + caret;
}

Value failure(const char* name, std::string message) {
    return {{"error", name}, {"message", std::move(message)}};
}

Value failure(const InputError& error) {
    std::string message = with_caret(error);
    if (const auto* several = dynamic_cast<const InputErrors*>(&error)) {
        message.clear();
        for (const InputError& one : several->all())
            message += (message.empty() ? "" : "\n") + with_caret(one);
    }
    Value made = failure("InputError", std::move(message));
    const Place& place = error.place();
    made["text"] = place.text;
    made["offset"] = place.offset;
    made["length"] = place.text.empty() ? 0 : place.length;
    return made;
}

/// The reply, and whether it is one or says why there is none.
std::pair<sigprop_status, Value> outcome(const char* function, std::string_view request,
                                         std::uint64_t token) {
    try {
        const auto found = functions().find(function);
        if (found == functions().end())
            return {sigprop_failed,
                    failure("InternalError", std::string("there is no function '") + function + "'")};
        const Value fields = Value::parse(request);
        return {sigprop_ok, found->second(Request(fields, token))};
    } catch (const Interrupted&) {
        return {sigprop_interrupted, {}};
    } catch (const InputError& error) {
        return {sigprop_failed, failure(error)};
    } catch (const IoError& error) {
        return {sigprop_failed, failure("OSError", error.what())};
    } catch (const TypeError& error) {
        return {sigprop_failed, failure("TypeError", error.what())};
    } catch (const std::bad_alloc&) {
        return {sigprop_failed, failure("MemoryError", "sigprop: there is not enough memory for this")};
    } catch (const std::exception& error) {
        return {sigprop_failed, failure("InternalError", error.what())};
    }
}

/// A long reply is not kept for the life of the thread.
constexpr std::size_t most_kept = std::size_t{1} << 20U;

}  // namespace
}  // namespace sigprop::python

extern "C" {

void sigprop_start(sigprop_progress progress, uint64_t main_thread) {
    sigprop::python::start(progress, main_thread);
    sigprop::python::keep_across_forks();
}

sigprop_status sigprop_call(const char* function, const char* request, size_t size, uint64_t token,
                            sigprop_reply* reply) {
    using namespace sigprop::python;
    static thread_local std::string text;
    auto [status, value] = outcome(function, {request, size}, token);
    try {
        // not before: a handler of progress may call from this thread, too
        if (text.capacity() > most_kept) text = {};
        text.clear();
        write_reply(value, text);
    } catch (const std::bad_alloc&) {
        static constexpr std::string_view words =
            R"({"error":"MemoryError","message":"sigprop: there is not enough memory for this"})";
        *reply = {words.data(), words.size()};
        return sigprop_failed;
    }
    *reply = {text.data(), text.size()};
    return status;
}

void sigprop_forget(uint64_t object) { sigprop::python::forget(object); }

}  // extern "C"
