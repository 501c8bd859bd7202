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
    const KernelTask other = alternative.of(task);
    const KernelContract under = alternative.under(contract);
    const JudgedKernelOutput& output = task.outputs.front();
    const std::unique_ptr<KernelRows> bounds = kernel_rows(other, output, under, {});
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
        const KernelContract strict = kernel_contract("strict", Dtype::float32);
        const std::vector<KernelAlternative> alternatives =
            kernel_alternatives(task, task.outputs.front(), strict);
        REQUIRE(powers.size() == alternatives.size());
        std::size_t shown = 0;
        for (std::size_t i = 0; i < powers.size(); ++i) {
            CHECK(powers[i].mistake == alternatives[i].text);
            if (powers[i].shown == 0) continue;
            ++shown;
            CAPTURE(alternatives[i].text);
            Arrays with = arrays;
            with.add("y", least_with(alternatives[i], task, strict), task.outputs.front().shape);
            const KernelOutput found = with.measured(made.question).outputs.front();
            CHECK(found.outside >= powers[i].shown);
            CHECK(std::ranges::find(found.looks_like, alternatives[i].text) != found.looks_like.end());
        }
        CHECK(shown >= made.least);
    }
}

namespace {

/// A kernel in float32 of one mistake, whose result must be named, and that without it, which must be inside.
struct Slip {
    std::string says;
    KernelQuestion question;
    std::vector<std::tuple<std::string, Numbers, std::vector<std::size_t>>> arrays;
    std::string result;
    Numbers wrong, right;
    std::vector<std::size_t> shape;
};

void check_named(const Slip& slip, Dtype dtype) {
    CAPTURE(slip.says);
    CAPTURE(slip.question.operation);
    Arrays arrays(dtype);
    for (const auto& [role, values, shape] : slip.arrays) arrays.add(role, values, shape);
    arrays.add(slip.result, slip.right, slip.shape);
    const KernelOutput right = arrays.measured(slip.question).outputs.back();
    CHECK_MESSAGE(right.outside == 0, right.record.reason);
    arrays.add(slip.result, slip.wrong, slip.shape);
    const KernelOutput found = arrays.measured(slip.question).outputs.back();
    CHECK(found.outside > 0);
    const bool is_named = std::ranges::find(found.looks_like, slip.says) != found.looks_like.end();
    CHECK_MESSAGE(is_named, found.record.reason);
}

/// Rows of a function of a row, stored.
Numbers by_row(Dtype dtype, const Numbers& x, std::size_t n,
               const std::function<Numbers(const Numbers&)>& f) {
    Numbers all = rows(x.size() / n, [&](std::size_t i) { return f(part(x, i, n)); });
    for (double& one : all) one = std::isfinite(one) ? nearest_of(dtype, one) : one;
    return all;
}

/// e^(x - m)/sum over the first `summed`.
Numbers softmax_with(const Numbers& x, double m, std::size_t summed) {
    std::vector<float> e;
    for (const double one : x) e.push_back(std::exp(static_cast<float>(one) - static_cast<float>(m)));
    float sum = 0;
    for (std::size_t i = 0; i < summed; ++i) sum += e[i];
    Numbers y;
    for (const float one : e) y.push_back(one / sum);
    return y;
}

}  // namespace

