#include "methods/sampling/sample_judgement.hpp"

#include "core/base/recent.hpp"

#include <array>
#include <charconv>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

#include "core/formula/growth.hpp"

#include "methods/mean/mean_support.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_remembered = 256;

std::string shortest(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return std::string(text.data(), end);
}

std::string shown(const std::vector<double>& point) {
    if (point.size() == 1) return shortest(point[0]);
    std::string text;
    for (const double x : point) text += (text.empty() ? "(" : ", ") + shortest(x);
    return text + ")";
}

bool proves_infinite_variance(const Formula& f, const Law& law) {
    const Formula weighted = pow(f, 2) * law.weight();
    for (const int side : {-1, 1}) {
        if ((side < 0 ? law.lower : law.upper).infinite_sign() == 0) continue;
        for (const double from : {8.0, 64.0, 512.0}) {
            const TailBehaviour tail = tail_behaviour(mirrored(weighted, side), from);
            if (tail.lower && tail_integral_diverges(*tail.lower)) return true;
        }
    }
    return false;
}

bool has_infinite_variance(const Formula& f, const Law& law) {
    if (f.variable_count() > 1) return false;
    static Recent<std::string, const bool> known(max_remembered);
    return *known.find(f.text() + ", " + law.text(), [&] { return proves_infinite_variance(f, law); });
}

}  // namespace

void check_samples(std::span<const Formula> integrands, const Law& law, const Context& context) {
    if (context.samples < 1 || context.samples > std::uint64_t{1} << 63) {
        throw InputError::about({"samples"}, "the number of samples is " + std::to_string(context.samples) +
                                                 ": it must be from 1 to 2^63");
    }
    for (const Formula& integrand : integrands) {
        if (integrand.variable_count() > law.dimension)
            throw std::logic_error("an integrand has more variables than its law");
    }
}

std::string name_of_integrand(std::size_t i, std::size_t count) {
    return count == 1 ? "the integrand" : "integrand " + std::to_string(i + 1);
}

std::string infinite_variance(std::span<const Formula> integrands, const Law& law) {
    for (std::size_t i = 0; i < integrands.size(); ++i) {
        if (!has_infinite_variance(integrands[i], law)) continue;
        return "the variance of " + name_of_integrand(i, integrands.size()) +
               " is infinite: samples have no standard error";
    }
    return "";
}

std::string bad_sample(const SamplePlan& plan, const SampleTotals& totals) {
    if (totals.bad_sample >= plan.samples()) return "";
    return name_of_integrand(totals.bad_integrand, plan.integrands.size()) +
           " is not finite at x = " + shown(totals.bad_point) + " (sample " +
           std::to_string(totals.bad_sample) + ")";
}

SimulationName simulation_name(std::string_view method, const SamplePlan& plan, const Law& law,
                               std::string_view stream, const Context& context) {
    const std::string dtype(to_string(plan.dtype));
    std::string source =
        ", seed " + std::to_string(context.seed) + ", stream " + std::string(stream) + ", law " + law.text();
    for (const Formula& integrand : plan.integrands) source += ", " + integrand.text();
    return {
        std::string(stream),
        std::string(method) + " in " + dtype + " of " + std::to_string(plan.samples()) + " samples" + source,
        dtype + source};
}

SampleMeans refused_samples(const std::string& reason) {
    SampleMeans result;
    result.reason = reason;
    return result;
}

}  // namespace sigprop
