#pragma once
// Integrands evaluated at some consecutive samples, in float64 or float32: what every pass over samples
// does first. An integrand that is a variable costs nothing: its values are the samples.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/simd/block_evaluator.hpp"

#include "methods/sampling/sample_source.hpp"

namespace sigprop {

template <class Scalar>
class SampledValues {
public:
    /// The source and the formulas must outlive it and its copies.
    SampledValues(const SampleSource& source, std::span<const Formula> integrands);

    /// A multiple of the lanes of a sum, for both types.
    static constexpr std::size_t block = BasicBlockEvaluator<Scalar>::block_size;

    /// How many samples a call may ask for, one or a few blocks.
    [[nodiscard]] std::size_t most() const { return most_; }
    /// Draws samples first + k for k < count <= most(): next() shows them.
    void draw(std::uint64_t first, std::size_t count);
    /// Goes to the next block of what was drawn; false when there is none.
    [[nodiscard]] bool next();
    /// A block of these instead of samples: variables[i][k] for k < count <= block.
    void evaluate(std::span<const Scalar* const> variables, std::size_t count);

    // Of the block, until the next call.
    [[nodiscard]] std::size_t size() const { return count_; }
    /// The values of integrand i.
    [[nodiscard]] std::span<const Scalar> of(std::size_t i) const;
    /// Where the samples of each variable begin.
    [[nodiscard]] std::span<const Scalar* const> variables() const { return variables_; }
    [[nodiscard]] std::vector<double> point(std::size_t k) const;

private:
    /// A few blocks are drawn at once, for what drawing costs a call; fewer of many variables.
    [[nodiscard]] static std::size_t max_for(int dimension);

    /// The variable, or else the output of the evaluator.
    struct Place {
        bool is_variable;
        std::size_t index;
    };

    const SampleSource* source_;
    std::vector<Place> places_;
    std::optional<BasicBlockEvaluator<Scalar>> evaluator_;
    std::size_t most_;
    std::vector<Scalar> samples_;
    std::vector<std::span<Scalar>> rows_;  ///< of one variable each
    std::vector<const Scalar*> variables_;
    std::size_t count_ = 0;  ///< of the block
    std::size_t left_ = 0;   ///< drawn beyond the block
};

extern template class SampledValues<double>;
extern template class SampledValues<float>;

}  // namespace sigprop
