// Kernels held against what rounding may do, in memory: several results at once, contracts that are kept,
// nothing to claim.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <list>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/kernel/kernel.hpp>
#include <tuple>

#include "measure/kernel/alternatives.hpp"
#include "tests/models/rounding/kernels.hpp"
#include "tests/support/npy_samples.hpp"

using namespace test_kernels;

namespace {

/// Arrays of one type, kept as bytes.
class Arrays {
public:
    explicit Arrays(Dtype dtype) : dtype_(dtype) {}

    void add(const std::string& role, const Numbers& numbers, std::vector<std::size_t> shape) {
        std::vector<float> values(numbers.begin(), numbers.end());
        bytes_.push_back(npy_samples::raw(values));
        const TensorView view({.shape = std::move(shape), .type = ElementType::float32},
                              npy_samples::bytes_of(bytes_.back()));
        tensors_.insert_or_assign(role, NamedTensor{view, role});
    }
    [[nodiscard]] const KernelTensors& tensors() const { return tensors_; }
    [[nodiscard]] KernelMeasurement measured(KernelQuestion question) const {
        question.dtype = dtype_;
        return measure_kernel(tensors_, question, {});
    }

private:
    Dtype dtype_;
    std::list<std::string> bytes_;
    KernelTensors tensors_;
};

Numbers rows(std::size_t count, const std::function<Numbers(std::size_t)>& row) {
    Numbers all;
    for (std::size_t i = 0; i < count; ++i) {
        const Numbers one = row(i);
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

Numbers part(const Numbers& all, std::size_t row, std::size_t n) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(row * n);
    return {begin, begin + static_cast<std::ptrdiff_t>(n)};
}

}  // namespace

TEST_CASE("every operation confirms a right kernel, and refutes one with a changed element") {
    Random random(11);
    constexpr std::size_t count = 20, n = 33;
    for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16, Dtype::float16}) {
        const Numbers x = random.numbers(dtype, count * n, 1), dy = random.numbers(dtype, count * n, 1);
        const Numbers weight = random.numbers(dtype, n, 0.2, 1);
        for (const std::string operation :
             {"softmax", "log_softmax", "rms_norm", "layer_norm", "sum", "mean", "linear", "matmul"}) {
            CAPTURE(operation);
            CAPTURE(std::string(to_string(dtype)));
            const bool is_norm = operation.ends_with("_norm");
            const bool is_sum = operation == "sum" || operation == "mean";
            const bool is_product = operation == "linear" || operation == "matmul";
            const bool is_log = operation == "log_softmax";
            const NormKernel layer{.centred = operation == "layer_norm", .epsilon = 1e-5, .weight = weight};
            const auto right = [&](std::size_t i) -> Numbers {
                const Numbers one = part(x, i, n);
                if (is_norm) return norm_output(dtype, layer, one, random);
                if (is_sum) {
                    const float sum = random.sum(floats(one));
                    return {stored(dtype, operation == "mean" ? sum / static_cast<float>(n) : sum)};
                }
                if (is_product) {  // by one column
                    std::vector<float> products;
                    for (std::size_t k = 0; k < n; ++k)
                        products.push_back(static_cast<float>(one[k]) * static_cast<float>(weight[k]));
                    return {stored(dtype, random.sum(products))};
                }
                return softmax(dtype, one, is_log, random);
            };
            Numbers y = rows(count, right);
            Arrays arrays(dtype);
            const std::size_t columns = is_sum || is_product ? 1 : n;
            arrays.add(operation == "matmul" ? "a" : "x", x, {count, n});
            if (is_norm) arrays.add("weight", weight, {n});
            if (operation == "linear") arrays.add("weight", weight, {1, n});
            if (operation == "matmul") arrays.add("b", weight, {n, 1});
            const std::vector<std::size_t> shape =
                is_sum ? std::vector<std::size_t>{count} : std::vector<std::size_t>{count, columns};
            arrays.add("y", y, shape);
            const KernelQuestion question = {.operation = operation, .epsilon = is_norm ? "1e-5" : ""};
            const KernelMeasurement sound = arrays.measured(question);
            CHECK_MESSAGE(sound.outputs.at(0).record.verdict == Verdict::confirmed,
                          sound.outputs.at(0).record.reason);
            const std::size_t at = 7 * columns + columns / 2;
            y[at] = nearest_of(dtype, 1.05 * y[at] + 0.05);
            arrays.add("y", y, shape);
            const KernelOutput wrong = arrays.measured(question).outputs.at(0);
            CHECK(wrong.record.verdict == Verdict::refuted);
            CHECK(wrong.outside == 1);
            CHECK(wrong.worst_at == at);
            CHECK((wrong.first_row == 7 && wrong.last_row == 7));
        }
    }
}

