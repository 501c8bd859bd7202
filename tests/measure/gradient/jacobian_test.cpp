// The verdict on backward passes: right kernels are never refuted, over many seeds and in every type; each
// known mistake is refuted and named, which is also the control of the first test.

#include <doctest/doctest.h>

#include "tests/support/jacobian_samples.hpp"

using namespace jacobian_samples;
using namespace sigprop;

namespace {

Layer layer_of(bool centred, std::uint64_t seed, const std::string& twist = "", double offset = 0) {
    Layer layer = {.centred = centred, .offset = offset, .seed = seed, .twist = twist};
    layer.fill();
    return layer;
}

void check_right(const JacobianMeasurement& found) {
    for (const OutputMeasurement& one : found.outputs) {
        CAPTURE(one.output);
        CHECK_MESSAGE(one.record.verdict == Verdict::confirmed, one.record.reason);
        CHECK(one.statistics.worst <= 1);
        CHECK(one.looks_like.empty());
    }
}

/// The output is refuted, and the first named mistake is this one.
void check_named(const OutputMeasurement& one, const std::string& mistake) {
    CAPTURE(one.output);
    CHECK_MESSAGE(one.record.verdict == Verdict::refuted, one.record.reason);
    REQUIRE_MESSAGE(!one.looks_like.empty(), one.record.reason);
    CHECK(one.looks_like.front().mistake == mistake);
    CHECK_MESSAGE(one.record.reason.find("it looks like " + mistake) != std::string::npos, one.record.reason);
}

struct Row {
    const char* twist;
    const char* output;
    const char* name;
};

const char* const term = "the y y^T term missing (r treated as a constant)";

}  // namespace

TEST_CASE("right kernels: naive in float, rounded once in 16 bits, naive in double") {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        CAPTURE(seed);
        const Layer layer = layer_of(seed % 2 == 1, seed, "", seed % 3 == 0 ? 1 : 0);
        check_right(measure(layer, backward<float>(layer), "<f4"));
        check_right(measure(layer, backward<float>(layer), "<u2"));
        check_right(measure(layer, backward<float>(layer), "<f2"));
        check_right(measure(layer, backward<double>(layer), "<f8"));
    }
}

TEST_CASE("an exact answer that overflows even doubles decides nothing") {
    Layer layer = layer_of(false, 3);
    for (double& one : layer.dy) one *= 1e300;
    for (double& one : layer.weight) one *= 1e300;
    Outputs zeros = backward<double>(layer_of(false, 3));
    for (double& one : zeros.dx) one = 0;
    const JacobianMeasurement found = measure(layer, zeros, "<f8");
    const OutputMeasurement& dx = found.outputs.front();
    REQUIRE(dx.output == "dx");
    CHECK(dx.record.verdict == Verdict::undecided);
    CHECK(dx.statistics.elements == 0);
}

TEST_CASE("what rounds right is off by half a unit, and what does not is seen") {
    const Layer layer = layer_of(false, 7);
    const JacobianMeasurement right = measure(layer, backward<long double>(layer), "<f8");
    for (const OutputMeasurement& one : right.outputs) CHECK(one.statistics.worst_units <= 1.001);
    // An answer computed in float fails when it is judged as double.
    const JacobianMeasurement low = measure(layer, backward<float>(layer), "<f8");
    for (const char* name : {"dx", "dweight", "y"}) {
        CHECK(output(low, name).record.verdict == Verdict::refuted);
        CHECK(output(low, name).statistics.worst_units > 1e7);
    }
    Layer shaken = layer;
    Outputs answer = backward<double>(shaken);
    answer.dx[5 * 64 + 3] *= 1.001;
    const OutputMeasurement one = output(measure(shaken, answer, "<f4"), "dx");
    CHECK(one.statistics.beyond == 1);
    CHECK(one.statistics.worst_at == 5 * 64 + 3);
    CHECK(one.looks_like.empty());
    CHECK_MESSAGE(
        one.record.reason.starts_with(
            "1 of 3072 elements is wrong by more than rounding allows; the worst one, dx[5, 3] is "),
        one.record.reason);
}

