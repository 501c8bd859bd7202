#include "methods/expectation.hpp"
#include "methods/quadrature/quadrature.hpp"

#include "methods/mean/constant_integrand.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <sigprop/methods/sampling/sample_means.hpp>
#include "core/base/poll.hpp"
#include "core/evidence/internal_error.hpp"
#include "core/evidence/propagated_error.hpp"
#include "core/formula/evaluator.hpp"
#include "methods/mean/gsl.hpp"
#include "methods/quadrature/estimate_panels.hpp"

namespace sigprop {
namespace {

struct EstimateMethod {
    std::string_view name;
    MeanResult (*mean)(const MeanProblem& problem, const Context& context);
    bool needs_gsl;
};

constexpr std::array estimate_methods = {
    EstimateMethod{"boost_gauss_kronrod", boost_gauss_kronrod_mean, false},
    EstimateMethod{"boost_tanh_sinh", boost_tanh_sinh_mean, false},
    EstimateMethod{"gsl_qagi", gsl_qagi_mean, true},
    EstimateMethod{"gsl_qagp", gsl_qagp_mean, true},
};

struct SampleMethod {
    std::string_view name;
    SampleMeans (*means)(std::span<const Formula> integrands, const Law& law, std::string_view stream,
                         const Context& context);
    bool only_by_name;  ///< less accurate, only faster: globs do not select it
};

SampleMeans monte_carlo_means_f64(std::span<const Formula> integrands, const Law& law,
                                  std::string_view stream, const Context& context) {
    return monte_carlo_means(integrands, law, stream, context, Dtype::float64);
}

SampleMeans monte_carlo_means_f32(std::span<const Formula> integrands, const Law& law,
                                  std::string_view stream, const Context& context) {
    return monte_carlo_means(integrands, law, stream, context, Dtype::float32);
}

constexpr std::array sample_methods = {
    SampleMethod{"monte_carlo", monte_carlo_means_f64, false},
    SampleMethod{"monte_carlo_float32", monte_carlo_means_f32, true},
    SampleMethod{"quasi_monte_carlo", quasi_monte_carlo_means, false},
};

Evidence blank_evidence(const Expectation& expectation, std::string_view method, Kind kind) {
    Evidence evidence;
    evidence.route = expectation.route;
    evidence.method = method;
    evidence.kind = kind;
    return evidence;
}

/// The problems with the places at which rules in double precision split their range so as to overlook
/// nothing.
std::vector<MeanProblem> split_for_estimates(std::vector<MeanProblem> problems, const Context& context) {
    for (MeanProblem& problem : problems) {
        EstimatePanels panels = estimate_panels(problem, context);
        problem.panel_ends = std::move(panels.ends);
        problem.is_seen_by_estimates = panels.complete;
    }
    return problems;
}

Evidence estimate(const Expectation& expectation, std::span<const MeanProblem> problems,
                  const EstimateMethod& method, const Context& context) {
    Evidence evidence = blank_evidence(expectation, method.name, Kind::estimate);
    std::vector<Ball> means;
    for (const MeanProblem& problem : problems) {
        MeanResult mean = method.mean(problem, context);
        evidence.work.evaluations += mean.evaluations;
        if (mean.status != Status::ok) {
            evidence.reason = std::move(mean.reason);
            return evidence;
        }
        means.push_back(mean.value.at_precision(64));
    }
    conclude(evidence, expectation.combine(means));
    return evidence;
}

/// combine(means + scale * direction); NaN where there is no value.
ScaledDouble combined_at(const Expectation& expectation, const std::vector<double>& means,
                         const std::vector<ScaledDouble>& direction, const ScaledDouble& scale) {
    std::vector<Ball> point;
    for (std::size_t i = 0; i < means.size(); ++i) {
        point.push_back(Ball(means[i]).at_precision(64) + (scale * direction[i]).to_ball());
    }
    const Answer computed = expectation.combine(point);
    return computed.status == Status::ok ? ScaledDouble::nearest(computed.value) : NAN;
}

std::vector<ScaledDouble> gradient_of(const Expectation& expectation, const SampleMeans& sample) {
    const std::size_t n = sample.means.size();
    std::vector<ScaledDouble> gradient(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        const double step = std::sqrt(sample.covariance[i * n + i]) / 64;
        if (step == 0) continue;
        std::vector<ScaledDouble> axis(n, 0);
        axis[i] = step;
        gradient[i] = (combined_at(expectation, sample.means, axis, 1) -
                       combined_at(expectation, sample.means, axis, -1)) /
                      ScaledDouble(2 * step);
    }
    return gradient;
}

/// The standard error of combine(means), sqrt(g' C g), for correlated errors of the means. When the result is
/// off, the means are off along C g; errors that are uncorrelated with that leave the result alone.
ScaledDouble standard_error(const Expectation& expectation, const SampleMeans& sample) {
    const std::size_t n = sample.means.size();
    const std::vector<ScaledDouble> gradient = gradient_of(expectation, sample);
    std::vector<ScaledDouble> direction(n, 0);
    ScaledDouble variance = 0;
    ScaledDouble terms = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const ScaledDouble term = sample.covariance[i * n + j] * gradient[j];
            direction[i] = direction[i] + term;
            terms = terms + abs(gradient[i] * term);
        }
        variance = variance + gradient[i] * direction[i];
    }
    // Means that move together cancel in the sum, down to the rounding of the covariances themselves.
    variance = variance + ScaledDouble(0x1p-50) * terms;
    if (!variance.is_finite()) return HUGE_VAL;
    if (variance <= 0) return 0;
    const ScaledDouble error = sqrt(variance);
    const ScaledDouble centre = combined_at(expectation, sample.means, direction, 0);
    const ErrorDirection steepest{
        error, [&](double standard_errors) {
            return combined_at(expectation, sample.means, direction, standard_errors / error) - centre;
        }};
    return propagated_error(std::span(&steepest, 1), max_standard_errors(sample.degrees_of_freedom));
}

