// Backward passes of activations: right ones of every name are confirmed in every type, known mistakes are
// named, and at a kink every number between the slopes of both sides is right.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>

#include "quantities/activation/table.hpp"

#include "tests/support/kernel_samples.hpp"

using namespace kernel_samples;
using namespace sigprop;

namespace {

constexpr std::size_t count = 600;

/// N(0, 9), with 8 significant bits, and the numbers where formulas cancel or saturate.
Doubles inputs(std::uint64_t seed = 1) {
    Doubles x = attention_samples::numbers(count, 3, seed);
    const double special[] = {0,   -0.0, 1,    -1,      6,        -3,    3,      20,
                              -20, 0.5,  -0.5, 0x1p-10, -0x1p-10, -0.75, -1.1875};
    std::copy(std::begin(special), std::end(special), x.begin());
    return x;
}

/// In the arithmetic of T, by other algebra than the table's formulas, as kernels have it.
template <class T>
T sigmoid(T x) {
    return 1 / (1 + std::exp(-x));
}
template <class T>
T gelu_slope(T x) {
    const T half(0.5);
    return half * (1 + std::erf(x * static_cast<T>(M_SQRT1_2))) +
           x * std::exp(-half * x * x) * static_cast<T>(M_2_SQRTPI * M_SQRT1_2 / 2);
}
template <class T>
T mish_slope(T x) {
    const T e = std::exp(x);
    const T d = e * e + 2 * e + 2;
    return x > 20 ? T(1) : e * (4 * (x + 1) + 4 * e * e + e * e * e + e * (4 * x + 6)) / (d * d);
}
template <class T>
T gelu_tanh_slope(T x, double cube = 0.044715, double factor = 3) {
    const T half(0.5);
    const T c = static_cast<T>(std::sqrt(2 / M_PI));
    const T k = static_cast<T>(cube);
    const T t = std::tanh(c * (x + k * x * x * x));
    return half * (1 + t) + half * x * (1 - t * t) * c * (1 + static_cast<T>(factor) * k * x * x);
}
double mish_without_cube(double x) {
    const double e = std::exp(x);
    const double d = e * e + 2 * e + 2;
    return x > 20 ? 0 : e * (4 * (x + 1) + 4 * e * e + e * (4 * x + 6)) / (d * d);
}

struct Right {
    const char* name;
    double (*wide)(double);
    float (*narrow)(float);
};
template <class Slope>
Right right_of(const char* name, Slope slope) {
    return {name, slope, slope};
}

const Right right[] = {
    right_of("identity", [](auto x) { return x - x + 1; }),
    right_of("relu", [](auto x) { return decltype(x)(x > 0 ? 1 : 0); }),
    right_of("relu", [](auto x) { return decltype(x)(x >= 0 ? 1 : 0); }),
    right_of("leaky_relu", [](auto x) { return static_cast<decltype(x)>(x > 0 ? 1 : 0.01); }),
    right_of("leaky_relu(0.2)", [](auto x) { return static_cast<decltype(x)>(x > 0 ? 1 : 0.2); }),
    right_of("relu6", [](auto x) { return decltype(x)(x > 0 && x < 6 ? 1 : 0); }),
    right_of("squared_relu", [](auto x) { return x > 0 ? 2 * x : 0; }),
    right_of("elu", [](auto x) { return x > 0 ? decltype(x)(1) : std::exp(x); }),
    right_of("selu",
             [](auto x) {
                 using T = decltype(x);
                 const auto lambda = static_cast<T>(1.0507009873554805);
                 return lambda * (x > 0 ? T(1) : static_cast<T>(1.6732632423543772) * std::exp(x));
             }),
    right_of("gelu", [](auto x) { return gelu_slope(x); }),
    right_of("gelu_tanh", [](auto x) { return gelu_tanh_slope(x); }),
    right_of("quick_gelu",
             [](auto x) {
                 const auto a = static_cast<decltype(x)>(1.702);
                 return sigmoid(a * x) * (1 + a * x * (1 - sigmoid(a * x)));
             }),
    right_of("silu", [](auto x) { return sigmoid(x) * (1 + x * (1 - sigmoid(x))); }),
    right_of("mish", [](auto x) { return mish_slope(x); }),
    right_of("hard_swish",
             [](auto x) {
                 return x < -3 ? decltype(x)(0) : x <= 3 ? x / 3 + decltype(x)(0.5) : decltype(x)(1);
             }),
    right_of("sigmoid", [](auto x) { return sigmoid(x) * (1 - sigmoid(x)); }),
    right_of("hard_sigmoid", [](auto x) { return x > -3 && x < 3 ? decltype(x)(1) / 6 : 0; }),
    right_of("tanh", [](auto x) { return 1 - std::tanh(x) * std::tanh(x); }),
    right_of("hardtanh", [](auto x) { return decltype(x)(x > -1 && x < 1 ? 1 : 0); }),
    right_of("softsign", [](auto x) { return 1 / ((1 + std::abs(x)) * (1 + std::abs(x))); }),
    right_of("softplus", [](auto x) { return sigmoid(x); }),
    right_of("softcap(30)", [](auto x) { return 1 - std::tanh(x / 30) * std::tanh(x / 30); }),
    right_of("hardshrink", [](auto x) { return decltype(x)(x >= -0.5 && x <= 0.5 ? 0 : 1); }),
    right_of("softshrink", [](auto x) { return decltype(x)(x >= -0.5 && x <= 0.5 ? 0 : 1); }),
    right_of("tanhshrink", [](auto x) { return std::tanh(x) * std::tanh(x); }),
    right_of("snake", [](auto x) { return 1 + std::sin(2 * x); }),
    right_of("exp_neg_sq", [](auto x) { return -2 * x * std::exp(-x * x); }),
    right_of("x * sigmoid(1.702 * x)",
             [](auto x) {
                 const auto a = static_cast<decltype(x)>(1.702);
                 return sigmoid(a * x) * (1 + a * x * sigmoid(-a * x));
             }),
    right_of("\"x^3 - 2 * x\"", [](auto x) { return 3 * x * x - 2; }),
};

JacobianMeasurement judge(const std::string& layer, const Doubles& x, const Doubles& dy, const Doubles& dx,
                          const std::string& descr = "<f4", const Shape& shape = {count}) {
    Files files(descr);
    return measure_jacobian(JacobianTensors{.x = files.tensor(x, shape, "x.npy"),
                                            .dy = files.tensor(dy, shape, "dy.npy"),
                                            .dx = files.tensor(dx, shape, "dx.npy")},
                            {.layer = layer}, {.digits = 6, .methods = "closed_form"});
}

template <class T>
Doubles backward(T (*slope)(T), const Doubles& x, const Doubles& dy) {
    Doubles dx(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        dx[i] = static_cast<double>(slope(static_cast<T>(x[i])) * static_cast<T>(dy[i]));
    }
    return dx;
}

const Doubles dy = attention_samples::numbers(count, 1, 9);

std::string named(const JacobianMeasurement& found) {
    const OutputMeasurement& one = output(found, "dx");
    CHECK(one.record.verdict == Verdict::refuted);
    return one.looks_like.empty() ? "" : one.looks_like.front().mistake;
}

}  // namespace

