#pragma once
// Mistakes in backward passes of normalisation layers, as changes of one formula:
//
//     dx_j = (direct g_j - mean_term c_j sum(g) - inner_term f h_j sum(h g)) / r^power + residual dy_j
//            + skip dskip_j,
//
// with g = gain dy, h = x-hat = (x - c) / r, and f h_j = dr/dx_j in the right formula. Each mistake is one
// change.

#include <cstdint>
#include <optional>
#include <sigprop/models/normalization/rule.hpp>
#include <string>
#include <vector>

namespace sigprop {

enum class JacobianOutput : std::uint8_t { dx, dweight, dbias, y };
inline constexpr std::size_t jacobian_outputs = 4;
[[nodiscard]] constexpr unsigned bit(JacobianOutput output) { return 1U << static_cast<unsigned>(output); }

/// What takes the place of x-hat.
enum class Normalised : std::uint8_t { right, centred_input, input, after_gain };
enum class Gain : std::uint8_t { right, none, shifted, twice };
/// The row whose statistics are taken: before the first row is the last, and after the last the first.
enum class StatisticsOf : std::uint8_t { this_row, row_before, row_after, first_row };

struct Mistake {
    std::string text;
    unsigned outputs = 0;  ///< bits of the outputs in which it can show
    // the statistics
    std::optional<NormRule> rule = {};
    std::optional<double> epsilon = {};
    bool epsilon_of_largest = false;  ///< epsilon is multiplied by the square of the largest |x - c|
    StatisticsOf of = StatisticsOf::this_row;
    double freedom = 0;         ///< the spread divides by n - freedom
    bool slope_inside = false;  ///< dr/dx is that of eps inside the root
    // the gain
    Gain gain = Gain::right;
    double shift = 0;  ///< added to the gain where it is shifted
    // dx
    double direct = 1, mean_term = 1, inner_term = 1, residual = 0;
    int power = 1;
    Normalised outer = Normalised::right, inner = Normalised::right;
    bool direct_of_dy = false, mean_of_dy = false, inner_of_dy = false;  ///< dy in place of g
    double skip = 1;
    bool skip_inside = false;  ///< dskip is added to dy, before the layer's Jacobian
    // dweight, dbias, y
    double share = 1;        ///< the factor of the sum
    bool last_only = false;  ///< the last row instead of the sum
    bool gain_applied = false;
    Normalised summed = Normalised::right;
    bool crossed = false;  ///< dweight is the sum of dy, dbias that of dy x-hat
    bool bias_forgotten = false;
};

[[nodiscard]] inline bool is_centred(const NormRule& rule) { return rule.centre == NormCentre::mean; }

/// The facts that decide which mistakes are possible.
struct MistakeSetting {
    NormRule rule;
    double epsilon = 0;
    std::size_t size = 0;  ///< entries of a group
    std::size_t uses = 0;  ///< terms of a dweight
    bool of_features = true;
    bool has_weight = false, has_bias = false, has_skip = false;
    double offset = 0;
    std::size_t groups = 1;
    std::string group = "row";
};

[[nodiscard]] std::vector<Mistake> known_mistakes(const MistakeSetting& setting);
/// Those of epsilon, of the variance and of the rows that statistics are taken of.
void add_mistakes_of_statistics(std::vector<Mistake>& all, const MistakeSetting& setting);

}  // namespace sigprop