Evidence sample(const PreparedExpectation& prepared, const SampleMethod& method, const Context& context) {
    const Expectation& expectation = *prepared.expectation;
    Evidence evidence = blank_evidence(expectation, method.name, Kind::sample);
    const SampleMeans means =
        method.means(expectation.integrands, expectation.law, expectation.stream, context);
    evidence.work.samples = means.samples;
    evidence.degrees_of_freedom = means.degrees_of_freedom;
    evidence.reason = means.reason;
    if (means.status != Status::ok) return evidence;
    std::vector<Ball> centre;
    for (const double mean : means.means) centre.push_back(Ball(mean).at_precision(64));
    Answer computed = expectation.combine(centre);
    if (computed.status == Status::ok) {
        const ScaledDouble error = standard_error(expectation, means);
        const bool constant = error.is_zero();
        if (!error.is_finite() || constant) {
            computed = {Status::unable, constant ? "every sample gave the same value: no standard error"
                                                 : "the samples do not determine the value"};
        } else {
            // widening: estimate
            computed.value = computed.value.midpoint().widened(error.to_ball());
        }
    }
    conclude(evidence, std::move(computed));
    return evidence;
}

// The trapezoidal rule is the fastest on the whole line without kinks, and the slower one elsewhere.
constexpr EnclosureMethod trapezoid{"arb_trapezoid", arb_trapezoid_mean};
constexpr EnclosureMethod adaptive{"arb_integral", arb_integral_mean};
constexpr std::array trapezoid_first = {trapezoid, adaptive};
constexpr std::array adaptive_first = {adaptive, trapezoid};

}  // namespace

std::span<const EnclosureMethod> enclosure_methods(const PreparedExpectation& prepared) {
    if (prepared.expectation->law.dimension > 1) return {};
    const bool smooth_line =
        prepared.expectation->law.sampler == Sampler::normal &&
        std::ranges::all_of(prepared.problems, [](const MeanProblem& p) { return p.kinks.empty(); });
    return smooth_line ? trapezoid_first : adaptive_first;
}