TEST_CASE("slips inside of a row are named") {
    Random random(31);
    constexpr std::size_t count = 4, n = 67;
    const std::vector<std::size_t> shape = {count, n};
    for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16}) {
        const Numbers x = random.numbers(dtype, count * n, 1), dy = random.numbers(dtype, count * n, 1);
        const auto most = [](const Numbers& row) { return *std::ranges::max_element(row); };
        const auto whole = [&](const Numbers& row) { return softmax_with(row, most(row), n); };
        check_named(
            {"the last 3 of 67 entries left out of the row's sum",
             {.operation = "softmax"},
             {{"x", x, shape}},
             "y",
             by_row(dtype, x, n, [&](const Numbers& row) { return softmax_with(row, most(row), n - 3); }),
             by_row(dtype, x, n, whole),
             shape},
            dtype);
        Numbers large = random.numbers(dtype, count * n, 60);
        for (std::size_t row = 0; row < count; ++row) large[row * n + 40] = 400;  // beyond the first 16
        const auto stale = [&](const Numbers& row) {
            return softmax_with(row, *std::max_element(row.begin(), row.begin() + 32), n);
        };
        check_named({"a stale maximum, of the first 32 entries",
                     {.operation = "softmax"},
                     {{"x", large, shape}},
                     "y",
                     by_row(dtype, large, n, stale),
                     by_row(dtype, large, n, whole),
                     shape},
                    dtype);
        const auto mean = [](const Numbers& row, std::size_t summed, std::size_t divisor) {
            float sum = 0;
            for (std::size_t i = 0; i < summed; ++i) sum += static_cast<float>(row[i]);
            return Numbers{sum / static_cast<float>(divisor)};
        };
        check_named(
            {"the last of 67 entries left out of the row's sum, which is divided by the number of all",
             {.operation = "mean"},
             {{"x", x, shape}},
             "y",
             by_row(dtype, x, n, [&](const Numbers& row) { return mean(row, n - 1, n); }),
             by_row(dtype, x, n, [&](const Numbers& row) { return mean(row, n, n); }),
             {count}},
            dtype);
        // the gradient of rms_norm, with a share of its second term
        const auto gradient = [&](double share) {
            return rows(count, [&](std::size_t i) {
                const Numbers own = part(x, i, n), g = part(dy, i, n);
                float squares = 0, along = 0;
                for (std::size_t k = 0; k < n; ++k) {
                    squares += static_cast<float>(own[k] * own[k]);
                    along += static_cast<float>(own[k] * g[k]);
                }
                const float r = 1 / std::sqrt(squares / n + 1e-6F), q = along * r * r / n;
                Numbers dx;
                for (std::size_t k = 0; k < n; ++k) {
                    const auto term = static_cast<float>(share) * (static_cast<float>(own[k]) * q);
                    dx.push_back(nearest_of(dtype, r * (static_cast<float>(g[k]) - term)));
                }
                return dx;
            });
        };
        for (const auto& [share, says] :
             {std::pair(0.0, "the term of the normalised x left out of the gradient"),
              std::pair(0.5, "the term of the normalised x with the factor 0.5 in the gradient")})
            check_named({says,
                         {.operation = "rms_norm", .epsilon = "1e-6"},
                         {{"x", x, shape}, {"dy", dy, shape}},
                         "dx",
                         gradient(share),
                         gradient(1),
                         shape},
                        dtype);
    }
}

TEST_CASE("sums in storage, early roundings and another axis are named") {
    Random random(32);
    const Dtype dtype = Dtype::bfloat16;
    constexpr std::size_t count = 4, n = 64;
    const std::vector<std::size_t> shape = {count, n};
    const Numbers x = random.numbers(dtype, count * n, 1, 0.5);
    const auto sum = [&](const Numbers& row, bool is_stored) {
        double total = 0;
        for (const double one : row) {
            total = static_cast<float>(total) + static_cast<float>(one);
            if (is_stored) total = nearest_of(dtype, total);
        }
        return Numbers{total};
    };
    check_named({"accumulated in storage, one term after another",
                 {.operation = "sum"},
                 {{"x", x, shape}},
                 "y",
                 by_row(dtype, x, n, [&](const Numbers& row) { return sum(row, true); }),
                 by_row(dtype, x, n, [&](const Numbers& row) { return sum(row, false); }),
                 {count}},
                dtype);
    // attention of one query and n keys, with weights that are stored
    const Numbers q = random.numbers(dtype, 4 * 8, 1), k = random.numbers(dtype, n * 8, 1),
                  v = random.numbers(dtype, n * 3, 1);
    const auto attention = [&](bool is_stored) {
        return rows(4, [&](std::size_t i) {
            Numbers scores;
            for (std::size_t j = 0; j < n; ++j) {
                float s = 0;
                for (std::size_t d = 0; d < 8; ++d) s += static_cast<float>(q[i * 8 + d] * k[j * 8 + d]);
                scores.push_back(s / std::sqrt(8.0F));
            }
            const Numbers p = softmax_with(scores, *std::ranges::max_element(scores), n);
            Numbers y;
            for (std::size_t c = 0; c < 3; ++c) {
                float total = 0;
                for (std::size_t j = 0; j < n; ++j) {
                    const double weight = is_stored ? nearest_of(dtype, p[j]) : p[j];
                    total += static_cast<float>(weight) * static_cast<float>(v[j * 3 + c]);
                }
                y.push_back(nearest_of(dtype, total));
            }
            return y;
        });
    };
    check_named({"p rounded to storage",
                 {.operation = "attention"},
                 {{"q", q, {4, 8}}, {"k", k, {n, 8}}, {"v", v, {n, 3}}},
                 "y",
                 attention(true),
                 attention(false),
                 {4, 3}},
                dtype);
    const auto along_columns = [&] {
        Numbers all(x.size());
        for (std::size_t j = 0; j < n; ++j) {
            Numbers column;
            for (std::size_t i = 0; i < count; ++i) column.push_back(x[i * n + j]);
            const Numbers y = softmax_with(column, *std::ranges::max_element(column), count);
            for (std::size_t i = 0; i < count; ++i) all[i * n + j] = nearest_of(dtype, y[i]);
        }
        return all;
    };
    check_named(
        {"the sums taken along the axis before the last",
         {.operation = "softmax"},
         {{"x", x, shape}},
         "y",
         along_columns(),
         by_row(dtype, x, n,
                [&](const Numbers& row) { return softmax_with(row, *std::ranges::max_element(row), n); }),
         shape},
        dtype);
}