TEST_CASE("gradients are held against the saved y, or x") {
    Random random(12);
    constexpr std::size_t count = 4, n = 65;
    const Dtype dtype = Dtype::bfloat16;
    const Numbers x = random.numbers(dtype, count * n, 1), dy = random.numbers(dtype, count * n, 1);
    const Numbers y =
        rows(count, [&](std::size_t i) { return softmax(dtype, part(x, i, n), false, random); });
    const Numbers dx = rows(
        count, [&](std::size_t i) { return softmax_backward(dtype, part(y, i, n), part(dy, i, n), random); });
    Arrays arrays(dtype);
    arrays.add("x", x, {count, n});
    arrays.add("y", y, {count, n});
    arrays.add("dy", dy, {count, n});
    arrays.add("dx", dx, {count, n});
    const KernelMeasurement both = arrays.measured({.operation = "softmax"});
    REQUIRE(both.outputs.size() == 2);
    CHECK(both.outputs[0].record.verdict == Verdict::confirmed);
    CHECK(both.outputs[1].record.verdict == Verdict::confirmed);
    CHECK(both.outputs[1].output == "dx");
    // the correction left out: y dy alone
    Numbers without;
    for (std::size_t i = 0; i < y.size(); ++i) without.push_back(nearest_of(dtype, y[i] * dy[i]));
    arrays.add("dx", without, {count, n});
    CHECK(arrays.measured({.operation = "softmax"}).outputs[1].outside > count * n / 2);
}

TEST_CASE("activations by name or formula, from x or from the saved y") {
    Random random(14);
    const Dtype dtype = Dtype::float32;
    const Numbers x = random.numbers(dtype, 60, 1), dy = random.numbers(dtype, 60, 1);
    Numbers y, dx;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float t = random.near(std::tanh(x[i]), 2);
        y.push_back(t);
        dx.push_back((1 - t * t) * static_cast<float>(dy[i]));
    }
    Arrays arrays(dtype);
    arrays.add("x", x, {6, 10});
    arrays.add("y", y, {6, 10});
    CHECK(arrays.measured({.operation = "tanh"}).outputs.at(0).record.verdict == Verdict::confirmed);
    CHECK(arrays.measured({.operation = "(exp(x) - exp(-x))/(exp(x) + exp(-x))"}).outputs.at(0).outside == 0);
    CHECK(arrays.measured({.operation = "erf"}).outputs.at(0).outside > 20);
    Arrays saved(dtype);
    saved.add("y", y, {6, 10});
    saved.add("dy", dy, {6, 10});
    saved.add("dx", dx, {6, 10});
    const KernelMeasurement from_y = saved.measured({.operation = "tanh"});
    REQUIRE(from_y.outputs.size() == 1);
    CHECK(from_y.outputs[0].record.verdict == Verdict::confirmed);
    CHECK(from_y.operation == "tanh, dx from the saved y");
    CHECK_THROWS_AS((void)saved.measured({.operation = "silu"}), InputError);  // x is not in its y
    CHECK_THROWS_AS((void)arrays.measured({.operation = "swiglu"}), InputError);
}

TEST_CASE("another contract that is kept is named") {
    Random random(13);
    constexpr std::size_t n = 300;
    const Dtype dtype = Dtype::bfloat16;
    const Numbers x = random.numbers(dtype, n, 1);
    // the sum and its logarithm kept in bfloat16, as PyTorch does on a CPU
    const auto largest = static_cast<float>(*std::ranges::max_element(x));
    std::vector<float> e;
    for (const double one : x) e.push_back(std::exp(static_cast<float>(one) - largest));
    const auto sum = static_cast<float>(nearest_of(dtype, random.sum(e)));
    const auto log_sum = static_cast<float>(nearest_of(dtype, std::log(sum)));
    Numbers y;
    for (const double one : x) y.push_back(nearest_of(dtype, static_cast<float>(one) - largest - log_sum));
    Arrays arrays(dtype);
    arrays.add("x", x, {n});
    arrays.add("y", y, {n});
    const KernelOutput strict = arrays.measured({.operation = "log_softmax"}).outputs.at(0);
    CHECK(strict.record.verdict == Verdict::refuted);
    CHECK(std::ranges::find(strict.kept, "torch_cpu") != strict.kept.end());
    CHECK(strict.record.reason.find("; under torch_cpu") != std::string::npos);
    CHECK(arrays.measured({.operation = "log_softmax", .contract = "torch_cpu"}).outputs.at(0).outside == 0);
}

