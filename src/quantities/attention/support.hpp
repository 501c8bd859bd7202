#pragma once
// Code that the themes of attention share: reading a call, and the entropy of a row.

#include <cstdint>
#include <string>

#include "methods/softmax/means.hpp"
#include "methods/softmax_sampling/samples.hpp"
#include "quantities/support.hpp"

namespace sigprop {

struct AttentionRowArguments;

/// A number of keys. It is a real parameter, since 2^63 is beyond 64 bits with a sign.
/// Errors   InputError naming the parameter where it is no integer
[[nodiscard]] std::uint64_t row_length(const Real& n, const std::string& name = "n");

/// Errors   InputError where n is no integer
[[nodiscard]] RowsAsked rows_asked(const AttentionRowArguments& given);

/// Two ways to E H = E log S - E sum a x.
enum class EntropyForm : std::uint8_t {
    stein,  ///< E sum a x = std^2 (1 - E sum a^2) by Stein's lemma, 1 - 1/n where std is tiny; for normal
            ///< logits only
    integrated,  ///< E sum a x by integration, for any law
};

/// E H in nats, an enclosure; with RowMask::causal the average over the rows of 1 … n keys.
/// Errors   those of row_mean; std::logic_error for Stein's lemma with a law that is not normal
[[nodiscard]] Answer row_entropy(EntropyForm form, const LogitLaw& law, std::uint64_t n, RowMask mask,
                                 long bits, const Context& context,
                                 TableFor lengths = TableFor::every_length);

/// A route of this kind whose method gives an enclosure.
[[nodiscard]] Route enclosed(RouteKind route, const char* method,
                             std::function<Answer(long bits, const Context& context)> value);
/// A route of this kind whose method gives an estimate in double precision.
[[nodiscard]] Route estimated(RouteKind route, const char* method,
                              std::function<Answer(const Context& context)> value);
/// A route by samples, with the method monte_carlo.
[[nodiscard]] Route sampled(std::function<Answer(const Context& context)> value);

}  // namespace sigprop
