#include "measure/gradient/activation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/expression/expression.hpp"
#include "engine/binding/arguments.hpp"
#include "formats/list_text.hpp"
#include "measure/gradient/activation_mistakes.hpp"
#include "measure/gradient/activation_slope.hpp"
#include "measure/gradient/verdict.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 16U;

bool mentions_x(const Expression& e) {
    if (e.kind == Expression::Kind::name && e.name == "x") return true;
    return std::ranges::any_of(e.arguments, [](const Argument& one) { return mentions_x(one.value); });
}

void check_flags(const JacobianTensors& tensors, const JacobianQuestion& question) {
    const std::array given = {std::pair("weight", tensors.weight.has_value()),
                              std::pair("dweight", tensors.dweight.has_value()),
                              std::pair("bias", tensors.bias.has_value()),
                              std::pair("dbias", tensors.dbias.has_value()),
                              std::pair("dskip", tensors.dskip.has_value()),
                              std::pair("weight-offset", question.weight_offset.has_value()),
                              std::pair("groups", question.groups.has_value()),
                              std::pair("eps", !question.epsilon.empty())};
    for (const auto& [name, is_given] : given) {
        if (!is_given) continue;
        throw InputError(fmt::format("--{} is only for normalisation layers, but {} is an activation", name,
                                     question.layer));
    }
    if (!tensors.dx && !tensors.y) {
        throw InputError("measure jacobian needs a result of the activation to check: --dx FILE or --y");
    }
}

void check_shape(const NamedTensor& tensor, const char* role, const NamedTensor& x) {
    if (tensor.view.is_complex()) {
        throw InputError(tensor.name +
                         ": complex arrays are not supported; save the real and imaginary parts separately");
    }
    if (tensor.view.size() == 0) {
        throw InputError(tensor.name + ": the array has no numbers: its shape is " +
                         list_text(tensor.view.shape()));
    }
    if (tensor.view.shape() == x.view.shape()) return;
    throw InputError(fmt::format("{} of shape {}: {} must have the shape of x, {}", tensor.name,
                                 list_text(tensor.view.shape()), role, list_text(x.view.shape())));
}

std::vector<double> numbers_of(const TensorView& view) {
    std::vector<double> numbers(view.size());
    view.read(0, numbers);
    return numbers;
}

/// The exact answer of one element: any number of an interval, a single one away from kinks.
struct ExactAnswer {
    double low = 0, high = 0;  ///< before the factor
    double factor = 1;         ///< dy, or 1 for y
    double terms = 0;

    [[nodiscard]] double error_of(double user) const {
        const double first = -std::fma(low, factor, -user);
        const double last = -std::fma(high, factor, -user);
        if (first * last <= 0) return 0;
        return std::abs(first) < std::abs(last) ? first : last;
    }
    /// The number of the interval nearest to the user's.
    [[nodiscard]] double nearest(double user) const {
        const double first = low * factor;
        const double last = high * factor;
        const double least = std::min(first, last);
        return std::isfinite(user) ? std::clamp(user, least, std::max(first, last)) : least;
    }
};

ExactAnswer answer_at(const ActivationPoint& point, double dy, JacobianOutput kind) {
    if (kind == JacobianOutput::y) return {point.value_low, point.value_high, 1, point.value_terms};
    return {point.slope_low, point.slope_high, dy, std::abs(dy) * point.slope_terms};
}

double allowed_by(const RoundingModel& model, const ExactAnswer& answer, double exact) {
    const double stored = 2 * std::abs(exact);  // the slope, and the product
    return model.unit * (stored + activation_roundings * model.working * answer.terms) +
           model.least * (1 + std::abs(answer.factor));
}

class ActivationPass {
public:
    ActivationPass(const JacobianTensors& tensors, const ActivationSlopes& slopes, JudgedOutput& output)
        : tensors_(tensors), slopes_(slopes), output_(output) {}

    /// Elements that have no exact answer are counted, and the first is named.
    void run(JacobianMeasurement& measured) {
        const std::size_t size = tensors_.x.view.size();
        for (std::size_t first = 0; first < size; first += chunk) {
            judge(first, std::min(chunk, size - first), measured);
        }
        JacobianStatistics& found = output_.statistics;
        const double n = static_cast<double>(found.elements - found.not_finite);
        if (n == 0) return;
        found.mean_units /= n;
        found.rms_units = std::sqrt(found.rms_units / n);
    }

private:
    void judge(std::size_t first, std::size_t count, JacobianMeasurement& measured) {
        std::vector<double> x(count), dy(count), user(count);
        tensors_.x.view.read(first, x);
        tensors_.dy.view.read(first, dy);
        output_.tensor->view.read(first, user);
        OutputErrors errors(output_, count);
        for (std::size_t j = 0; j < count; ++j) {
            const bool is_finite = std::isfinite(x[j]) && std::isfinite(dy[j]);
            const ExactAnswer answer = is_finite ? answer_at(slopes_.at(x[j]), dy[j], output_.kind)
                                                 : ExactAnswer{std::nan(""), std::nan("")};
            if (std::isnan(answer.low)) {
                count_bad(measured, first + j, x[j], dy[j]);
                continue;
            }
            const double exact = answer.nearest(user[j]);
            const double allowed = allowed_by(output_.model, answer, exact);
            errors.judge(j, user[j], exact, answer.error_of(user[j]), answer.terms, allowed, first + j);
            for (const auto how : {LossyComputation::low_sums, LossyComputation::single_precision}) {
                if (output_.model.is(how) || !errors.is_beyond(j)) continue;
                errors.judge_lossy(how, j, allowed_by(output_.model.of(how), answer, exact));
            }
        }
    }

