#pragma once
// From a text to a record: the expression is parsed, its quantities are looked up in the catalogue, their
// routes give evidence, composites are formed method by method, and a claim's verdict is reached by raising
// the precision until an enclosure decides. One call does one expression; nothing that could be seen is kept
// between calls (values that refuted numbers are compared with are computed once a process).

#include <cstddef>
#include <functional>
#include <sigprop/core/context.hpp>
#include <sigprop/core/result.hpp>
#include <sigprop/engine/record.hpp>
#include <sigprop/judgement/claim.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// Computes an expression by every route it has.
/// Errors   InputError with a place in the text for syntax, unknown names, wrong arguments
[[nodiscard]] Result evaluate(std::string_view expression, const Context& context = {});

[[nodiscard]] Record evaluate_record(std::string_view expression, const Context& context);

/// Holds a claim against the evidence. External claims give a record without evidence or verdict.
/// Errors   InputError naming the claim when its expression does not bind
[[nodiscard]] Record verify_claim(const Claim& claim, const Context& context);

/// Calls work(0), …, work(count - 1), in any order and on any threads, and returns when all are done.
using Executor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;
void run_in_order(std::size_t count, const std::function<void(std::size_t)>& work);

/// The records of all claims, in their order; an expression that several of them ask for is computed once.
/// Errors   as verify_claim, of the first claim in order when the executor says so
[[nodiscard]] std::vector<Record> verify_claims(std::span<const Claim> claims, const Context& context,
                                                const Executor& execute = run_in_order);

/// Checks that the claim's expression binds, without computing; throws as verify_claim would.
void check_claim(const Claim& claim);

/// "n=64:1048576:x2" (geometric), "std=0.5:4:+0.5" (linear), "n=1,2,5" (list), exact decimals; for what is no
/// number "f=gelu,celu(2)" (activations, formulas in quotes, choices) and "f=*" (every activation by name).
[[nodiscard]] Axis parse_axis(std::string_view text);

/// The expression over the grid of the axes, whose names are free variables in it: one series a method. The
/// points are independent of each other and of how they are run. Where proofs contradict each other, every
/// value of the point is `unreliable`.
/// The axes `samples` (2 to 2^63) and `seed` (0 to 2^64 - 1) are reserved: they are no variables, but replace
/// Context::samples and Context::seed. Series of samples have them; what is not sampled depends on neither,
/// is computed once, and its series do not have them. A run that misses a proof makes both `unreliable`.
/// Errors   InputError naming the axis, also when the expression has a variable called `samples` or `seed`
[[nodiscard]] std::vector<Series> sweep(std::string_view id, std::string_view expression,
                                        const std::vector<Axis>& axes, const Context& context,
                                        const Executor& execute = run_in_order);

/// Checks that the expression holds every axis that is not reserved and binds at the first point; throws as
/// sweep would.
void check_sweep(std::string_view expression, const std::vector<Axis>& axes);

/// Whether its first point samples networks: points then run one after the other, each on all threads.
[[nodiscard]] bool sweep_samples_networks(std::string_view expression, const std::vector<Axis>& axes,
                                          const Context& context);

/// A constant of the snippet command: what is pasted into code.
struct NamedConstant {
    std::string name, expression, definition;
};
[[nodiscard]] std::vector<NamedConstant> named_constants();

}  // namespace sigprop
