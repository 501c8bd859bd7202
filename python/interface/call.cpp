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

#include "dlpack.hpp"
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
#ifdef SIGPROP_WITH_COMMAND
        for (const Function& one : name_functions()) made.emplace(one.name, one.run);
#endif
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
/// Errors   std::bad_alloc
std::pair<sigprop_status, Value> outcome(const char* function, std::string_view request, std::uint64_t token,
                                         double spent) {
    try {
        const InCall here;
        const auto found = functions().find(function);
        if (found == functions().end())
            return {sigprop_failed,
                    failure("InternalError", std::string("there is no function '") + function + "'")};
        const Value fields = Value::parse(request);
        return {sigprop_ok, found->second(Request(fields, token, spent))};
    } catch (const Interrupted&) {
        return {sigprop_interrupted, {}};
    } catch (const Stopped&) {
        return {sigprop_stopped, {}};
    } catch (const InputError& error) {
        return {sigprop_failed, failure(error)};
    } catch (const IoError& error) {
        return {sigprop_failed, failure("OSError", error.what())};
    } catch (const TypeError& error) {
        return {sigprop_failed, failure("TypeError", error.what())};
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        return {sigprop_failed, failure("InternalError", error.what())};
    }
}

/// What a reply points at, and the objects of its call, until the reply is used again.
struct Owner {
    std::string text;
    std::vector<std::uint64_t> made;
};

/// A long text is not kept for as long as a reply is used again.
constexpr std::size_t most_kept = std::size_t{1} << 20U;

sigprop_python_api python_api = {};

}  // namespace
}  // namespace sigprop::python

extern "C" {

void sigprop_start(sigprop_progress progress, uint64_t main_thread, const sigprop_python_api* api) {
    if (api != nullptr) sigprop::python::python_api = *api;
    sigprop::python::start(progress, main_thread);
}

void sigprop_end(void) { sigprop::python::end(); }

sigprop_status sigprop_call(const char* function, const char* request, size_t size, uint64_t token,
                            double spent, sigprop_reply* reply) {
    using namespace sigprop::python;
    try {
        if (reply->owner == nullptr) reply->owner = new Owner;
        Owner& owner = *static_cast<Owner*>(reply->owner);
        owner.made.clear();
        if (owner.text.capacity() > most_kept) owner.text = {};
        owner.text.clear();
        const MadeInCall made(owner.made);
        const auto [status, value] = outcome(function, {request, size}, token, spent);
        write_reply(value, owner.text);
        reply->text = owner.text.data();
        reply->size = owner.text.size();
        return status;
    } catch (const std::bad_alloc&) {
        static constexpr std::string_view words =
            R"({"error":"MemoryError","message":"sigprop: there is not enough memory for this"})";
        reply->text = words.data();
        reply->size = words.size();
        return sigprop_failed;
    }
}

void sigprop_free_reply(sigprop_reply* reply) {
    using namespace sigprop::python;
    auto* const owner = static_cast<Owner*>(std::exchange(reply->owner, nullptr));
    if (owner == nullptr) return;
    for (const std::uint64_t one : owner->made) forget(one);
    delete owner;
}

void sigprop_forget(uint64_t object) { sigprop::python::forget(object); }

void sigprop_drop_object(void* capsule) {
    using namespace sigprop::python;
    forget(reinterpret_cast<std::uintptr_t>(python_api.capsule_get_pointer(capsule, "sigprop object")));
}

void sigprop_drop_tensor(void* capsule) {
    using namespace sigprop::python;
    auto* const tensor =
        static_cast<dlpack::ManagedTensor*>(python_api.capsule_get_pointer(capsule, "sigprop tensor"));
    if (tensor->release == nullptr) return;
    // An exception may be on its way, and what gives the tensor back may be Python.
    void *type = nullptr, *value = nullptr, *traceback = nullptr;
    python_api.err_fetch(&type, &value, &traceback);
    tensor->release(tensor);
    python_api.err_restore(type, value, traceback);
}

}  // extern "C"