TEST_CASE("right slopes by other algebra are confirmed, in every type") {
    const Doubles x = inputs();
    for (const auto& one : right) {
        CAPTURE(one.name);
        for (const std::string descr : {"<f4", "<u2", "<f2", "<f8"}) {
            CAPTURE(descr);
            const Doubles dx = descr == "<f8" ? backward(one.wide, x, dy) : backward(one.narrow, x, dy);
            const JacobianMeasurement found = judge(one.name, x, dy, dx, descr);
            CHECK_MESSAGE(output(found, "dx").record.verdict == Verdict::confirmed,
                          output(found, "dx").record.reason);
            CHECK(output(found, "dx").statistics.worst <= 1);
        }
    }
}

TEST_CASE("every named activation has a slope here, and another's slope is another's") {
    const Doubles x = inputs();
    for (const auto& one : right) {
        const Doubles dx = backward(one.wide, x, dy);
        for (const char* other : {"gelu", "tanh"}) {
            if (std::string(one.name) == other) continue;
            CAPTURE(one.name);
            CAPTURE(other);
            CHECK(output(judge(other, x, dy, dx), "dx").record.verdict == Verdict::refuted);
        }
    }
    CHECK(named(judge("gelu", x, dy,
                      backward(right_of("", [](auto z) { return gelu_tanh_slope(z); }).wide, x, dy))) ==
          "the slope of gelu_tanh");
    CHECK(named(judge("gelu_tanh", x, dy, backward(gelu_slope<double>, x, dy))) == "the slope of gelu");
    CHECK(named(judge("mish", x, dy,
                      backward(right_of("", [](auto z) { return sigmoid(z) * (1 + z * sigmoid(-z)); }).wide,
                               x, dy))) == "the slope of silu");
    std::size_t judged = 0;
    for (const ActivationEntry& entry : activation_table()) {
        if (entry.gated) continue;
        std::string layer = entry.name;
        if (!entry.parameters.empty() && !entry.parameters.front().fallback) {
            layer += "(" + entry.parameters.front().sample + ")";
        }
        CAPTURE(layer);
        const OutputMeasurement one = output(judge(layer, x, dy, Doubles(count, 3.25)), "dx");
        CHECK(one.record.verdict == Verdict::refuted);
        CHECK(one.statistics.elements == count);
        ++judged;
    }
    CHECK(judged > 25);
}

