#pragma once
// A whole normalisation layer: a rule (normalization/rule.hpp) for each group of entries that share
// statistics (normalization/layout.hpp), then gain and bias,
//
//     y = xhat (gain + offset) + bias,    xhat = (x - c) / r,
//
// with its exact vector-Jacobian product and the running statistics that BatchNorm keeps for inference. It
// works in double, to check other kernels and to find out what they must do; it is not meant for training.
// The differences between frameworks are data: quantities/normalization/table.hpp. References:
// normalization/layer.hpp for each layer; inference and running statistics, Ioffe and Szegedy 2015,
// arXiv:1502.03167, section 3.1.

#include <initializer_list>
#include <optional>
#include <sigprop/models/normalization/layout.hpp>
#include <vector>

namespace sigprop {

/// Spans of layout.parameters() numbers; an empty one means the factor 1, the bias 0, no fixed statistics.
struct NormParameters {
    std::span<const double> gain;
    double gain_offset = 0;  ///< 1 where weights are stored around 0, as in Gemma
    std::span<const double> bias;
    /// BatchNorm's inference: the statistics used do not depend on x.
    std::span<const double> fixed_mean, fixed_variance;
};

struct NormCall {
    NormRule rule;
    NormLayout layout;
    double epsilon = 0;
    NormParameters parameters;
};

/// The rule and the layout of a layer for x of that shape. `share` is for pRMSNorm only: see
/// partial_rms_count.
/// Errors   those of norm_layout and partial_rms_count; a share for a layer that takes none. Normalization's
///          constructor checks the rest
[[nodiscard]] NormCall norm_call(const NormLayer& layer, std::span<const std::size_t> shape, double epsilon,
                                 const NormLayoutOptions& options = {},
                                 std::optional<double> share = std::nullopt);

/// How many leading entries of d pRMSNorm uses: int(d share), as in its authors' code, since a layer here
/// stands for code. Their paper has ceil(d share), and so have the quantities norm.*(share=), which stand for
/// the paper; the two differ where d share is not an integer.
/// Errors   InputError if the share is not in (0, 1] or leaves no entry
/// Source   Zhang and Sennrich 2019, arXiv:1910.07467; bzhangGo/rmsnorm, rmsnorm_torch.py
[[nodiscard]] std::size_t partial_rms_count(std::size_t d, double share = 0.0625);

/// Sums over groups that make up the parameters' gradients.
/// Accuracy sums and products in twice the precision of a double, rounded once, of dy and `normalised` as
///          given; in a layer the latter is xhat, which has been rounded
class NormParameterSums {
public:
    explicit NormParameterSums(std::size_t parameters) : gain_(parameters), bias_(parameters) {}
    void add(std::size_t parameter, double dy, double normalised);
    [[nodiscard]] std::vector<double> gain() const { return rounded(gain_); }
    [[nodiscard]] std::vector<double> bias() const { return rounded(bias_); }

private:
    struct Sum {
        double high = 0, low = 0;
    };
    [[nodiscard]] static std::vector<double> rounded(const std::vector<Sum>& sums);
    std::vector<Sum> gain_, bias_;
};

struct NormGradients {
    std::vector<double> dx;
    std::vector<double> dgain, dbias;  ///< layout.parameters() numbers each, with or without gain and bias
};

/// Mean and biased variance for each gain; averaged where several groups (InstanceNorm's examples) share it.
struct NormMoments {
    std::vector<double> mean, variance;
    std::size_t count = 0;  ///< number of entries that a mean is taken over
};

/// Shapes   x, y, dx and dy: layout.size() numbers, in the order of the array
/// Memory   O(group) besides the results
/// Accuracy estimate only: a few roundings of each term. Nothing overflows or underflows inside, whatever x;
///          results beyond the range of doubles are infinite or 0
/// Errors   InputError: a rule that does not fit the group (epsilon < 0; n - correction < 1; `leading` set
///          for a std or a range, or more than n); one entry per group in a centred layer; numbers that do
///          not fit the layout or are not finite; epsilon = 0 where a group is constant (centred layers) or
///          zero
class Normalization {
public:
    explicit Normalization(const NormCall& call);
    [[nodiscard]] const NormLayout& layout() const { return call_.layout; }

    [[nodiscard]] std::vector<double> output(std::span<const double> x) const;
    /// J^T dy. Where several entries share an extreme (min_max) the first one gets its gradient; where the
    /// spread equals the floor, the spread is the divisor.
    /// Errors   also InputError where r = s + epsilon has a visible kink: for pRMSNorm, leading entries of 0
    ///          (or below 2^-1400 times the largest entry or epsilon) beside others that are not
    [[nodiscard]] NormGradients backward(std::span<const double> x, std::span<const double> dy) const;
    /// dy[row] / dx[column], indices into the array; 0 between groups. Checks all x and normalises a group
    /// for each entry: O(size). For a whole Jacobian norm_jacobian (jacobian_check.hpp) is cheaper.
    /// Errors   as backward; InputError when there is no such row or column
    [[nodiscard]] double jacobian(std::span<const double> x, std::size_t row, std::size_t column) const;
    /// Mean and biased variance of x, whatever the rule; in inference, too.
    /// Shapes   layout.parameter_sets numbers each
    /// Errors   InputError when x does not fit the layout or is not finite
    [[nodiscard]] NormMoments moments(std::span<const double> x) const;

    /// The same for group g, given its entries alone in the order of the layout: for arrays that are not
    /// stored as doubles. dy and dx, and x and y, may be the same memory.
    /// Shapes   x, y, dx and dy: layout.group_size() finite numbers (not checked); sums: layout.parameters()
    /// Errors   InputError when there is no group g, or a span has another size; as output and backward
    void group_output(std::size_t g, std::span<const double> x, std::span<double> y) const;
    void group_backward(std::size_t g, std::span<const double> x, std::span<const double> dy,
                        std::span<double> dx, NormParameterSums& sums) const;

private:
    [[nodiscard]] double factor(std::size_t parameter) const;
    void check_array(const char* name, std::span<const double> numbers) const;
    void check_group(std::size_t g, std::initializer_list<std::size_t> sizes) const;
    NormCall call_;
};

/// What `momentum` m multiplies: Keras and Flax r <- m r + (1 - m) batch, PyTorch r <- (1 - m) r + m batch.
enum class MomentumWeighs : std::uint8_t { old_value, new_value };

struct RunningConvention {
    MomentumWeighs weighs = MomentumWeighs::old_value;
    bool unbiased = false;  ///< the variance kept is n / (n - 1) times the one used to normalise
};
inline constexpr RunningConvention keras_running{MomentumWeighs::old_value, false};
inline constexpr RunningConvention pytorch_running{MomentumWeighs::new_value, true};

/// BatchNorm's running statistics: mean 0 and variance 1 before the first batch.
struct RunningStatistics {
    explicit RunningStatistics(std::size_t parameters) : mean(parameters), variance(parameters, 1.0) {}
    /// Errors   InputError: momentum outside [0, 1]; another number of parameters; unbiased from one entry
    void update(const NormMoments& batch, double momentum, RunningConvention convention);
    std::vector<double> mean, variance;
};

}  // namespace sigprop