TEST_CASE("what has no name may have a place: rows, or a block of all rows") {
    const Layer layer = layer_of(false, 7);
    const auto reason = [&](std::size_t first_row, std::size_t rows, std::size_t first, std::size_t entries) {
        Outputs answer = backward<double>(layer);
        for (std::size_t row = first_row; row < first_row + rows; ++row) {
            for (std::size_t i = first; i < first + entries; ++i) {
                answer.dx[row * 64 + i] += static_cast<double>(1 + row + i % 3);
            }
        }
        return output(measure(layer, answer, "<f4"), "dx").record.reason;
    };
    CHECK_MESSAGE(reason(5, 1, 0, 64).ends_with("; all errors are in row 5 of 48, counted from 0"),
                  reason(5, 1, 0, 64));
    CHECK(reason(40, 8, 0, 64).ends_with("; all errors are in rows 40 to 47 of 48, counted from 0"));
    CHECK(reason(0, 48, 50, 14)
              .ends_with("; all errors are at entries 50 to 63 of 64 of a row, counted from 0"));
    CHECK(reason(0, 48, 3, 1).ends_with("; all errors are at entry 3 of 64 of a row, counted from 0"));
    for (const std::string& text : {reason(0, 48, 0, 64), reason(5, 1, 3, 2), reason(0, 30, 10, 50)}) {
        CHECK_MESSAGE(text.find("counted from 0") == std::string::npos, text);
    }
}

TEST_CASE("known mistakes of RMSNorm and LayerNorm are named, in float and in double") {
    const Row rows[] = {
        {"sign of yy", "dx", "the y y^T term with the wrong sign"},
        {"no yy", "dx", term},
        {"not divided", "dx", "the inner product not divided by d"},
        {"inner of dy", "dx", "the inner product taken with dy instead of weight dy"},
        {"no weight", "dx", "the weight not applied"},
        {"no weight", "y", "the weight not applied"},
        {"1 added", "dx", "1 added to the weight"},
        {"eps outside, slope too", "dx", "eps outside the root"},
        {"eps outside", "dweight", "eps outside the root"},
        {"eps outside", "y", "eps outside the root"},
        {"eps outside", "dx", "eps outside the root, with the backward pass for eps inside"},
        {"no eps", "dx", "eps left out"},
        {"eps 1e-6", "dx", "eps 1e-6 instead of 1e-5"},
        {"eps 1e-3", "y", "eps 0.001 instead of 1e-5"},
        {"d - 1", "dx", "1/(d-1) instead of 1/d in the variance, 1/d in the backward pass"},
        {"d - 1", "y", "1/(d-1) instead of 1/d in the variance"},
        {"d - 1 in sums", "dx", "1/(d-1) instead of 1/d in the sums of the backward pass"},
        {"after gain", "dx", "y after the gain taken for x-hat"},
        {"sign", "dx", "the sign flipped"},
        {"half", "dx", "the right answer times 0.5"},
        {"residual", "dx", "dy added, as the gradient of a residual branch"},
        {"other layer", "dx", "the answer of layer_norm"},
        {"other layer", "dweight", "the answer of layer_norm"},
        {"x for x-hat", "dweight", "x instead of x-hat"},
        {"averaged", "dweight", "averaged over rows instead of summed"},
        {"averaged", "dbias", "averaged over rows instead of summed"},
        {"last row", "dweight", "the last row alone instead of the sum"},
        {"last row", "dbias", "the last row alone instead of the sum"},
        {"weight dy", "dbias", "weight dy summed instead of dy"},
        {"no bias", "y", "the bias not added"},
    };
    for (const Row& row : rows) {
        const std::string twist = row.twist;
        CAPTURE(twist);
        for (const bool centred : {false, true}) {
            std::string name = row.name;
            if (centred && name.starts_with("the y y^T")) name.replace(0, 9, "the x-hat x-hat^T");
            if (centred && name == "the answer of layer_norm") name = "the answer of rms_norm";
            const Layer layer = layer_of(centred, 3, row.twist);
            check_named(output(measure(layer, backward<double>(layer), "<f8"), row.output), name);
            if (name == "eps left out") continue;  // in float an eps of 1e-12 is like none: both are named
            check_named(output(measure(layer, backward<float>(layer), "<f4"), row.output), name);
        }
    }
    Layer shifted = layer_of(true, 3, "x - mean for x-hat");
    check_named(output(measure(shifted, backward<float>(shifted), "<f4"), "dweight"),
                "x - mean instead of x-hat");
    for (double& one : shifted.x) one += 2;
    shifted.twist = "x for x-hat";
    check_named(output(measure(shifted, backward<float>(shifted), "<f4"), "dweight"), "x instead of x-hat");
    const Layer layer = layer_of(true, 3, "no mean");
    check_named(output(measure(layer, backward<float>(layer), "<f4"), "dx"), "the mean term dropped");
    const Layer gemma = layer_of(false, 3, "offset forgotten", 1);
    check_named(output(measure(gemma, backward<float>(gemma), "<f4"), "dx"), "1 not added to the weight");
    // The right outputs of a wrong kernel are still confirmed.
    CHECK(output(measure(layer, backward<float>(layer), "<f4"), "y").record.verdict == Verdict::confirmed);
}

