#pragma once
// A whole normalisation layer: a rule (norm_rule.hpp) for each group of entries that share statistics
// (norm_layout.hpp), then gain and bias,
//
//     y = xhat (gain + offset) + bias,    xhat = (x - c) / r,
//
// with its exact vector-Jacobian product and the running statistics that BatchNorm keeps for inference. In
// double, for checking other people's kernels and for learning what they must do; not for training. What
// differs between frameworks is data: quantities/normalization_table.hpp.

#include <sigprop/models/norm_layout.hpp>
#include <vector>

namespace sigprop {

/// Spans of layout.parameters() numbers, or empty: the factor 1, the bias 0, no fixed statistics.
struct NormParameters {
    std::span<const double> gain;
    double gain_offset = 0;  ///< 1 where weights are stored around 0, as in Gemma
    std::span<const double> bias;
    /// BatchNorm's inference: what is normalised by does not depend on x.
    std::span<const double> fixed_mean, fixed_variance;
};

struct NormCall {
    NormRule rule;
    NormLayout layout;
    double epsilon = 0;
    NormParameters parameters;
};

/// The rule and the layout of a layer for x of that shape.
/// Errors   those of norm_layout and Normalization; a share of pRMSNorm that leaves no feature
[[nodiscard]] NormCall norm_call(const NormLayer& layer, std::span<const std::size_t> shape, double epsilon,
                                 const NormLayoutOptions& options = {});
/// int(d share), as the authors' code has it.
[[nodiscard]] std::size_t partial_rms_count(std::size_t d, double share = 0.0625);

/// Sums over groups of what the parameters' gradients are made of, to twice the precision of a double.
class NormParameterSums {
public:
    explicit NormParameterSums(std::size_t parameters) : gain_(parameters), bias_(parameters) {}
    void add(std::size_t parameter, double dy, double normalised) {
        gain_[parameter].add(dy * normalised);
        bias_[parameter].add(dy);
    }
    [[nodiscard]] std::vector<double> gain() const { return rounded(gain_); }
    [[nodiscard]] std::vector<double> bias() const { return rounded(bias_); }

private:
    struct Sum {
        double value = 0, lost = 0;
        void add(double term) {
            const double next = value + term;
            const double kept = next - value;
            lost += (value - (next - kept)) + (term - kept);
            value = next;
        }
    };
    [[nodiscard]] static std::vector<double> rounded(const std::vector<Sum>& sums) {
        std::vector<double> result;
        for (const Sum& one : sums) result.push_back(one.value + one.lost);
        return result;
    }
    std::vector<Sum> gain_, bias_;
};

struct NormGradients {
    std::vector<double> dx;
    std::vector<double> dgain, dbias;  ///< layout.parameters() of them, with or without gain and bias
};

/// Mean and biased variance behind each gain; over several groups (InstanceNorm's examples) their average.
struct NormMoments {
    std::vector<double> mean, variance;
    std::size_t count = 0;  ///< entries behind one mean
};

/// Memory   O(group) beside the results
/// Accuracy estimate only: a few roundings of each term; no overflow or underflow inside for any x
/// Errors   InputError: epsilon < 0; one entry a group in a centred layer; numbers that do not fit the
///          layout or are not finite; epsilon = 0 where a group is constant (centred layers) or zero
class Normalization {
public:
    explicit Normalization(const NormCall& call);
    [[nodiscard]] const NormLayout& layout() const { return call_.layout; }

    [[nodiscard]] std::vector<double> output(std::span<const double> x) const;
    /// J^T dy; extremes that several entries share (min_max) go to the first of them.
    [[nodiscard]] NormGradients backward(std::span<const double> x, std::span<const double> dy) const;
    /// dy[row] / dx[column], indices into the array; 0 between groups.
    [[nodiscard]] double jacobian(std::span<const double> x, std::size_t row, std::size_t column) const;
    [[nodiscard]] NormMoments moments(std::span<const double> x) const;

    /// The same for group g from its entries alone, in the order of the layout: for arrays that are not
    /// doubles in memory. dy and dx, x and y may be the same memory.
    void group_output(std::size_t g, std::span<const double> x, std::span<double> y) const;
    void group_backward(std::size_t g, std::span<const double> x, std::span<const double> dy,
                        std::span<double> dx, NormParameterSums& sums) const;

private:
    [[nodiscard]] double factor(std::size_t parameter) const;
    void check_array(const char* name, std::span<const double> numbers) const;
    NormCall call_;
};

/// What `momentum` m multiplies: Keras and Flax r <- m r + (1 - m) batch, PyTorch r <- (1 - m) r + m batch.
enum class MomentumWeighs : std::uint8_t { old_value, new_value };

struct RunningConvention {
    MomentumWeighs weighs = MomentumWeighs::old_value;
    bool unbiased = false;  ///< the variance kept is n / (n - 1) times the one that normalises
};
inline constexpr RunningConvention keras_running{MomentumWeighs::old_value, false};
inline constexpr RunningConvention pytorch_running{MomentumWeighs::new_value, true};

/// BatchNorm's memory of its batches: mean 0 and variance 1 before the first.
struct RunningStatistics {
    explicit RunningStatistics(std::size_t parameters) : mean(parameters), variance(parameters, 1.0) {}
    /// Errors   InputError: momentum outside [0, 1]; other parameters; unbiased from one entry
    void update(const NormMoments& batch, double momentum, RunningConvention convention);
    std::vector<double> mean, variance;
};

}  // namespace sigprop