TEST_CASE("mistakes of activations are named") {
    const Doubles x = inputs(3);
    const Doubles mish = backward(mish_slope<double>, x, dy);
    const auto changed = [&](auto&& change) {
        Doubles dx(count);
        for (std::size_t i = 0; i < count; ++i) dx[i] = change(x[i], dy[i], mish[i]);
        return dx;
    };
    const auto value = [](double z) { return z * std::tanh(std::log1p(std::exp(z))); };
    const auto name = [&](const Doubles& dx) { return named(judge("mish", x, dy, dx)); };
    CHECK(name(backward(mish_without_cube, x, dy)).empty());
    CHECK(name(Doubles(count, 0)) == "nothing written: zeros");
    CHECK(name(dy) == "dy itself: the slope left out");
    CHECK(name(changed([](double, double, double d) { return -d; })) == "the sign flipped");
    CHECK(name(changed([](double, double, double d) { return d / 2; })) == "the right answer times 0.5");
    CHECK(name(changed([](double z, double, double) { return mish_slope(z); })) ==
          "the slope alone, not multiplied by dy");
    CHECK(name(changed([&](double z, double g, double) { return value(z) * g; })) ==
          "the value in place of the slope");
    CHECK(name(changed([&](double z, double g, double) { return mish_slope(value(z)) * g; })) ==
          "the slope at y instead of x");
    CHECK(name(changed([&](double z, double g, double) { return z == 0 ? 0.6 * g : value(z) / z * g; })) ==
          "dy f(x)/x: the term of the gate's own slope missing");
    const Shape shape = {20, 30};
    Doubles transposed(count);
    for (std::size_t k = 0; k < count; ++k) transposed[k] = dy[k % 20 * 30 + k / 20];
    CHECK(named(judge("mish", x, dy, backward(mish_slope<double>, x, transposed), "<f4", shape)) ==
          "dy read in another memory order: axes 1, 0");
    // gelu_tanh's derivative without its factor of 3, and with a cut constant: seen, though neither has a
    // name.
    for (const auto& [cube, factor] : {std::pair(0.044715, 1.0), std::pair(0.0447, 3.0)}) {
        Doubles dx(count);
        for (std::size_t i = 0; i < count; ++i) dx[i] = gelu_tanh_slope(x[i], cube, factor) * dy[i];
        CHECK(output(judge("gelu_tanh", x, dy, dx), "dx").record.verdict == Verdict::refuted);
    }
    // What computes in 16 bits, or in float of float64, is told.
    const auto says = [](const JacobianMeasurement& found, const char* what) {
        return output(found, "dx").record.reason.find(what) != std::string::npos;
    };
    Doubles low(count);
    for (std::size_t i = 0; i < count; ++i) low[i] = mish[i] * (1 + (i % 2 == 0 ? 0.02 : -0.02));
    CHECK(says(judge("mish", x, dy, low, "<u2"), "in bfloat16 instead of float32 would explain it"));
    Doubles single(count);
    for (std::size_t i = 0; i < count; ++i) single[i] = static_cast<float>(mish[i]);
    CHECK(says(judge("mish", x, dy, single, "<f8"), "a computation in float32 would explain it"));
}

