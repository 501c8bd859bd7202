#pragma once
// Asks the library and compares the answer with a number that another program printed.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/verdict.hpp>
#include <sigprop/sigprop.hpp>
#include <span>

#include "core/ball/text.hpp"
#include "methods/route.hpp"

namespace answers {

inline constexpr const char* proofs = "closed_form,arb_*";

inline sigprop::Result ask(const std::string& expression, long digits = 30,
                           const std::string& methods = proofs) {
    return sigprop::evaluate(expression,
                             {.digits = digits, .samples = std::uint64_t{1} << 14, .methods = methods});
}

/// The printed decimal, plus or minus one unit in its last digit.
inline sigprop::Ball printed(const std::string& text) {
    const sigprop::Ball x = sigprop::Ball::from_rational(sigprop::Rational::from_decimal(text), 400);
    std::int64_t digits = 0;
    for (const char c : text.substr(0, text.find('e')))
        digits += (c >= '1' && c <= '9') || (c == '0' && digits > 0) ? 1 : 0;
    return x.widened(x.magnitude() * sigprop::pow(sigprop::Ball(10).at_precision(64), 2 - digits));
}

inline std::ptrdiff_t enclosures(const std::vector<sigprop::Evidence>& evidence) {
    return std::ranges::count_if(evidence, [](const sigprop::Evidence& e) {
        return e.kind == sigprop::Kind::enclosure && e.status == sigprop::Status::ok;
    });
}

/// Whether every enclosure contains the reference, none contradicts another, and the best has all digits.
inline bool matches(const sigprop::Result& result, const sigprop::Ball& reference) {
    const sigprop::Evidence* best = result.enclosure();
    if (best == nullptr || !sigprop::has_digits(best->value, result.digits())) return false;
    if (!sigprop::reconcile(result.evidence()).contradiction.empty()) return false;
    return std::ranges::all_of(result.evidence(), [&](const sigprop::Evidence& e) {
        return e.kind != sigprop::Kind::enclosure || e.status != sigprop::Status::ok ||
               e.value.overlaps(reference);
    });
}

/// A call, and the number that another program printed for it.
struct Reference {
    const char *call, *value;
};

/// Every call, asked by `of`, has its value by `enclosures_each` enclosures, or by any if not given.
template <class Ask>
void check_references(std::span<const Reference> rows, const Ask& of,
                      std::optional<std::ptrdiff_t> enclosures_each = 2) {
    for (const Reference& row : rows) {
        const std::string call = row.call;
        CAPTURE(call);
        const sigprop::Result result = of(call);
        if (enclosures_each) CHECK(enclosures(result.evidence()) == *enclosures_each);
        CHECK(matches(result, printed(row.value)));
    }
}

/// What does not agree: an unreliable witness, or a contradiction; "" when all do.
inline std::string dissent(const std::vector<sigprop::Evidence>& evidence) {
    const sigprop::Reconciliation all = sigprop::reconcile(evidence);
    for (const sigprop::Evidence& e : all.evidence) {
        if (e.status == sigprop::Status::unreliable) return e.method + " is unreliable: " + e.reason;
    }
    return all.contradiction;
}

/// All methods together: at least two enclosures, nothing unreliable, no contradiction.
inline std::string disagreement(const sigprop::Result& result) {
    if (enclosures(result.evidence()) < 2) return "fewer than two enclosures";
    return dissent(result.evidence());
}

/// The InputError's message, with "@offset" where it points; "" when there is none.
inline std::string complaint(const std::string& expression) {
    try {
        (void)ask(expression);
    } catch (const sigprop::InputError& error) {
        if (error.place().text.empty()) return std::string(error.what()) + " @nowhere";
        return std::string(error.what()) + " @" + std::to_string(error.place().offset);
    }
    return "";
}

inline bool complains(const std::string& expression, const std::string& words) {
    const std::string said = complaint(expression);
    if (said.find(words) != std::string::npos && said.find("@nowhere") == std::string::npos) return true;
    MESSAGE(expression << ": '" << said << "' instead of '" << words << "'");
    return false;
}

/// domain, unable or ok, and no number from any method unless ok.
inline std::string status(const std::string& expression, const std::string& methods = "*") {
    const sigprop::Result result = ask(expression, 30, methods);
    if (result.status() == sigprop::Status::ok) return "ok";
    for (const sigprop::Evidence& e : result.evidence()) {
        if (e.status == sigprop::Status::ok) return "a number by " + e.method;
    }
    return std::string(sigprop::to_string(result.status()));
}

}  // namespace answers
