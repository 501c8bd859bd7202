#pragma once
// What the themes of attention share: reading a call, and the entropy of a row.

#include <cstdint>
#include <string>

#include "methods/softmax/means.hpp"
#include "quantities/support.hpp"

namespace sigprop {

/// A number of keys: an integer from 2 to 2^63.
/// Errors   InputError naming the parameter
[[nodiscard]] std::uint64_t row_length(const Arguments& arguments, const std::string& name);

/// The law of the logits that std and softcap describe.
/// Errors   InputError unless 1e-3 <= std <= 64, softcap > 0
[[nodiscard]] LogitLaw logit_law(const Arguments& arguments);

[[nodiscard]] RowMask row_mask(const Arguments& arguments);

/// n, std=1, softcap=, mask=full: the parameters of a quantity of iid logits.
[[nodiscard]] std::vector<Parameter> row_parameters();

/// Two ways to E H = E log S - E sum a x.
enum class EntropyForm : std::uint8_t {
    stein,       ///< E sum a x = std^2 (1 - E sum a^2) by Stein's lemma: of normal logits alone
    integrated,  ///< E sum a x as it stands, whatever the law
};

/// E H in nats, an enclosure; with RowMask::causal the average over the rows of 1 … n keys.
/// Errors   those of row_mean; std::logic_error for Stein's lemma and another law
[[nodiscard]] Answer row_entropy(EntropyForm form, const LogitLaw& law, std::uint64_t n, RowMask mask,
                                 long bits, const Context& context);

/// The quantity's enclosure by that method of that route.
[[nodiscard]] Route enclosed(RouteKind route, const char* method,
                             std::function<Answer(long bits, const Context& context)> value);
/// An estimate in double precision by that method of that route.
[[nodiscard]] Route estimated(RouteKind route, const char* method,
                              std::function<Answer(const Context& context)> value);
/// A sample, testified by the method monte_carlo.
[[nodiscard]] Route sampled(std::function<Answer(const Context& context)> value);

}  // namespace sigprop
