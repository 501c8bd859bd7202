#pragma once
// The data of an optimiser's first step: the inputs of every weight matrix and the gradients of its outputs,
// kept while backward goes through the layers, and handed to forward as WeightSteps afterwards. A branch
// numbers its matrices 0, 1, …; matrices that read the same input share it.

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "models/network/linear_map.hpp"

namespace sigprop {

template <class Scalar>
class KeptGradients {
public:
    using Shared = std::shared_ptr<const Tokens<Scalar>>;

    /// Keeping begins here; before, keep() does nothing.
    void start() { keeps_ = true; }
    [[nodiscard]] bool keeps() const noexcept { return keeps_; }

    /// Replaces what was kept for that matrix.
    void keep(std::size_t layer, std::size_t matrix, Shared inputs, Tokens<Scalar> output_gradients) {
        if (!keeps_) return;
        kept_.insert_or_assign({layer, matrix}, Kept{std::move(inputs), std::move(output_gradients)});
    }

    /// Ends the keeping: the step follows what is kept now, whatever later backward passes find.
    void take_step(Optimizer optimizer, double rate) {
        keeps_ = false;
        taken_ = {.inputs = nullptr, .output_gradients = nullptr, .optimizer = optimizer, .rate = rate};
    }

    /// The step of that matrix; none before take_step, or where nothing was kept.
    [[nodiscard]] std::optional<WeightStep<Scalar>> step(std::size_t layer, std::size_t matrix) const {
        const auto found = kept_.find({layer, matrix});
        if (!taken_ || found == kept_.end()) return std::nullopt;
        WeightStep<Scalar> step = *taken_;
        step.inputs = found->second.inputs.get();
        step.output_gradients = &found->second.output_gradients;
        return step;
    }

private:
    struct Kept {
        Shared inputs;
        Tokens<Scalar> output_gradients;
    };

    bool keeps_ = false;
    std::optional<WeightStep<Scalar>> taken_;
    std::map<std::pair<std::size_t, std::size_t>, Kept> kept_;
};

}  // namespace sigprop