    void count_bad(JacobianMeasurement& measured, std::size_t element, double x, double dy) const {
        if (measured.bad_rows++ > 0) return;
        const std::string place = place_text(tensors_.x.view.shape(), element);
        const auto what = [](double value) { return std::isnan(value) ? "NaN" : "infinite"; };
        measured.bad = !std::isfinite(x)    ? fmt::format("x{} is {}", place, what(x))
                       : !std::isfinite(dy) ? fmt::format("dy{} is {}", place, what(dy))
                                            : fmt::format("the activation has no slope at x{}", place);
    }

    const JacobianTensors& tensors_;
    const ActivationSlopes& slopes_;
    JudgedOutput& output_;
};

OutputMeasurement measurement_of(const JudgedOutput& judged) {
    OutputMeasurement one;
    one.output = judged.kind == JacobianOutput::dx ? "dx" : "y";
    one.name = judged.tensor->name;
    one.shape = judged.tensor->view.shape();
    one.type = judged.tensor->view.type();
    one.dtype = judged.dtype;
    one.statistics = judged.statistics;
    return one;
}

std::string layer_text(const Activation& f) {
    return f.name.empty() ? f.formula.text() : f.text + ", " + f.formula.text();
}

}  // namespace

std::optional<Activation> activation_layer(const std::string& text) {
    std::optional<Expression> e;
    try {
        e = parse_expression(text, "--layer");
    } catch (const InputError&) {
        return std::nullopt;  // names of implementations may hold blanks
    }
    const bool is_quoted = e->kind == Expression::Kind::text;
    if (!is_quoted && mentions_x(*e)) {
        const std::string quoted = "\"" + text + "\"";
        return activation_layer(quoted);
    }
    const bool is_named = (e->kind == Expression::Kind::name || e->kind == Expression::Kind::call) &&
                          find_activation(e->name) != nullptr;
    if (!is_quoted && !is_named) return std::nullopt;
    Activation f = bind_activation(*e, text);
    if (f.gated) {
        throw InputError("--layer " + text + ": a gated unit has two inputs; give the activation of its gate",
                         Place{"--layer", text, 0, text.size()});
    }
    return f;
}

JacobianMeasurement measure_activation(const JacobianTensors& tensors, const JacobianQuestion& question,
                                       const Activation& f, const Context& context) {
    check_flags(tensors, question);
    check_shape(tensors.x, "x", tensors.x);
    check_shape(tensors.dy, "dy", tensors.x);
    JacobianMeasurement measured;
    measured.layer = layer_text(f);
    measured.x_name = tensors.x.name;
    measured.dy_name = tensors.dy.name;
    measured.x_shape = tensors.x.view.shape();
    measured.group = "element";
    measured.rows = tensors.x.view.size();
    const bool is_wide = tensors.x.view.type() == ElementType::float64;
    const ActivationSlopes slopes(f.formula, numbers_of(tensors.x.view), is_wide ? 0x1p-53 : 0x1p-24,
                                  context);
    for (const auto& [kind, tensor] :
         {std::pair(JacobianOutput::dx, &tensors.dx), std::pair(JacobianOutput::y, &tensors.y)}) {
        if (!*tensor) continue;
        check_shape(**tensor, kind == JacobianOutput::dx ? "dx" : "y", tensors.x);
        const Dtype dtype = question.dtype.value_or(dtype_of((*tensor)->view.type()));
        JudgedOutput output = {.kind = kind,
                               .tensor = &**tensor,
                               .dtype = dtype,
                               .model = RoundingModel::of(dtype),
                               .fit = MistakeFit(0)};
        measured.bad_rows = 0;
        ActivationPass(tensors, slopes, output).run(measured);
        OutputMeasurement one = measurement_of(output);
        if (one.statistics.beyond > 0 && one.statistics.not_finite == 0) {
            one.looks_like = activation_mistakes({tensors, f, slopes, output, context});
        }
        measured.outputs.push_back(std::move(one));
    }
    const std::string bad = measured.bad_rows == 0
                                ? ""
                                : fmt::format("{} of {} elements cannot be judged; the first: {}",
                                              measured.bad_rows, measured.rows, measured.bad);
    const JacobianScene scene = {
        measured, "1", 1, bad, "the measurement is the largest error, relative to what rounding allows",
        context};
    for (OutputMeasurement& one : measured.outputs) describe_output(one, scene);
    return measured;
}

}  // namespace sigprop
