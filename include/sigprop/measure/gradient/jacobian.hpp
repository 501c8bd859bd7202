#pragma once
// Compares a user's own backward pass of a normalisation layer or an activation with the exact
// vector-Jacobian product: of a layer row by row from mapped files in O(d) memory, of an activation with
// proved enclosures of its slope. For each output given (dx, dweight, dbias, y): is every element within what
// rounding can do, how far off is the worst one, and which known mistake does the answer look like?
//
// Rounding. An output of unit roundoff u is assumed to be computed in a working precision of unit v (float32
// for 16-bit types, else its own), with running sums in any order of one accumulator, a variance from
// differences from the mean (two passes or Welford's updates), and w dy, x-hat and their product each rounded
// to the output's type at most once. Each rounding changes the output by at most its effect, |d output / d
// rounded number| times that number times u or v; a running sum has one effect for each partial sum. To first
// order the error of an element is at most the sum of all effects; if roundings are independent with mean 0,
// it is also at most lambda times the root of their sum of squares, except with probability 2 exp(-lambda^2 /
// 2) (Azuma and Hoeffding; Higham and Mary, SIAM J. Sci. Comput. 41 (2019) A2815). The allowed error is the
// smaller of the two plus the last rounding u |exact|; lambda is such that all N elements together fail a
// right kernel once in 10^9. Constant rows, where roundings repeat, are allowed the sum.
//
// Mistakes. The wrong answer D of each known mistake is computed along the same rows, and the error U - E of
// the user's U is projected on D - E in units of rounding: a mistake is named when its coefficient is 1
// within its error and more than 8 errors from 0. So it is seen, and refutes, even where it hides below the
// rounding of each element. For a right kernel no mistake is named. Where none is, the arrays are read in
// other ways (the memory of dy in another order, statistics over other axes, a gain by column that was not
// given), and a reading is named when it allows every element. The wrong tool for kernels whose errors are
// not roundings (sums in bfloat16, a one-pass variance of entries with a large mean).
//
// Activations. An element of dx may err by u |exact| twice, for the product and for a slope kept in the type,
// and by 16 v |dy| (|f'| + |x f''| + (1 + min(|x|, 16)) S), S being the largest slope between 0 and x: what
// the terms of a slope in any algebra may lose, such as x (1 - t^2) where t = tanh(x) is close to 1. Within a
// rounding of a kink every number between the slopes of both sides counts as right. These bounds are sums: no
// right kernel is refuted by chance.

#include <array>
#include <cstdint>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/dtype.hpp>
#include <sigprop/engine/record.hpp>
#include <sigprop/formats/npy.hpp>
#include <string>
#include <vector>

