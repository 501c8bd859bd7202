#pragma once
// Enclosures of everything that rounding may do to a kernel's results: for given inputs an interval [lower,
// upper] for each element of each output, ends included, with the promise that a kernel that keeps its
// contract (contract.hpp) returns a number in it. A number outside is a proof that the kernel does not keep
// the contract; a number inside proves nothing. Where a bound is not finite, or the arithmetic overflows,
// nothing is claimed: the interval is the whole line.
//
// The last rounding, to the type of storage, is replayed on the enclosure of what precedes it: [RN(lower),
// RN(upper)], RN being monotone. So in bfloat16 and float16 one or two numbers remain mostly. A rounding to
// storage on the way that the contract prescribes is replayed in the same way; one that it allows joins both.
// Roundings of the computing type widen: u |t| each, height u sum |t| for a sum. The theorems with their
// proofs: docs/explanation/rounding.md.
//
// Rows are independent, and given as doubles that are numbers of the type of storage. The wrong tool for
// float64 storage, whose bounds need more than doubles: refused.

#include <cmath>
#include <cstddef>
#include <optional>
#include <sigprop/models/rounding/contract.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// Lower and upper ends of a row; both have its length.
struct RowBounds {
    std::span<double> lower, upper;
};

struct NormKernel {
    bool centred = false;  ///< layer_norm; otherwise rms_norm
    double epsilon = 1e-6;
    bool epsilon_outside = false;                    ///< beside the root
    double weight_offset = 0;                        ///< the gain is offset + weight
    std::span<const double> weight = {}, bias = {};  ///< empty: 1 and 0
    /// Of the gradient's terms, the mean of dy gain and x^ times its mean with x^: 1 in a right kernel.
    double mean_share = 1, along_share = 1;
    bool means_without_gain = false;  ///< both means are of dy alone, which is a mistake
};

/// sum x, or sum x / n, into bounds of one entry.
void sum_bounds(const KernelContract& contract, std::span<const double> x, bool is_mean, RowBounds y);
/// The same of a kernel that adds one term after another in the type of storage: a mistake, replayed.
void stored_sum_bounds(const KernelContract& contract, std::span<const double> x, bool is_mean, RowBounds y);

/// e^x / sum e^x, or its logarithm.
void softmax_bounds(const KernelContract& contract, std::span<const double> x, bool is_log, RowBounds y);
/// From the y that the forward pass saved: y (dy - sum y dy), or dy - e^y sum dy. `correction` times the sum.
void softmax_backward_bounds(const KernelContract& contract, std::span<const double> y,
                             std::span<const double> dy, bool is_log, RowBounds dx, double correction = 1);
/// From x, where the backward pass computes the softmax again.
void softmax_backward_from_input_bounds(const KernelContract& contract, std::span<const double> x,
                                        std::span<const double> dy, bool is_log, RowBounds dx);

/// (x - c) / sqrt(v + epsilon) gain + bias, c the mean or 0, v the mean of (x - c)^2.
void norm_bounds(const KernelContract& contract, const NormKernel& norm, std::span<const double> x,
                 RowBounds y);
/// The mean, and 1/sqrt(v + epsilon), that a forward pass has saved.
struct SavedNorm {
    double mean = 0, scale = 1;
};
/// The gradient of x, from x; where the contract rounds statistics, c and r are rounded before they are used.
/// From saved ones, which are exact as they are, where they are given.
void norm_backward_bounds(const KernelContract& contract, const NormKernel& norm, std::span<const double> x,
                          std::span<const double> dy, RowBounds dx,
                          const std::optional<SavedNorm>& saved = {});
/// The gradient of the gain, sum over rows of dy (x - c) r: x and dy are [rows × n] for n = dweight's length,
/// `saved` has an entry for each row, or none.
void norm_weight_bounds(const KernelContract& contract, const NormKernel& norm, std::span<const double> x,
                        std::span<const double> dy, std::span<const SavedNorm> saved, RowBounds dweight);
/// Column sums of [rows × n] numbers: the gradient of a bias. A contract may have the partial sums stored, by
/// the name of the intermediate.
void column_sum_bounds(const KernelContract& contract, std::span<const double> dy,
                       std::string_view partial_sums, RowBounds dbias);

/// One row of A B (+ bias): a has K entries, b is [K × N] by rows, and both have sums of sizes.
/// y_j = sum_k a_k b_kj + bias_j
void product_row_bounds(const KernelContract& contract, std::span<const double> a, std::span<const double> b,
                        std::span<const double> bias, RowBounds y);
/// The same where one product after another is added in the type of storage: a mistake, replayed.
void stored_product_row_bounds(const KernelContract& contract, std::span<const double> a,
                               std::span<const double> b, std::span<const double> bias, RowBounds y);

struct AttentionKernel {
    double scale = 1;
    double softcap = 0;      ///< 0: none
    std::size_t places = 0;  ///< of keys, with those that no query sees: terms of a sum whose order is stated
};

/// One query q [d] over the first `keys` rows of k [N × d] and v [N × columns]: sum p_j v_j, p the softmax of
/// scale q . k_j. The gradients: models/rounding/attention_gradients.hpp.
void attention_row_bounds(const KernelContract& contract, const AttentionKernel& attention,
                          std::span<const double> q, std::span<const double> k, std::span<const double> v,
                          std::size_t keys, RowBounds y);

/// Positions by rotation of pairs: (a, b) becomes (a cos - b sin, b cos + a sin). The pairs of a row of d are
/// (i, i + d/2), or (2i, 2i + 1) where `interleaved`; cos and sin have d/2 numbers, or d, one for each entry.
/// `backward`: the gradient of x from that of y.
struct RotaryKernel {
    bool interleaved = false;
    bool backward = false;
};
void rotary_row_bounds(const KernelContract& contract, const RotaryKernel& rotary, std::span<const double> x,
                       std::span<const double> cos, std::span<const double> sin, RowBounds y);

/// start + sum of terms, entry by entry: terms is [count × n], in the order in which they are added where the
/// contract has the partial sums stored, which it names "index_add.sums" or "embedding.sums".
void scatter_row_bounds(const KernelContract& contract, std::span<const double> start,
                        std::span<const double> terms, std::string_view partial_sums, RowBounds y);

struct CrossEntropyKernel {
    double smoothing = 0;   ///< a: the target has 1 - a + a/V, every other class a/V
    double z_loss = 0;      ///< times (log sum e^x)^2
    double ignored = -100;  ///< a target whose row has loss 0 and no gradient
};

/// The loss of one row of logits, and its gradient times dy, from the logits. `target` is a class, or
/// `ignored`.
void cross_entropy_bounds(const KernelContract& contract, const CrossEntropyKernel& loss,
                          std::span<const double> x, double target, RowBounds y);
void cross_entropy_backward_bounds(const KernelContract& contract, const CrossEntropyKernel& loss,
                                   std::span<const double> x, double target, double dy, RowBounds dx);

/// Whether v may be returned where [lower, upper] is allowed: a finite one within, or anything where nothing
/// is claimed. Not a number is within no finite bounds.
[[nodiscard]] inline bool is_allowed(double v, double lower, double upper) {
    constexpr double infinity = HUGE_VAL;
    return (lower == -infinity && upper == infinity) || (v >= lower && v <= upper);
}

/// How many numbers of the type lie in [lower, upper].
[[nodiscard]] double numbers_between(Dtype dtype, double lower, double upper);

}  // namespace sigprop
