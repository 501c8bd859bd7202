// Gradients of weights: no kernel that keeps the strict contract is outside, in whatever order and formula.

#include "tests/models/rounding/kernels.hpp"
#include "tests/support/error_terms.hpp"

using namespace test_kernels;

TEST_CASE("the gradient of a gain, from x and from saved statistics") {
    Random random(41);
    for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16, Dtype::float16}) {
        const KernelContract strict = kernel_contract("strict", dtype);
        std::size_t wrong = 0;
        for (int turn = 0; turn < 200; ++turn) {
            const std::size_t n = 1 + random.below(6), rows = 1 + random.below(8);
            const NormKernel norm{.centred = random.coin(), .epsilon = 1e-6};
            const double scale = turn % 3 == 0 ? 1e-3 : 1, mean = turn % 5 == 0 ? 30 * scale : 0;
            const Numbers x = random.numbers(dtype, rows * n, scale, mean);
            const Numbers dy = random.numbers(dtype, rows * n, 1);
            std::vector<SavedNorm> saved;
            std::vector<std::vector<float>> terms(n);
            const std::size_t formula = random.below(3);
            for (std::size_t r = 0; r < rows; ++r) {
                const auto begin = x.begin() + static_cast<std::ptrdiff_t>(r * n);
                const NormNumbers found =
                    norm_numbers(norm, Numbers(begin, begin + static_cast<std::ptrdiff_t>(n)), random);
                saved.push_back({found.centre, found.scale});
                for (std::size_t i = 0; i < n; ++i) {
                    const float d = static_cast<float>(x[r * n + i]) - found.centre;
                    const auto g = static_cast<float>(dy[r * n + i]);
                    terms[i].push_back(formula == 0   ? g * (d * found.scale)
                                       : formula == 1 ? (g * d) * found.scale
                                                      : (g * found.scale) * d);
                }
            }
            Numbers dweight;
            for (const std::vector<float>& one : terms) dweight.push_back(stored(dtype, random.sum(one)));
            CAPTURE(std::string(to_string(dtype)));
            CAPTURE(turn);
            Bounds bounds(n);
            norm_weight_bounds(strict, norm, x, dy, {}, bounds.row());
            CHECK(bounds.outside(dweight) == 0);
            Bounds narrow(n);
            norm_weight_bounds(strict, norm, x, dy, saved, narrow.row());
            CHECK(narrow.outside(dweight) == 0);
            for (std::size_t i = 0; i < n; ++i) {
                CHECK(narrow.upper[i] - narrow.lower[i] <= bounds.upper[i] - bounds.lower[i]);
                dweight[i] *= turn % 2 == 0 ? 1.02 : -1;
            }
            if (narrow.outside(dweight) > 0) ++wrong;
        }
        CHECK(wrong > 150);  // of 200: the gain of a layer_norm over one entry has the gradient 0
    }
}

TEST_CASE("a norm's backward pass from saved statistics that are rounded to storage") {
    Random random(42);
    const Dtype dtype = Dtype::bfloat16;
    const KernelContract strict = kernel_contract("strict", dtype);
    const NormKernel norm{.centred = true, .epsilon = 1e-6};
    std::size_t from_x = 0;
    for (int turn = 0; turn < 20; ++turn) {
        const Numbers x = random.numbers(dtype, 33, 1, 3), dy = random.numbers(dtype, 33, 1);
        NormNumbers found = norm_numbers(norm, x, random);
        found = {static_cast<float>(stored(dtype, found.centre)),
                 static_cast<float>(stored(dtype, found.scale))};
        std::vector<float> h, along;
        for (std::size_t i = 0; i < 33; ++i) {
            h.push_back(static_cast<float>(dy[i]));
            along.push_back(h.back() * (static_cast<float>(x[i]) - found.centre));
        }
        const float total = random.sum(h) / 33, sum = random.sum(along);
        Numbers dx;
        for (std::size_t i = 0; i < 33; ++i) {
            const float d = static_cast<float>(x[i]) - found.centre;
            dx.push_back(
                stored(dtype, found.scale * ((h[i] - total) - (d * found.scale) * (sum * found.scale / 33))));
        }
        Bounds bounds(33);
        norm_backward_bounds(strict, norm, x, dy, bounds.row(), SavedNorm{found.centre, found.scale});
        CHECK(bounds.outside(dx) == 0);
        norm_backward_bounds(strict, norm, x, dy, bounds.row());
        from_x += bounds.outside(dx);
    }
    CHECK(from_x > 20);  // of 660: they are exact inputs, and not what a kernel has from x
}

// 1 and numbers that are lost beside it in bfloat16, as a bias's gradient that is added row after row.
TEST_CASE("a column that is added in storage") {
    const Dtype dtype = Dtype::bfloat16;
    KernelContract contract = kernel_contract("strict", dtype);
    Numbers dy(101, nearest_of(dtype, 0x1p-8 * (1 - 0x1p-7)));
    dy[0] = 1;
    double kernel = 0;
    for (const double one : dy) kernel = nearest_of(dtype, kernel + one);
    REQUIRE(kernel == 1);
    const auto run = [&] {
        Bounds bounds(1);
        column_sum_bounds(contract, dy, "norm.weight_sums", bounds.row());
        return Ball::interval(bounds.lower[0], bounds.upper[0]);
    };
    CHECK_FALSE(run().contains(Ball(kernel)));  // strict: in float32
    contract.rounded["norm.weight_sums"] = StorageRounding::may;
    error_terms::sharp("rounding.kernel.storage_sum", 0.5, run, Ball(kernel));
}

TEST_CASE("sums in storage, in any order and by terms of any precision") {
    Random random(43);
    for (const Dtype dtype : {Dtype::bfloat16, Dtype::float16}) {
        KernelContract contract = kernel_contract("strict", dtype);
        contract.rounded["norm.weight_sums"] = StorageRounding::may;
        for (int turn = 0; turn < 300; ++turn) {
            const std::size_t rows = 1 + random.below(40);
            const NormKernel norm{.epsilon = 0};
            const Numbers x = random.numbers(dtype, rows, 1), dy = random.numbers(dtype, rows, 1);
            Numbers terms;  // of one entry a row: x^ is the sign, and dy x^ a number of the type
            for (std::size_t r = 0; r < rows; ++r) terms.push_back(x[r] < 0 ? -dy[r] : dy[r]);
            if (turn % 2 == 0) std::ranges::sort(terms);
            double sum = 0, size = 0;
            for (const double one : terms) sum = nearest_of(dtype, sum + one), size += std::abs(one);
            Bounds bounds(1);
            norm_weight_bounds(contract, norm, x, dy, {}, bounds.row());
            CHECK(bounds.outside({sum}) == 0);
            CHECK(bounds.outside({sum + size / 2}) == 1);
        }
    }
}
