#include "measure/gradient/activation_mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/doubles.hpp"
#include "core/base/short_number.hpp"
#include "core/expression/expression.hpp"
#include "core/formula/evaluator.hpp"
#include "engine/binding/arguments.hpp"
#include "measure/gradient/memory_order.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_named = 3;

/// The elements away from kinks, where there is one exact answer.
struct Element {
    double x = 0, dy = 0, user = 0;
    double slope = 0, value = 0;
    double allowed = 0;  ///< of the right answer
    std::size_t at = 0;  ///< in the array
};

/// Activations by name that have defaults for all their parameters.
std::vector<Activation> named_activations() {
    std::vector<Activation> all;
    for (const ActivationEntry& entry : activation_table()) {
        const bool is_ready = std::ranges::all_of(
            entry.parameters, [](const Parameter& one) { return one.fallback.has_value(); });
        if (entry.gated || !is_ready) continue;
        all.push_back(bind_activation(parse_expression(entry.name), entry.name));
    }
    return all;
}

class ActivationMistakes {
public:
    explicit ActivationMistakes(const ActivationScene& scene)
        : scene_(scene), is_gradient_(scene.output.kind == JacobianOutput::dx) {
        const std::size_t size = scene.tensors.x.view.size();
        std::vector<double> x(size), dy(size), user(size);
        scene.tensors.x.view.read(0, x);
        scene.tensors.dy.view.read(0, dy);
        scene.output.tensor->view.read(0, user);
        for (std::size_t i = 0; i < size; ++i) add(x[i], dy[i], user[i], i);
    }

    std::vector<LooksLike> named() {
        if (is_gradient_) try_forms();
        try_factor();
        for (const Activation& other : named_activations()) try_other(other);
        if (is_gradient_ && found_.empty()) try_orders();
        if (found_.size() > max_named) found_.resize(max_named);
        return std::move(found_);
    }

private:
    void add(double x, double dy, double user, std::size_t at) {
        if (!std::isfinite(x) || !std::isfinite(dy)) return;
        const ActivationPoint& point = scene_.slopes.at(x);
        if (point.slope_low != point.slope_high || point.value_low != point.value_high) return;
        Element one = {x, dy, user, point.slope_low, point.value_low, 0, at};
        const RoundingModel& model = scene_.output.model;
        const double terms = is_gradient_ ? std::abs(dy) * point.slope_terms : point.value_terms;
        one.allowed =
            model.unit * activation_roundings * model.working * terms + model.least * (1 + std::abs(dy));
        elements_.push_back(one);
    }

    /// Whether every element is what `answer` gives, but for rounding.
    template <class Answer>
    [[nodiscard]] bool explains(const Answer& answer) const {
        const double unit = 2 * scene_.output.model.unit;
        return !elements_.empty() && std::ranges::all_of(elements_, [&](const Element& one) {
            const double wrong = answer(one);
            return std::abs(one.user - wrong) <= one.allowed + unit * std::abs(wrong);
        });
    }
    void take(std::string text) {
        constexpr double none = not_a_number;
        found_.push_back({std::move(text), none, none, true});
    }
    template <class Answer>
    void attempt(const char* text, const Answer& answer) {
        if (explains(answer)) take(text);
    }

    void try_forms() {
        Evaluator<double> slope(scene_.f.formula.derivative());
        attempt("nothing written: zeros", [](const Element&) { return 0.0; });
        attempt("dy itself: the slope left out", [](const Element& e) { return e.dy; });
        attempt("the slope alone, not multiplied by dy", [](const Element& e) { return e.slope; });
        attempt("the sign flipped", [](const Element& e) { return -e.slope * e.dy; });
        attempt("the value in place of the slope", [](const Element& e) { return e.value * e.dy; });
        attempt("the slope at y instead of x", [&](const Element& e) { return slope(e.value) * e.dy; });
        attempt("dy f(x)/x: the term of the gate's own slope missing",
                [](const Element& e) { return e.x == 0 ? e.user : e.value / e.x * e.dy; });
        attempt("the term f(x)/x missing",
                [](const Element& e) { return e.x == 0 ? e.user : (e.slope - e.value / e.x) * e.dy; });
    }

    void try_factor() {
        double along = 0, square = 0;
        for (const Element& one : elements_) {
            const double exact = is_gradient_ ? one.slope * one.dy : one.value;
            along += one.user * exact;
            square += exact * exact;
        }
        const double factor = along / square;
        if (!found_.empty() || !std::isfinite(factor)) return;
        const bool is_it = explains(
            [&](const Element& one) { return factor * (is_gradient_ ? one.slope * one.dy : one.value); });
        if (is_it) take(fmt::format("the right answer times {}", short_number(factor, 6)));
    }

    void try_other(const Activation& other) {
        if (other.name == scene_.f.name && !other.name.empty()) return;
        Evaluator<double> function(is_gradient_ ? other.formula.derivative() : other.formula);
        const bool is_it =
            explains([&](const Element& one) { return function(one.x) * (is_gradient_ ? one.dy : 1); });
        if (is_it) take(fmt::format("the {} of {}", is_gradient_ ? "slope" : "value", other.name));
    }

    void try_orders() {
        for (const auto& [tensor, name] :
             {std::pair(&scene_.tensors.dy, "dy"), std::pair(&scene_.tensors.x, "x")}) {
            const bool is_dy = tensor == &scene_.tensors.dy;
            const auto order = explaining_order(tensor->view, [&](const std::vector<double>& read) {
                return explains([&](const Element& one) {
                    if (is_dy) return one.slope * read[one.at];
                    const double x = read[one.at];
                    return std::isfinite(x) ? scene_.slopes.at(x).slope_low * one.dy : std::nan("");
                });
            });
            if (order) return take(fmt::format("{} read in another memory order: {}", name, order->text()));
        }
    }

    const ActivationScene& scene_;
    bool is_gradient_;
    std::vector<Element> elements_;
    std::vector<LooksLike> found_;
};

}  // namespace

std::vector<LooksLike> activation_mistakes(const ActivationScene& scene) {
    return ActivationMistakes(scene).named();
}

}  // namespace sigprop
