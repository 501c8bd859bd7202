#pragma once
// Compares a user's own weights with what the user believes: does a file hold samples of the initial law it
// is said to have, and if not, what does it look like? One pass takes the moments, the extremes and the
// entries that cannot be weights; the claimed law gives what they should be. Whether the entries are
// independent is tested, too: correlation of rows, of columns, of blocks of either (gates) and at lags in
// memory. Orthogonal, sorted, copied or normalised weights are no samples, whatever their law; standard
// errors are those of independent entries.
//
// Every test can only refute the claim. Extremes refute when their probability is below 1e-7; mean, std and
// shape refute when they lie more than 6 standard errors away. (The shape is E|w| / rms, Geary 1935: it is
// bounded, so that 6 of its standard errors mean what they say from 100 entries on; the kurtosis is shown and
// not tested.) Each of up to 60 tests of independence refutes beyond 6 standard errors, too, in statistics
// whose tails are lighter than a normal's or made so. A right file is refuted less than once in 10^6: this is
// derived for a normal law, a uniform law and limits around 0 (a skewed one-sided tail of 100 to 500 entries
// fails a little more often: none in 150,000 tried). A claim that stands is confirmed once 6 standard errors
// are below 12 % of the std, so that a forgotten factor 0.8796 would have been seen.

#include <cstdint>
#include <functional>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <sigprop/formats/npy.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// The results of a pass over an array; moments are those of the finite entries.
struct WeightStatistics {
    std::uint64_t count = 0;  ///< all entries
    std::uint64_t zeros = 0;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    std::optional<std::size_t> first_bad;  ///< in the order of the file
    double mean = 0;
    double std = 0;             ///< about the sample's mean, with 1/(n-1); 0 for fewer than two entries
    double standard_error = 0;  ///< of std, from the sample's fourth moment
    double skewness = 0;
    double kurtosis = 0;  ///< 3 for a normal, 1.8 for a uniform law; 0 when undefined
    double min = 0;
    double max = 0;
    double centre = 0;          ///< the centre of the next two: the mean of the claimed law
    double mean_magnitude = 0;  ///< mean |w - centre|
    double rms = 0;             ///< sqrt(mean (w - centre)^2)
    int significant_bits = 0;   ///< the most that an entry needs: 8 for bfloat16, whatever type stores it
    /// Of weights that were rounded to few levels before they were stored: bounds of the root mean square
    /// distance, and of each distance, between a weight and its entry; else 0.
    double grid_rms = 0, grid_max = 0;

    [[nodiscard]] std::uint64_t finite() const { return count - nans - infinities; }
    [[nodiscard]] bool has_std() const { return finite() >= 2; }
};

/// Shapes   any shape, complex excluded; here the order of the entries does not matter
/// Accuracy sums over batches are added exactly: relative error below 1e-13 of each sum of absolute values.
/// The
///          same bits for any number of threads
/// `done` is told how many leading numbers, in the order of the file, are no longer needed.
[[nodiscard]] WeightStatistics weight_statistics(const TensorView& weights, double centre,
                                                 const Context& context,
                                                 const std::function<void(std::size_t)>& done = {});

enum class LimitUnits : std::uint8_t { relative, absolute };  ///< in std, or in units of the weights
enum class WeightLayout : std::uint8_t {
    torch,  ///< W[fan_out, fan_in, kernel…]
    keras,  ///< W[kernel…, fan_in, fan_out]
};

enum class WeightDistribution : std::uint8_t { normal, uniform };

/// N(0, std^2), truncated where limits are given; std is that of the normal before truncation, as passed to
/// the initialiser. Or uniform on ±sqrt(3) std, which has this std and takes no other limits. The texts are
/// expressions.
struct WeightsClaim {
    std::string std;
    WeightDistribution distribution = WeightDistribution::normal;
    std::optional<std::string> lower = {}, upper = {};
    LimitUnits limits = LimitUnits::relative;
    WeightLayout layout = WeightLayout::torch;
    bool bfloat16 = false;
};

/// A law of a library that nothing in a file contradicts.
struct LikelyLaw {
    std::string name;
    std::string std;            ///< an expression: that of the law, after truncation
    double log_likelihood = 0;  ///< natural; differences between laws of the same file say how decisive it is
    double prior = 0;           ///< the log-odds against a law whose number was read from these very weights
};

struct WeightsMeasurement {
    std::vector<std::size_t> shape;
    ElementType type = ElementType::float64;
    WeightStatistics statistics;
    std::string truncation;  ///< "none seen", "at ±0.04, …", "uniform ±0.036", …; empty when not requested
    std::string law;         ///< what the weights look like without any claim; empty beside a claim
    std::vector<LikelyLaw> likely;  ///< without a claim: the most likely first
    std::string tested;  ///< what the verdict rests on: "std and law of the entries; correlation of rows …"
    /// The expression is the std that follows from the claim, `stated` the std of the file with 6 standard
    /// errors around it, and the evidence includes the measurement; confirmed, refuted or undecided.
    Record record;
};

/// Errors   InputError for a claim that is no law, arrays that are empty or complex; and those of NpyFile
[[nodiscard]] WeightsMeasurement measure_weights(const std::string& path, const WeightsClaim& claim,
                                                 const Context& context);

/// The same for an array in memory; `name` stands for the path.
[[nodiscard]] WeightsMeasurement measure_weights(const TensorView& weights, const std::string& name,
                                                 const WeightsClaim& claim, const Context& context,
                                                 const std::function<void(std::size_t)>& done = {});

/// What a file holds when nothing is claimed: its law, its std with 6 standard errors, and the initialisers
/// of libraries for this shape that nothing contradicts. The record has no verdict; its expression is the std
/// of the likeliest.
/// Errors   as above
[[nodiscard]] WeightsMeasurement describe_weights(const std::string& path, WeightLayout layout, bool bfloat16,
                                                  const Context& context);

/// The same for an array in memory.
[[nodiscard]] WeightsMeasurement describe_weights(const TensorView& weights, const std::string& name,
                                                  WeightLayout layout, const Context& context,
                                                  const std::function<void(std::size_t)>& done = {});

}  // namespace sigprop
