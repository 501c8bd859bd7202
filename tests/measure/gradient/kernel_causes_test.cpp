// Causes of wrong kernels, planted one by one over layers and types: each is refuted under its own name and
// no other, and a right kernel that is read the same way is confirmed.

#include <doctest/doctest.h>

#include "tests/support/kernel_samples.hpp"

using namespace kernel_samples;
using namespace sigprop;

namespace {

void check_alone(const JacobianMeasurement& found, const char* name, const std::string& mistake) {
    const OutputMeasurement& one = output(found, name);
    CHECK(one.record.verdict == Verdict::refuted);
    REQUIRE_MESSAGE(one.looks_like.size() == 1, one.record.reason);
    CHECK(one.looks_like.front().mistake == mistake);
}

std::string mean_or_largest(const Layer& layer) {
    return std::string(layer.spread) == "std"
               ? "eps times the square of the " + group_of(layer) + "'s largest |x - mean|"
               : "eps times the " + group_of(layer) + "'s largest entry squared";
}

}  // namespace

TEST_CASE("each cause is named, and no other") {
    for (const Layer& layer : layers) {
        const bool centred = std::string(layer.spread) == "std";
        const std::string group = group_of(layer);
        const struct {
            const char* mistake;
            std::string name;
            bool centred_only;
        } rows[] = {
            {"dy bare",
             centred ? "the weight left out of dy, not of its means"
                     : "the weight left out of dy, not of the inner product",
             false},
            {"means of dy",
             centred ? "the weight left out of the means, not of dy"
                     : "the inner product taken with dy instead of weight dy",
             false},
            {"mean of dy", "the mean taken of dy instead of weight dy", true},
            {"eps of largest", mean_or_largest(layer), false},
            {"row before", "the statistics of the " + group + " before", false},
            {"row after", "the statistics of the " + group + " after", false},
            {"first row", "the statistics of the first " + group + " for all", false},
        };
        for (const auto& row : rows) {
            if (row.centred_only && !centred) continue;
            CAPTURE(layer.name);
            CAPTURE(row.mistake);
            const Kernel k = kernel_of(layer, row.mistake);
            check_alone(measure(layer.name, k, answer_of<double>(k), "<f8", asked_of(layer)), "dx", row.name);
            check_alone(measure(layer.name, k, answer_of<float>(k), "<f4", asked_of(layer)), "dx", row.name);
        }
    }
}

TEST_CASE("statistics of another row show in y and dweight, too; right kernels are confirmed") {
    for (const Layer& layer : layers) {
        CAPTURE(layer.name);
        Asked asked = asked_of(layer);
        asked.dweight = true;
        const Kernel k = kernel_of(layer, "row before");
        const JacobianMeasurement wrong = measure(layer.name, k, answer_of<float>(k), "<f4", asked);
        for (const char* name : {"dx", "dweight", "y"}) {
            CAPTURE(name);
            REQUIRE(!output(wrong, name).looks_like.empty());
            CHECK(output(wrong, name).looks_like.front().mistake ==
                  "the statistics of the " + group_of(layer) + " before");
        }
        for (const bool skip : {false, true}) {
            const Kernel right = kernel_of(layer, "", skip);
            for (const std::string descr : {"<f4", "<u2", "<f2", "<f8"}) {
                const Outputs answer = descr == "<f8" ? answer_of<double>(right) : answer_of<float>(right);
                for (const OutputMeasurement& one :
                     measure(layer.name, right, answer, descr, asked).outputs) {
                    CHECK_MESSAGE(one.record.verdict == Verdict::confirmed, one.record.reason);
                }
            }
        }
    }
}

TEST_CASE("the gradient of a residual: added, forgotten, twice, on the wrong side of the layer") {
    const struct {
        const char* mistake;
        const char* name;
    } rows[] = {{"no skip", "dskip not added"},
                {"skip twice", "dskip added twice"},
                {"skip inside", "dskip added to dy, before the layer's own gradient"}};
    for (const Layer& layer : layers) {
        for (const auto& row : rows) {
            CAPTURE(layer.name);
            CAPTURE(row.mistake);
            const Kernel k = kernel_of(layer, row.mistake, true);
            const JacobianMeasurement found =
                measure(layer.name, k, answer_of<float>(k), "<u2", asked_of(layer));
            CHECK(output(found, "dx").record.verdict == Verdict::refuted);
            REQUIRE(!output(found, "dx").looks_like.empty());
            CHECK(output(found, "dx").looks_like.front().mistake == row.name);
            CHECK(output(found, "y").record.verdict == Verdict::confirmed);
        }
    }
    // Two kernels, each of which rounds: the sum before dskip is kept in the type.
    Kernel k = kernel_of(layers[0], "", true);
    k.skip.assign(k.size(), 0);
    Outputs answer = answer_of<float>(k);
    k.skip = attention_samples::numbers(k.size(), 1, 77);
    answer.dx = weights_samples::rounded(answer.dx, 8);
    for (std::size_t i = 0; i < k.size(); ++i) answer.dx[i] += k.skip[i];
    CHECK(output(measure("rms_norm", k, answer, "<u2", asked_of(layers[0])), "dx").record.verdict ==
          Verdict::confirmed);
}