namespace sigprop {

struct JacobianQuestion {
    /// rms_norm, layer_norm, batch_norm, …; the name of an implementation, LlamaRMSNorm; an activation, mish;
    /// or a formula in x
    std::string layer;
    std::string epsilon =
        {};  ///< an expression, as is weight_offset; empty: that of the implementation named
    std::optional<std::string> weight_offset =
        {};                           ///< the gain is offset + weight (the implementation's, or 0)
    std::optional<Dtype> dtype = {};  ///< type of the computation; when not given, that of each output's file
    std::optional<std::size_t> groups = {};  ///< number of groups of group_norm
    bool bfloat16 = false;                   ///< 16-bit integers in the files are the bits of bfloat16
};

/// Paths. dy is the gradient of the layer's output, dx of its input. dskip is the gradient that arrives at
/// the input on another way, past the layer, as in a norm fused with its residual: dx = J^T dy + dskip.
struct JacobianFiles {
    std::string x, dy;
    std::optional<std::string> dskip = {}, dx = {}, weight = {}, dweight = {}, bias = {}, dbias = {}, y = {};
};

struct JacobianTensors {
    NamedTensor x, dy;
    std::optional<NamedTensor> dskip = {}, dx = {}, weight = {}, dweight = {}, bias = {}, dbias = {}, y = {};
};

/// Right formulas that lose more digits than the bound allows.
enum class LossyComputation : std::uint8_t {
    low_sums,           ///< sums and statistics, too, are in the output's own type of 16 bits
    one_pass_variance,  ///< mean(x^2) - mean(x)^2
    single_precision,   ///< float64 is converted to float32 first
};
constexpr std::size_t lossy_computations = 3;

/// Errors of one output over the elements that can be judged. A unit is u times the magnitude of the terms of
/// the element: |w dy| / r + |its mean| / r + |the term of x-hat| for dx, |x - c| |w| / r + |b| for y,
/// |exact| + the root of the sum of squares over rows for dweight and dbias.
struct JacobianStatistics {
    std::uint64_t elements = 0;
    std::uint64_t beyond = 0;      ///< with more error than rounding allows
    std::uint64_t not_finite = 0;  ///< not finite where the exact value is finite
    /// Elements with more error than would be allowed for a kernel that computes in this lossy way.
    std::array<std::uint64_t, lossy_computations> beyond_even_if = {};
    /// For dx and y: how many rows have such elements, the first and last of them, and of entries; from 0.
    std::uint64_t rows_beyond = 0;
    std::size_t first_row = 0, last_row = 0, min_entry = SIZE_MAX, max_entry = 0;
    double worst = 0;          ///< the largest ratio of an error to the allowed one
    std::size_t worst_at = 0;  ///< in row-major order
    double worst_units = 0, allowed_units = 0, worst_value = 0, worst_exact = 0;  ///< at worst_at
    double mean_units = 0, rms_units = 0;
    /// For y of 16 bits: elements where rounding x-hat before the gain, or only the product, gives other
    /// bits; and how many of them have the bits of either.
    std::uint64_t casts_differ = 0, rounded_before_gain = 0, rounded_last = 0;
};

struct LooksLike {
    std::string mistake;
    /// The coefficient of the projection, and its standard error; NaN where a reading was tried instead.
    double amount = 1, standard_error = 0;
    bool explains_all = true;  ///< what remains is rounding
};

struct OutputMeasurement {
    std::string output;  ///< dx, dweight, dbias or y
    std::string name;
    std::vector<std::size_t> shape;
    ElementType type = ElementType::float64;
    Dtype dtype = Dtype::float64;
    JacobianStatistics statistics;
    std::vector<LooksLike> looks_like;  ///< best first, then those it cannot be told from; often empty
    std::vector<std::string> unseen;    ///< known mistakes that these numbers would not show
    /// Not empty when the answer is right for a gain that was not given: then nothing is decided.
    std::string missing;
    /// The expression is lambda; the evidence also has the worst error in units of rounding, as a
    /// measurement; confirmed, refuted or undecided.
    Record record;
};

struct JacobianMeasurement {
    std::string layer;  ///< "rms_norm, eps 1e-6 inside the root, gain 1 + weight"
    std::string x_name, dy_name;
    std::vector<std::size_t> x_shape;
    std::string group = "row";  ///< name of a set that shares statistics: or "channel", "instance", "group"
    std::uint64_t rows = 0;     ///< the number of these groups
    std::size_t dim = 0;        ///< entries of one group; 0 for activations, whose entries are judged alone
    std::uint64_t bad_rows = 0;
    std::string bad;                    ///< the first bad row and the reason; empty when there is none
    std::vector<std::string> warnings;  ///< what in this input hides errors; casts that are not the layer's
    std::vector<OutputMeasurement> outputs;
};

/// Shapes   x, dy, dx and y alike: [..., d], or [B, C, ...] for layers with channels; weight, bias, dweight
///          and dbias with d or C entries in any shape
/// Accuracy exact values have errors below 1e-12 relative to their terms, below 1e-25 for float64
/// Errors   InputError for unknown layers, no eps where the name has none, eps < 0, two outputs in one file,
///          shapes that do not fit, complex or empty arrays, no output to check; and those of NpyFile
[[nodiscard]] JacobianMeasurement measure_jacobian(const JacobianFiles& files,
                                                   const JacobianQuestion& question, const Context& context);
[[nodiscard]] JacobianMeasurement measure_jacobian(const JacobianTensors& tensors,
                                                   const JacobianQuestion& question, const Context& context);

}  // namespace sigprop
