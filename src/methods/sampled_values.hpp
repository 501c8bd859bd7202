#pragma once
// Integrands evaluated at a few consecutive samples, in float64 or float32: what every pass over samples
// does first. An integrand that is a variable costs nothing: its values are the samples.

#include <cstdint>
#include <optional>
#include <sigprop/core/evaluator.hpp>
#include <span>
#include <vector>

#include "methods/sample_source.hpp"

namespace sigprop {

template <class Scalar>
class SampledValues {
public:
    /// A multiple of the lanes of a sum, for both types.
    static constexpr std::size_t most = BasicBlockEvaluator<Scalar>::block_size;

    /// The source and the formulas must outlive it and its copies.
    SampledValues(const SampleSource& source, std::span<const Formula> integrands);

    /// Samples first + k for k < count <= most, until the next call.
    void draw(std::uint64_t first, std::size_t count);
    /// At these instead of samples: variables[i][k].
    void evaluate(std::span<const Scalar* const> variables, std::size_t count);

    /// The values of integrand i.
    [[nodiscard]] std::span<const Scalar> of(std::size_t i) const;
    /// Where the samples of each variable begin.
    [[nodiscard]] std::span<const Scalar* const> variables() const { return variables_; }
    [[nodiscard]] std::vector<double> point(std::size_t k) const;

private:
    /// The variable, or else the output of the evaluator.
    struct Place {
        bool is_variable;
        std::size_t index;
    };

    const SampleSource* source_;
    std::vector<Place> places_;
    std::optional<BasicBlockEvaluator<Scalar>> evaluator_;
    std::vector<Scalar> samples_;
    std::vector<std::span<Scalar>> rows_;  ///< of one variable each
    std::vector<const Scalar*> variables_;
    std::size_t count_ = 0;
};

extern template class SampledValues<double>;
extern template class SampledValues<float>;

}  // namespace sigprop
