#pragma once
// One pass over a checkpoint: each tensor's role, its fans and its statistics. Fused tensors are several
// matrices.
//
//     files, rules -> [ModelPart], what was skipped and why

#include <cstdint>
#include <functional>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/formats/npy.hpp>
#include <sigprop/measure/weights/weights.hpp>
#include <string>
#include <vector>

#include "formats/tensor_files.hpp"
#include "measure/model/roles.hpp"
#include "measure/weights/examined.hpp"
#include "measure/weights/gates.hpp"
#include "measure/weights/likelihood.hpp"
#include "measure/weights/measured_weights.hpp"

namespace sigprop {

// What the statistics of a tensor do not show, read again where they give cause: rows that are zero, rows
// that are orthogonal, entries clipped at a limit, few distinct values.

struct CloserLook {
    // Rows are what one index of the first axis holds.
    std::uint64_t rows = 0, zero_rows = 0;
    std::optional<std::uint64_t> first_zero;
    std::optional<Orthogonality> orthogonal;  ///< rows or columns, of the whole or of each gate
    std::optional<Spikes> spikes;             ///< where a cause of such entries is known
    std::uint64_t at_limits = 0;  ///< entries equal to the largest or the smallest, where the law is cut off
    std::uint64_t subnormal = 0;  ///< entries below the least normal float32, of a tensor of no random law
    std::uint64_t strays =
        0;  ///< entries of exactly -2 that are left out of the statistics, far from all others
    /// Share of different absolute values among the first entries; 1 where it was not counted.
    double distinct = 1;
};

/// `law` is that of the statistics. A right tensor of independent entries is called orthogonal with
/// probability below 10^-12.
[[nodiscard]] CloserLook look_closer(const TensorView& tensor, const WeightStatistics& found,
                                     const SeenLaw& law, const TensorRole& role, const std::string& name);

/// The statistics without entries of exactly -2 far from all others, and how many these are. trunc_normal_ of
/// timm, and of PyTorch before 2.12, clamps to its default limit of -2 what an inverse error function makes
/// infinite: once in 2^24 draws, whatever the std is.
struct WithoutStrays {
    WeightStatistics statistics;
    std::uint64_t strays = 0;
};
[[nodiscard]] WithoutStrays without_strays(const TensorView& tensor, const WeightStatistics& found);

/// Rows [first, first + count) of an axis.
struct TensorSlice {
    std::size_t axis = 0, first = 0, count = 0;
};

/// A tensor, or one matrix of a fused one.
struct ModelPart {
    std::size_t tensor = 0;            ///< among those of the files
    std::optional<TensorSlice> slice;  ///< of a fused one
    std::string group;                 ///< the name with * for the layer's number
    std::optional<std::int64_t> layer;
    TensorRole role;
    WeightLayout layout = WeightLayout::torch;
    Fans fans, whole_fans;  ///< whole: those of the fused tensor
    MeasuredWeights seen;   ///< its name is "h.0.attn.c_attn.weight[query]" for a part
    CloserLook look;
    SeenLaw law;
    std::vector<LikelyLaw> likely;  ///< by fits.hpp

    std::string coded = {};  ///< the file's type, where the numbers are made from it: "Q4_K", "F8_E4M3"

    [[nodiscard]] const WeightStatistics& statistics() const { return seen.statistics; }
    /// The type as the file has it.
    [[nodiscard]] std::string type_text() const {
        return coded.empty() ? std::string(to_string(seen.type)) : coded;
    }
    /// Whether the entries are so coarse that they show no difference between fresh and trained weights.
    [[nodiscard]] bool is_coarse() const {
        constexpr double fine = 0x1p-8;  // as of bfloat16
        return statistics().grid_rms > fine * statistics().rms;
    }
    [[nodiscard]] Rounding rounding() const { return Rounding::of(seen.type, seen.statistics); }
    /// The tensor's name, without the "[query]" of a matrix of a fused one.
    [[nodiscard]] std::string whole_name() const {
        return slice ? seen.name.substr(0, seen.name.rfind('[')) : seen.name;
    }
    /// Whether the role is one whose weights are drawn at random: neither gains, biases nor buffers.
    [[nodiscard]] bool is_matrix() const;
};

struct SkippedTensor {
    std::string name, why;
};

struct ModelScan {
    std::vector<ModelPart> parts;
    std::vector<SkippedTensor> skipped;
    std::vector<std::pair<std::size_t, std::size_t>> shared;  ///< a tensor that is another one, and that one
    std::size_t tensors = 0;                                  ///< that the parts belong to
    std::uint64_t weights = 0, bytes = 0;
    std::int64_t layers = 0;  ///< 1 + the largest number of a layer
    double family = 1;        ///< how many parts are tested
};

/// `done` is told the bytes that have been read, of ModelScan::bytes.
/// Errors   those of reading
[[nodiscard]] ModelScan scan_model(const TensorFiles& files, const RoleRules& rules,
                                   std::optional<WeightLayout> layout, const Context& context,
                                   const std::function<void(std::size_t done, std::size_t of)>& done = {});

/// A tensor's name with * for each part that is a number: "stages.*.blocks.*.fc.weight".
[[nodiscard]] std::string numberless(const std::string& name);

/// The numbers of a part, again.
[[nodiscard]] TensorView view_of(const ModelPart& part, const OpenTensor& tensor);

}  // namespace sigprop
