#pragma once
// Activations with known fits, and a textbook's results for any: targets row by row and the error of a form
// at a parameter, in double, straight from the definitions.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sigprop/measure/elementwise/elementwise.hpp>

#include "tests/support/attention_samples.hpp"

namespace elementwise_samples {

using attention_samples::Doubles;
using attention_samples::npy;
using attention_samples::numbers;
using attention_samples::Shape;
using namespace sigprop;

inline const Context quick = {.digits = 6, .methods = "closed_form"};

inline ElementwiseMeasurement measure(const std::string& x, const ElementwiseQuestion& question = {},
                                      const std::string& weight = {}, const Context& context = quick) {
    const auto named = [&](const std::string& bytes, const char* name) {
        return NamedTensor{parse_npy(npy_samples::bytes_of(bytes), name, {question.bfloat16}), name};
    };
    std::optional<NamedTensor> gamma;
    if (!weight.empty()) gamma = named(weight, "g.npy");
    return measure_elementwise(named(x, "x.npy"), gamma, question, context);
}

struct Textbook {
    std::size_t dim;
    Doubles x, y, weights;

    Textbook(Doubles values, std::size_t features, bool centred = false, double epsilon = 0)
        : dim(features), x(std::move(values)), y(x), weights(features, 1) {
        const auto d = static_cast<double>(dim);
        for (std::size_t row = 0; row < x.size(); row += dim) {
            double mean = 0;
            for (std::size_t j = 0; j < dim; ++j) mean += centred ? x[row + j] / d : 0;
            double square = 0;
            for (std::size_t j = 0; j < dim; ++j) square += std::pow(x[row + j] - mean, 2) / d;
            for (std::size_t j = 0; j < dim; ++j)
                y[row + j] = (x[row + j] - mean) / std::sqrt(square + epsilon);
        }
    }

    /// The relative error over those features with use(j).
    template <class Use>
    [[nodiscard]] double error(ReplacementForm form, double parameter, const Use& use) const {
        double left = 0;
        double all = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (!use(i % dim)) continue;
            const double shape = form == ReplacementForm::dyt ? std::tanh(parameter * x[i])
                                                              : x[i] / std::sqrt(x[i] * x[i] + parameter);
            const double weight = std::pow(weights[i % dim], 2);
            left += weight * std::pow(y[i] - std::sqrt(static_cast<double>(dim)) * shape, 2);
            all += weight * y[i] * y[i];
        }
        return left / all;
    }
    [[nodiscard]] double error(ReplacementForm form, double parameter) const {
        return error(form, parameter, [](std::size_t) { return true; });
    }
};

inline Doubles joined(Doubles first, const Doubles& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

}  // namespace elementwise_samples