TEST_CASE("a mistake below the rounding of every element is still named") {
    // The term of x-hat is 1/63 too large: a fifth of a unit.
    Layer layer = {.rows = 1600, .seed = 5, .twist = "d - 1 in sums"};
    layer.fill();
    const OutputMeasurement one = output(measure(layer, backward<double>(layer), "<u2"), "dx");
    CHECK(one.statistics.beyond == 0);
    check_named(one, "1/(d-1) instead of 1/d in the sums of the backward pass");
    CHECK(one.record.reason.starts_with("each error is within what rounding allows, but together"));
}

TEST_CASE("16-bit sums are recognised") {
    const Layer layer = layer_of(false, 11);
    Outputs answer = backward<double>(layer);
    std::vector<double> sums(layer.dim, 0);
    for (std::size_t i = 0; i < layer.dy.size(); ++i) {
        double& sum = sums[i % layer.dim];
        sum = weights_samples::rounded({sum + layer.dy[i]}, 8)[0];
    }
    answer.dbias = sums;
    const OutputMeasurement one = output(measure(layer, answer, "<u2"), "dbias");
    CHECK(one.record.verdict == Verdict::refuted);
    CHECK_MESSAGE(
        one.record.reason.ends_with("sums or statistics in bfloat16 instead of float32 would explain it"),
        one.record.reason);
}

TEST_CASE("a variance in one pass of entries with a large mean is recognised") {
    // Relative errors of the variance: 1e-5, 1e-3, and no correct digit.
    for (const double mean_of_x : {10.0, 100.0, 1000.0}) {
        CAPTURE(mean_of_x);
        Layer layer = layer_of(true, 12);
        for (double& one : layer.x) one = mean_of_x + one / 8;
        const Outputs right = backward<float>(layer);
        Outputs answer = right;
        std::vector<float> dweight(layer.dim, 0);
        for (std::size_t row = 0; row < layer.rows; ++row) {
            const auto x = [&](std::size_t i) { return static_cast<float>(layer.x[row * layer.dim + i]); };
            float sum = 0;
            float squares = 0;
            for (std::size_t i = 0; i < layer.dim; ++i) sum += x(i);
            for (std::size_t i = 0; i < layer.dim; ++i) squares += x(i) * x(i);
            const auto n = static_cast<float>(layer.dim);
            const float mean = sum / n;
            const float variance = std::max(squares / n - mean * mean, 0.0F);
            const float r = std::sqrt(variance + static_cast<float>(layer.epsilon));
            for (std::size_t i = 0; i < layer.dim; ++i) {
                const std::size_t at = row * layer.dim + i;
                const float normalised = (x(i) - mean) / r;
                answer.y[at] = static_cast<double>(normalised * static_cast<float>(layer.weight[i]) +
                                                   static_cast<float>(layer.bias[i]));
                dweight[i] += static_cast<float>(layer.dy[at]) * normalised;
            }
        }
        answer.dweight.assign(dweight.begin(), dweight.end());
        check_right(measure(layer, right, "<f4"));
        const auto says = [](const OutputMeasurement& one) {
            return one.record.reason.find("a one-pass variance, mean(x^2) - mean(x)^2, would explain it") !=
                   std::string::npos;
        };
        const JacobianMeasurement found = measure(layer, answer, "<f4");
        for (const char* name : {"y", "dweight"}) {
            const OutputMeasurement one = output(found, name);
            CAPTURE(name);
            CHECK(one.record.verdict == Verdict::refuted);
            CHECK_MESSAGE(says(one), one.record.reason);
        }
        answer.y[70] += 1e4;  // a different error
        answer.dweight[7] += 1e12;
        const JacobianMeasurement other = measure(layer, answer, "<f4");
        CHECK_FALSE(says(output(other, "y")));
        CHECK_FALSE(says(output(other, "dweight")));
    }
}

