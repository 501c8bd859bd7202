#pragma once
// Computes an Expectation by each method: the table of methods, and how means become the value asked for.

#include "methods/mean/mean.hpp"
#include "methods/route.hpp"

namespace sigprop {

/// The integrands of one variable, examined once for all methods. Under a law of several variables only
/// sampling applies.
struct PreparedExpectation {
    const Expectation* expectation = nullptr;
    std::vector<MeanProblem> problems;
    Status status = Status::ok;  ///< the worst status of the problems; no method is run unless it is ok
    std::string reason;
};

[[nodiscard]] PreparedExpectation prepare(const Expectation& expectation, const Context& context);

struct EnclosureMethod {
    std::string_view name;
    MeanResult (*mean)(const MeanProblem& problem, long bits, const Context& context);
};

/// Cheapest first: only the first one computes all the digits asked for.
[[nodiscard]] std::span<const EnclosureMethod> enclosure_methods(const PreparedExpectation& prepared);

/// The value from enclosures of the means at about `bits` bits; adds to `evaluations`.
[[nodiscard]] Answer enclose(const PreparedExpectation& prepared, const EnclosureMethod& method, long bits,
                             const Context& context, std::uint64_t& evaluations);

/// Evidence from every selected double-precision quadrature and from both kinds of Monte Carlo.
[[nodiscard]] std::vector<Evidence> estimate_and_sample(const PreparedExpectation& prepared,
                                                        const Context& context);

}  // namespace sigprop
