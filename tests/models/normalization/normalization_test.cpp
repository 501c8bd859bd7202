#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <sigprop/core/base/errors.hpp>
#include <string>

#include "tests/models/normalization/references.hpp"

using namespace sigprop;
using references::WholeLayer;
using Numbers = std::vector<double>;

namespace {

Numbers numbers(std::size_t count, std::size_t a, std::size_t b, std::size_t m, double scale, double shift) {
    Numbers result(count);
    for (std::size_t i = 0; i < count; ++i) {
        result[i] = static_cast<double>((i * a + b) % m) / scale - shift;
    }
    return result;
}

/// Storage for the spans of a call.
struct Inputs {
    Numbers x, dy, gain, bias, mean, variance;
    explicit Inputs(const NormLayout& layout)
        : x(numbers(layout.size(), 37, 11, 101, 16, 3)),
          dy(numbers(layout.size(), 53, 7, 97, 32, 1.5)),
          gain(numbers(layout.parameters(), 29, 3, 13, 16, -0.5)),
          bias(numbers(layout.parameters(), 17, 5, 11, 8, 0.5)),
          mean(numbers(layout.parameters(), 7, 2, 5, 4, 0.5)),
          variance(numbers(layout.parameters(), 11, 3, 7, 8, -0.25)) {}
};

NormCall call_of(const WholeLayer& row, const Inputs& in) {
    NormCall call = norm_call(*find_norm_layer(row.layer), row.shape, row.epsilon, row.options);
    call.rule.correction = row.correction;
    if (!row.dgain.empty()) call.parameters = {in.gain, row.gain_offset, in.bias, {}, {}};
    if (row.inference) {
        call.parameters.fixed_mean = in.mean;
        call.parameters.fixed_variance = in.variance;
    }
    return call;
}

Inputs inputs_of(const WholeLayer& row) {
    return Inputs(norm_layout(find_norm_layer(row.layer)->axes, row.shape, row.options));
}

double distance(const Numbers& a, const Numbers& b) {
    if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::fabs(a[i] - b[i]));
    return worst;
}

/// The largest difference of any result from the reference; PyTorch's own roundings are below 1e-14 here.
double error(const WholeLayer& row, const Inputs& in, const NormCall& call) {
    const Normalization layer(call);
    const NormGradients back = layer.backward(in.x, in.dy);
    double worst = std::max(distance(layer.output(in.x), row.y), distance(back.dx, row.dx));
    if (row.dgain.empty()) return worst;
    return std::max({worst, distance(back.dgain, row.dgain), distance(back.dbias, row.dbias)});
}

/// J^T dy entry by entry.
Numbers by_entries(const Normalization& layer, const Inputs& in) {
    Numbers result(in.x.size());
    for (std::size_t j = 0; j < in.x.size(); ++j) {
        for (std::size_t i = 0; i < in.x.size(); ++i) result[j] += in.dy[i] * layer.jacobian(in.x, i, j);
    }
    return result;
}

struct Mistake {
    const char* what;
    std::function<bool(const WholeLayer&, NormCall&)> plant;  ///< false if the row cannot have the mistake
};

const Mistake mistakes[] = {
    {"epsilon outside the root",
     [](const WholeLayer& row, NormCall& call) {
         const bool inside = call.rule.epsilon_place == EpsilonPlace::inside_root;
         call.rule.epsilon_place = inside ? EpsilonPlace::outside_root : EpsilonPlace::inside_root;
         return row.epsilon > 1e-10 && !row.inference;
     }},
    {"1/(n-1)",
     [](const WholeLayer& row, NormCall& call) {
         call.rule.correction = 1 - call.rule.correction;
         return call.rule.spread == NormSpread::std && !row.inference;
     }},
    {"the weight's offset",
     [](const WholeLayer& row, NormCall& call) {
         call.parameters.gain_offset = 1 - row.gain_offset;
         return !row.dgain.empty();
     }},
    {"not centred",
     [](const WholeLayer& row, NormCall& call) {
         call.rule.centre = call.rule.centre == NormCentre::mean ? NormCentre::none : NormCentre::mean;
         return call.rule.centre == NormCentre::none && !row.inference;
     }},
    {"the channel is not the one",
     [](const WholeLayer& row, NormCall& call) {
         if (find_norm_layer(row.layer)->axes != NormAxes::positions) return false;
         NormLayoutOptions other = row.options;
         other.channels_last = !other.channels_last;
         call = {call.rule, norm_layout(NormAxes::positions, row.shape, other), call.epsilon, {}};
         return true;
     }},
    {"the statistics' own gradient dropped", [](const WholeLayer& row, NormCall& call) {
         static Numbers mean, variance;
         const Inputs in = inputs_of(row);
         const NormMoments now = Normalization(call).moments(in.x);
         mean = now.mean, variance = now.variance;
         call.parameters.fixed_mean = mean;
         call.parameters.fixed_variance = variance;
         return std::string(row.layer) == "batch_norm" && !row.inference;
     }}};

}  // namespace

TEST_CASE("every layer, forward and backward, against PyTorch's") {
    for (const NormLayer& layer : norm_layers()) {
        const auto is_its = [&](const WholeLayer& row) { return row.layer == layer.name; };
        CHECK_MESSAGE(std::ranges::any_of(references::whole_layers, is_its), std::string(layer.name),
                      " has no row in references.hpp");
    }
    for (const WholeLayer& row : references::whole_layers) {
        const Inputs in = inputs_of(row);
        const NormCall call = call_of(row, in);
        CAPTURE(std::string(row.layer));
        CHECK(error(row, in, call) < 1e-14);
        CHECK(distance(by_entries(Normalization(call), in), row.dx) < 1e-14);
    }
}

TEST_CASE("a mistake is seen") {
    for (const Mistake& mistake : mistakes) {
        int rows = 0;
        for (const WholeLayer& row : references::whole_layers) {
            const Inputs in = inputs_of(row);
            NormCall call = call_of(row, in);
            if (!mistake.plant(row, call)) continue;
            ++rows;
            CAPTURE(std::string(mistake.what));
            CAPTURE(std::string(row.layer));
            CHECK(error(row, in, call) > 1e-11);
        }
        CHECK_MESSAGE(rows > 0, mistake.what);
    }
}