TEST_CASE("a constant cotangent hides the missing term, and is warned of") {
    Layer layer = layer_of(true, 2, "no yy");
    layer.weight.assign(layer.dim, 1);
    layer.dy.assign(layer.dy.size(), 0.5);
    const JacobianMeasurement found = measure(layer, backward<double>(layer), "<f4", false);
    CHECK(output(found, "dx").record.verdict == Verdict::confirmed);
    CHECK(output(found, "dx").unseen.size() > 3);
    REQUIRE(found.warnings.size() == 1);
    CHECK(found.warnings[0].starts_with("dy is constant along every row, which hides errors"));
    const Layer random = layer_of(true, 2, "no yy");
    CHECK(output(measure(random, backward<double>(random), "<f4", false), "dx").record.verdict ==
          Verdict::refuted);
}

TEST_CASE("rows that cannot be judged are counted and named; what is not finite is refuted") {
    Layer layer = layer_of(false, 4);
    const Outputs right = backward<float>(layer);
    layer.x[3 * 64 + 7] = std::nan("");
    layer.dy[9 * 64] = HUGE_VAL;
    const JacobianMeasurement found = measure(layer, right, "<f4");
    CHECK(found.bad_rows == 2);
    CHECK(found.bad == "x[3, 7] is NaN");
    for (const OutputMeasurement& one : found.outputs) {
        CHECK(one.record.verdict == Verdict::undecided);
        CHECK(one.record.reason.find("2 of 48 rows cannot be judged; the first: x[3, 7] is NaN") !=
              std::string::npos);
    }
    Layer zeros = layer_of(false, 4);
    std::fill_n(zeros.x.begin() + 64, 64, 0.0);
    zeros.epsilon = 0;
    CHECK(measure(zeros, right, "<f4").bad ==
          "the row of x at [1, 0] is 0, for which the layer is not defined with eps 0");
    zeros.epsilon = 1e-5;
    check_right(measure(zeros, backward<float>(zeros), "<f4"));
    Layer constant = layer_of(true, 4);
    std::fill_n(constant.x.begin() + 64, 64, 1.5);
    constant.epsilon = 0;
    CHECK(measure(constant, right, "<f4").bad ==
          "the row of x at [1, 0] is constant, for which the layer is not defined with eps 0");
    const Layer fine = layer_of(false, 4);
    Outputs bad = backward<float>(fine);
    bad.dx[70] = HUGE_VAL;
    const OutputMeasurement one = output(measure(fine, bad, "<f4"), "dx");
    CHECK(one.record.verdict == Verdict::refuted);
    CHECK(one.statistics.not_finite == 1);
    CHECK(one.looks_like.empty());  // each remaining element is right
    CHECK_MESSAGE(one.record.reason.find("dx[1, 6] is infinite instead of") != std::string::npos,
                  one.record.reason);
    for (const char* descr : {"<u2", "<f2"}) {
        CHECK(output(measure(fine, bad, descr), "dx").looks_like.empty());
    }
    Outputs wrong = backward<float>(layer_of(false, 4, "no yy"));
    wrong.dx[70] = HUGE_VAL;
    const OutputMeasurement both = output(measure(fine, wrong, "<f4"), "dx");
    REQUIRE(!both.looks_like.empty());
    CHECK(both.looks_like[0].mistake == "the y y^T term missing (r treated as a constant)");
    CHECK(!both.looks_like[0].explains_all);
}