TEST_CASE("at a kink both slopes are right, and all between, but none beyond") {
    const struct {
        const char* layer;
        double kink, low, high;
    } rows[] = {{"relu", 0, 0, 1},        {"leaky_relu", 0, 0.01, 1}, {"relu6", 6, 0, 1},
                {"hardtanh", -1, 0, 1},   {"softshrink", 0.5, 0, 1},  {"abs(x)", 0, -1, 1},
                {"hard_swish", 3, 1, 1.5}};
    for (const auto& row : rows) {
        CAPTURE(row.layer);
        for (const double sign : {1.0, -2.0}) {
            for (const auto& one : {std::pair(row.low, true), std::pair(row.high, true),
                                    std::pair((row.low + row.high) / 2, true),
                                    std::pair(row.low - 0.01, false), std::pair(row.high + 0.01, false)}) {
                const double slope = one.first;
                const bool is_right = one.second;
                CAPTURE(slope);
                const JacobianMeasurement found =
                    judge(row.layer, {row.kink}, {sign}, {slope * sign}, "<f4", {1});
                CHECK((output(found, "dx").record.verdict == Verdict::confirmed) == is_right);
            }
        }
    }
    // A kink between two floats: at its neighbours both sides hold, further off one alone.
    const auto third = static_cast<double>(1.0F / 3);
    CHECK(output(judge("relu(x - 1/3)", {third}, {1}, {0}, "<f4", {1}), "dx").record.verdict ==
          Verdict::confirmed);
    CHECK(output(judge("relu(x - 1/3)", {third + 1e-5}, {1}, {0}, "<f4", {1}), "dx").record.verdict ==
          Verdict::refuted);
}

TEST_CASE("y is judged, too; what has no slope decides nothing; what does not fit is refused") {
    const Doubles x = inputs();
    Doubles y(count);
    for (std::size_t i = 0; i < count; ++i) y[i] = x[i] * 0.5 * (1 + std::erf(x[i] * M_SQRT1_2));
    Files files("<f4");
    const JacobianTensors tensors = {.x = files.tensor(x, {count}, "x.npy"),
                                     .dy = files.tensor(dy, {count}, "dy.npy"),
                                     .y = files.tensor(y, {count}, "y.npy")};
    const Context context = {.digits = 6, .methods = "closed_form"};
    CHECK(measure_jacobian(tensors, {.layer = "gelu"}, context).outputs[0].record.verdict ==
          Verdict::confirmed);
    const OutputMeasurement other = measure_jacobian(tensors, {.layer = "gelu_tanh"}, context).outputs[0];
    CHECK(other.record.verdict == Verdict::refuted);
    CHECK(other.looks_like.front().mistake == "the value of gelu");
    const JacobianMeasurement root = judge("sqrt(x)", {0, 4}, {1, 1}, {1, 0.25}, "<f4", {2});
    CHECK(root.outputs[0].record.verdict == Verdict::undecided);
    CHECK(root.outputs[0].record.reason ==
          "1 of 2 elements cannot be judged; the first: the activation has no slope at x[0]");
    const JacobianMeasurement bad = judge("relu", {1, std::nan("")}, {1, 1}, {1, 1}, "<f4", {2});
    CHECK(bad.outputs[0].record.reason.ends_with("the first: x[1] is NaN"));
    CHECK(judge("relu", {1}, {1}, {HUGE_VAL}, "<f4", {1}).outputs[0].record.verdict == Verdict::refuted);
    const auto message = [&](const JacobianQuestion& question) -> std::string {
        try {
            (void)measure_jacobian(tensors, question, context);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(message({.layer = "gelu", .epsilon = "1e-5"}).find("--eps is only for normalisation layers") !=
          std::string::npos);
    CHECK(message({.layer = "swiglu"}).find("a gated unit has two inputs") != std::string::npos);
    CHECK(message({.layer = "softcap"}).find("softcap needs 't'") != std::string::npos);
    CHECK(message({.layer = "x * sigmod(x)"}).find("sigmod") != std::string::npos);
    CHECK(message({.layer = "mihs"}).find("did you mean mish?") != std::string::npos);
}
