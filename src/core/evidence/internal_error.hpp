#pragma once
// What no code throws on purpose, a std::logic_error or std::out_of_range, is a fault of the library. It
// costs the number that was being computed and no other: the fault becomes evidence of status `internal`.

#include <exception>
#include <new>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/evidence/evidence.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sigprop {

/// Whether another process waits for this one, which must then end with it.
[[nodiscard]] bool shares_work(const Context& context);

/// find(), or failed(message) after a fault. Errors of the user, of the machine, an interruption and the end
/// of the time pass through; so does every fault where ranks share the work, since their collective calls
/// would no longer match.
template <class Find, class Failed>
auto or_internal_error(const Context& context, const Find& find, const Failed& failed) -> decltype(find()) {
    std::string message;
    try {
        return find();
    } catch (const InputError&) {
        throw;
    } catch (const IoError&) {
        throw;
    } catch (const Interrupted&) {
        throw;
    } catch (const TimeSpent&) {
        throw;
    } catch (const std::bad_alloc&) {  // the machine's, too
        throw;
    } catch (const std::exception& error) {
        if (shares_work(context)) throw;
        message = error.what();
    }
    return failed(std::move(message));
}

/// Evidence of a fault outside of all methods: its method is `engine`.
[[nodiscard]] std::vector<Evidence> internal_error_evidence(std::string message);

/// The first piece of evidence of a fault; nullptr if there is none.
[[nodiscard]] const Evidence* find_internal_error(const std::vector<Evidence>& evidence);

/// "internal error: engine (definition): map::at".
[[nodiscard]] std::string internal_error_text(const Evidence& fault);

}  // namespace sigprop
