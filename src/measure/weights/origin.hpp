#pragma once
// What a file looks like when it does not hold what was claimed: the usual mistakes with the claimed numbers,
// and the initial laws of libraries for its shape.

#include <sigprop/measure/weights/weights.hpp>
#include <string>
#include <vector>

#include "measure/weights/claim.hpp"
#include "measure/weights/law.hpp"

namespace sigprop {

struct KnownLaw {
    std::string name;
    WeightLaw law;
    std::string std = {};  ///< of initialisers: an expression, after truncation
};

/// Both fans of an array, including the receptive field; 0 for fewer than two axes.
struct Fans {
    double in = 0;
    double out = 0;
};
[[nodiscard]] Fans fans_of(const std::vector<std::size_t>& shape, WeightLayout layout);

/// The initialisers of libraries for an array of this shape: for fans as the layout has them, then with the
/// fans swapped, then those of shape_laws.hpp. Of laws that are the same numbers the first stays.
[[nodiscard]] std::vector<KnownLaw> known_initialisers(const std::vector<std::size_t>& shape,
                                                       WeightLayout layout, const WeightStatistics& found);

[[nodiscard]] std::vector<KnownLaw> known_initialisers(const Fans& fans);

/// A law of the library's scheme in its distributions: uniform, normal, truncated at ±2 std corrected and
/// not.
void add_scheme(std::vector<KnownLaw>& known, const std::string& name, const std::string& variance_text,
                double variance);

/// The names of all known laws that nothing in the file contradicts: first those without a number that was
/// fitted to it, in each half the likeliest first, of equally likely ones the nearest to the claim.
[[nodiscard]] std::vector<std::string> look_alikes(const ClaimedLaw& claimed,
                                                   const std::vector<std::size_t>& shape,
                                                   const WeightStatistics& found, const Rounding& rounding);

}  // namespace sigprop