namespace {

/// Whether the square of an integrand may not be integrable at a singular point.
bool has_infinite_variance(const PreparedExpectation& prepared) {
    return std::ranges::any_of(prepared.problems, [](const MeanProblem& problem) {
        return std::ranges::any_of(problem.singular_sides, [](const SingularSide& side) {
            return !(2 * side.growth.power + 1).is_positive();
        });
    });
}

MeanProblem unexamined(Status status, std::string reason) {
    MeanProblem problem;
    problem.status = status;
    problem.reason = std::move(reason);
    return problem;
}

MeanProblem examined(const Formula& integrand, const Law& law, const Context& context) {
    try {
        const PollScope polls(context);
        return or_internal_error(
            context, [&] { return examine(integrand, law, context); },
            [&](std::string message) { return unexamined(Status::internal, std::move(message)); });
    } catch (const TimeSpent& spent) {
        return unexamined(Status::unable, spent.what());
    }
}

}  // namespace

PreparedExpectation prepare(const Expectation& expectation, const Context& context) {
    PreparedExpectation prepared;
    prepared.expectation = &expectation;
    Law one = expectation.law;
    one.dimension = 1;
    for (const Formula& integrand : expectation.integrands) {
        // Nothing is proved for several variables, but one copy of the law serves an integrand of the first
        // alone.
        if (integrand.variable_count() > 1) continue;
        MeanProblem problem = examined(integrand, one, context);
        const bool worse = problem.status == Status::domain || prepared.status == Status::ok;
        if (problem.status != Status::ok && worse) {
            prepared.status = problem.status;
            prepared.reason = problem.reason;
        }
        prepared.problems.push_back(std::move(problem));
    }
    return prepared;
}

Answer enclose(const PreparedExpectation& prepared, const EnclosureMethod& method, long bits,
               const Context& context, std::uint64_t& evaluations) {
    std::vector<Ball> means;
    for (const MeanProblem& problem : prepared.problems) {
        context.check_cancelled();
        if (const auto constant = constant_integrand(problem.integrand)) {
            means.push_back(Ball::from_rational(*constant, bits));
            continue;
        }
        if (problem.integrand.variable_count() == 0) {
            means.push_back(Evaluator<Ball>(problem.integrand, bits)(std::span<const Ball>())[0]);
            continue;
        }
        MeanResult mean = method.mean(problem, bits, context);
        evaluations += mean.evaluations;
        if (mean.status != Status::ok) return {mean.status, mean.reason};
        means.push_back(std::move(mean.value));
    }
    return prepared.expectation->combine(means);
}

std::vector<Evidence> estimate_and_sample(const PreparedExpectation& prepared, const Context& context) {
    std::vector<Evidence> found;
    const auto refuse = [&](std::string_view method, Kind kind, Status status, const std::string& reason) {
        Evidence evidence = blank_evidence(*prepared.expectation, method, kind);
        evidence.status = status;
        evidence.reason = reason;
        found.push_back(std::move(evidence));
    };
    const auto add_evidence = [&](std::string_view method, Kind kind, const auto& find) {
        if (prepared.status != Status::ok) return refuse(method, kind, prepared.status, prepared.reason);
        if (kind == Kind::sample && has_infinite_variance(prepared))
            return refuse(
                method, kind, Status::unable,
                "no proof that the variance of the samples is finite at a singular point: no standard error");
        try {
            const PollScope polls(context);
            context.check_cancelled();
            if (std::optional<Evidence> evidence = or_internal_error(
                    context, [&] { return std::optional<Evidence>(find()); },
                    [&](const std::string& message) {
                        refuse(method, kind, Status::internal, message);
                        return std::optional<Evidence>();
                    })) {
                found.push_back(std::move(*evidence));
            }
        } catch (const TimeSpent& spent) {
            refuse(method, kind, Status::unable, spent.what());
        }
    };
    std::optional<std::vector<MeanProblem>> split;  // once for all rules
    for (const EstimateMethod& method : estimate_methods) {
        if (prepared.expectation->law.dimension > 1) break;
        if (!context.selects(method.name) || (method.needs_gsl && !gsl_is_available())) continue;
        add_evidence(method.name, Kind::estimate, [&] {
            if (!split) split = split_for_estimates(prepared.problems, context);
            return estimate(*prepared.expectation, *split, method, context);
        });
    }
    for (const SampleMethod& method : sample_methods) {
        if (!(method.only_by_name ? context.names(method.name) : context.selects(method.name))) continue;
        add_evidence(method.name, Kind::sample, [&] { return sample(prepared, method, context); });
    }
    return found;
}

}  // namespace sigprop
