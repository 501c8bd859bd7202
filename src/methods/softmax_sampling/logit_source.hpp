#pragma once
// Independent logits of a law as a function of their index. Normal logits are single precision normals, to be
// multiplied by the std; a softcap, and a coordinate of a point of a sphere, are computed in double precision
// and rounded. A coordinate c of a uniform point of the unit sphere in R^d comes from two normals whatever d:
// the first two coordinates have the length sqrt(1 - U^(2/(d - 2))) and a uniform angle, and U = e^(-r^2/2)
// of the normals' length r is uniform and independent of their angle, so that
//     c = z_1 sqrt(-expm1(-r^2/(d - 2))) / r, and z_1/r for d = 2, z_1/|z_1| for d = 1.

#include <cstdint>
#include <optional>
#include <sigprop/core/random/random.hpp>
#include <span>
#include <vector>

#include "core/simd/block_evaluator.hpp"

#include "methods/softmax/logit_law.hpp"

namespace sigprop {

/// One a thread; copies need no constants of formulas.
class LogitSource {
public:
    LogitSource(const LogitLaw& law, const RandomStream& stream);

    /// The draws of the stream from this one on are free.
    static constexpr std::uint16_t draws = 2;

    /// out[k] = logit first + k, divided by scale().
    void fill(std::uint64_t first, std::span<float> out);
    [[nodiscard]] float scale() const { return scale_; }

private:
    RandomStream stream_;
    float scale_ = 1;
    std::optional<BlockEvaluator> evaluator_;   ///< of the logit, in terms of normals
    std::vector<std::vector<double>> normals_;  ///< a block of each variable
};

}  // namespace sigprop