TEST_CASE("rows that are not finite are not claimed") {
    Arrays arrays(Dtype::float32);
    arrays.add("x", {1, HUGE_VAL, 2, 3}, {2, 2});
    arrays.add("y", {NAN, NAN, 0.268941421, 0.731058579}, {2, 2});
    const KernelOutput one = arrays.measured({.operation = "softmax"}).outputs.at(0);
    CHECK(one.unclaimed == 2);
    CHECK(one.outside == 0);
    CHECK(one.record.verdict == Verdict::confirmed);
    Arrays none(Dtype::float32);
    none.add("x", {1, HUGE_VAL}, {1, 2});
    none.add("y", {NAN, NAN}, {1, 2});
    CHECK(none.measured({.operation = "softmax"}).outputs.at(0).record.verdict == Verdict::undecided);
}

namespace {

/// The least result that a kernel with the alternative may return.
Numbers least_with(const KernelAlternative& alternative, const KernelTask& task,
                   const KernelContract& contract) {
    KernelTask other = task;
    alternative.change(other);
    const JudgedKernelOutput& output = task.outputs.front();
    const std::unique_ptr<KernelRows> bounds = kernel_rows(other, output, contract, {});
    Numbers all(output.rows * output.columns), upper(output.columns);
    for (std::size_t row = 0; row < output.rows; ++row)
        bounds->row(row, {std::span(all).subspan(row * output.columns, output.columns), upper});
    return all;
}

}  // namespace

TEST_CASE("every alternative that the inputs can show is named where it was computed") {
    Random random(5);
    constexpr std::size_t n = 12;
    const auto numbers = [&](std::size_t count, double scale, double mean = 0) {
        return random.numbers(Dtype::float32, count, scale, mean);
    };
    struct Case {
        KernelQuestion question;
        std::vector<std::tuple<std::string, Numbers, std::vector<std::size_t>>> arrays;
        std::size_t least;  ///< alternatives that are shown
    };
    const auto one = [&](const char* role, std::vector<std::size_t> shape, double scale, double mean = 0) {
        std::size_t size = 1;
        for (const std::size_t length : shape) size *= length;
        return std::tuple(std::string(role), numbers(size, scale, mean), shape);
    };
    const std::vector<Case> cases = {
        {{.operation = "rms_norm", .epsilon = "1e-6"},
         {one("x", {4, n}, 1e-3, 2e-4), one("weight", {n}, 0.2, 1), one("bias", {n}, 1)},
         10},
        {{.operation = "layer_norm", .epsilon = "1e-5", .weight_offset = "1"},
         {one("x", {4, n}, 1e-3, 2e-4), one("weight", {n}, 0.2)},
         9},
        {{.operation = "softmax"}, {one("x", {4, n}, 1)}, 1},
        {{.operation = "mean"}, {one("x", {4, n}, 1)}, 1},
        {{.operation = "linear"}, {one("x", {4, n}, 1), one("weight", {3, n}, 1), one("bias", {3}, 1)}, 1},
        {{.operation = "attention", .softcap = "2", .causal = true},
         {one("q", {2, 4, 5}, 1), one("k", {2, 6, 5}, 1), one("v", {2, 6, 3}, 1)},
         8},
        {{.operation = "cross_entropy", .smoothing = "0.1", .z_loss = "0.01"},
         {one("x", {4, n}, 1), {"target", {0, 3, 5, 11}, {4}}},
         4},
        {{.operation = "gelu"}, {one("x", {4, n}, 2)}, 15}};
    for (const Case& made : cases) {
        CAPTURE(made.question.operation);
        Arrays arrays(Dtype::float32);
        for (const auto& [role, values, shape] : made.arrays) arrays.add(role, values, shape);
        const std::vector<KernelPower> powers = kernel_power(arrays.tensors(), made.question, "y", {});
        const KernelTask task = kernel_task(arrays.tensors(), made.question, {}, "y");
        const std::vector<KernelAlternative> alternatives = kernel_alternatives(task);
        REQUIRE(powers.size() == alternatives.size());
        std::size_t shown = 0;
        for (std::size_t i = 0; i < powers.size(); ++i) {
            CHECK(powers[i].mistake == alternatives[i].text);
            if (powers[i].shown == 0) continue;
            ++shown;
            CAPTURE(alternatives[i].text);
            Arrays with = arrays;
            with.add("y", least_with(alternatives[i], task, kernel_contract("strict", Dtype::float32)),
                     task.outputs.front().shape);
            const KernelOutput found = with.measured(made.question).outputs.front();
            CHECK(found.outside >= powers[i].shown);
            CHECK(std::ranges::find(found.looks_like, alternatives[i].text) != found.looks_like.end());
        }
        CHECK(shown >= made.least);
    }
}
