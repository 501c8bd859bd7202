#pragma once
// Holds the results of a user's kernel against everything that rounding may do under a contract
// (models/rounding/bounds.hpp): each element of each output must lie in its enclosure. One that does not is a
// proof that the kernel does not keep the contract; where all do, no test of these inputs can blame it.
// Rows are read from mapped files or memory one after another. The wrong tool for float64, whose bounds need
// more than doubles: refused.

#include <cstdint>
#include <map>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/dtype.hpp>
#include <sigprop/engine/record.hpp>
#include <sigprop/formats/npy.hpp>
#include <sigprop/models/rounding/contract.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// A contract of one's own, as JSON: docs/guides/kernels.md has its fields.
struct ContractFile {
    std::string text;    ///< JSON
    std::string source;  ///< how messages call it, such as its path
};

/// Texts are expressions.
struct KernelQuestion {
    std::string operation;                          ///< one of kernel_operations()
    std::string contract = "strict";                ///< one of kernel_contract_names()
    std::optional<ContractFile> own_contract = {};  ///< in place of the named one
    std::optional<Dtype> dtype = {};                ///< of storage; that of each output's array, if not given
    std::string epsilon = {};                       ///< of norms, which need it
    std::string weight_offset = {};                 ///< the gain is offset + weight; 0 if not given
    std::string scale = {};                         ///< of attention; 1/sqrt(d) if not given
    std::string softcap = {};                       ///< of attention; none if not given
    bool causal = false;                            ///< of attention: the last query sees all keys
    std::string window = {};     ///< of attention: a query sees keys nearer than this; all if not given
    std::string smoothing = {};  ///< of cross_entropy, of labels; 0 if not given
    std::string z_loss = {};     ///< of cross_entropy: times (log sum e^x)^2; 0 if not given
    std::string ignored = {};    ///< of cross_entropy: the target of rows that do not count; -100
    std::optional<SumOrder> order = {};  ///< in place of the contract's
    bool bfloat16 = false;               ///< 16-bit integers in the files are the bits of bfloat16
};

/// Inputs and results by name; which ones an operation has says kernel_operation_text.
using KernelTensors = std::map<std::string, NamedTensor>;
using KernelFiles = std::map<std::string, std::string>;

struct KernelOutput {
    std::string output;  ///< y, dx, …
    std::string name;
    std::vector<std::size_t> shape;
    Dtype dtype = Dtype::float32;
    std::uint64_t elements = 0;
    std::uint64_t outside = 0;
    std::uint64_t unclaimed = 0;  ///< where nothing is claimed: overflow, infinite bounds
    /// Half of the enclosures have at most so many numbers of the type: exactly up to 8, then the next power
    /// of 2.
    double median_allowed = 0;
    double worst = 0;          ///< by how many numbers of the type the worst element is outside
    std::size_t worst_at = 0;  ///< in row-major order
    double worst_value = 0, worst_lower = 0, worst_upper = 0;
    std::uint64_t rows_outside = 0;
    std::size_t first_row = 0, last_row = 0, first_entry = SIZE_MAX, last_entry = 0;
    std::vector<std::string> kept;  ///< contracts under which no element is outside, of those that were tried
    /// Narrower types whose numbers all elements are, where no type was given and some are outside.
    std::vector<Dtype> narrower;
    /// What was computed instead, perhaps: with it, all elements of `rows_compared` rows are inside.
    std::vector<std::string> looks_like;
    std::size_t rows_compared = 0;
    Record record;  ///< confirmed, refuted, or undecided where nothing could be claimed
};

struct KernelMeasurement {
    std::string operation, contract, contract_says;
    std::vector<std::string> inputs;  ///< "x.npy [4, 8]"
    std::uint64_t rows = 0;
    std::vector<KernelOutput> outputs;
};

/// All that a kernel which keeps its contract may return, for each element of one result.
struct KernelBounds {
    std::vector<std::size_t> shape;
    Dtype dtype = Dtype::float32;
    std::vector<double> lower, upper;  ///< numbers of the type, in row-major order; infinite: no claim
};

/// Whether inputs can show a mistake: the elements whose bounds with it and without it have no number in
/// common.
struct KernelPower {
    std::string mistake;
    std::uint64_t elements = 0, shown = 0;
};

/// "softmax", "layer_norm", …
[[nodiscard]] std::vector<std::string> kernel_operations();
/// "softmax: x → y; y, dy → dx", one line for each operation.
[[nodiscard]] std::string kernel_operations_text();

/// Shapes   x, y, dy and dx alike [..., n], rows along the last axis; weight and bias [n]; sum and mean give y
///          [...]; linear: x [..., K], weight [N, K], bias [N], y [..., N]; matmul: a [M, K], b [K, N], y [M,
///          N]; attention: q [..., M, d], k [..., N, d], v [..., N, c], y [..., M, c], with fewer heads of k
///          and v if their number divides that of q, mask [..., M, N] of 0 and 1, gradients as what they are
///          of; cross_entropy: x [..., V], target, y and dy [...], dx
///          [..., V]
/// Errors   InputError for an unknown operation or contract (with the nearest), an array that the operation
///          does not have or lacks, shapes that do not fit, float64 and types of eight bits, no output to
///          check; those of NpyFile
[[nodiscard]] KernelMeasurement measure_kernel(const KernelTensors& tensors, const KernelQuestion& question,
                                               const Context& context);
[[nodiscard]] KernelMeasurement measure_kernel(const KernelFiles& files, const KernelQuestion& question,
                                               const Context& context);

/// The bounds that measure_kernel holds a result against, for a test of one's own. The type of storage is
/// question.dtype, or that of the first input.
/// Errors   those of measure_kernel, a result that the operation does not have or that is given
[[nodiscard]] KernelBounds kernel_bounds(const KernelTensors& tensors, const KernelQuestion& question,
                                         const std::string& result, const Context& context);
/// For each mistake that measure_kernel can name. Errors as above.
[[nodiscard]] std::vector<KernelPower> kernel_power(const KernelTensors& tensors,
                                                    const KernelQuestion& question, const std::string& result,
                                                    const Context& context);

}  // namespace sigprop
