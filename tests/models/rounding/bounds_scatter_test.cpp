// Gated units, rotations and sums by an index: no kernel that keeps the strict contract is outside, in
// whatever order and formula; wrong ones are.

#include "tests/models/rounding/kernels.hpp"

#include "models/rounding/activation_kernel.hpp"

using namespace test_kernels;

namespace {

constexpr Dtype of_all_types[] = {Dtype::float32, Dtype::bfloat16, Dtype::float16};

struct Unit {
    Formula f;
    double (*value)(double), (*slope)(double);
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

std::vector<Unit> units() {
    const Formula x = Formula::variable();
    return {{x * sigmoid(x), [](double v) { return v * logistic(v); },
             [](double v) { return logistic(v) * (1 + v * (1 - logistic(v))); }},
            {relu(x), [](double v) { return v > 0 ? v : 0; }, [](double v) { return v > 0 ? 1.0 : 0.0; }}};
}

}  // namespace

TEST_CASE("gated units, forward and backward, products in any order") {
    Random random(51);
    for (const Dtype dtype : of_all_types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (const Unit& unit : units()) {
            const ActivationKernel kernel(strict, unit.f);
            const std::size_t n = 2000;
            const Numbers gate = random.numbers(dtype, n, 2), up = random.numbers(dtype, n, 1);
            const Numbers dy = random.numbers(dtype, n, 1);
            Numbers y, dgate, dup;
            for (std::size_t i = 0; i < n; ++i) {
                const auto u = static_cast<float>(up[i]), g = static_cast<float>(dy[i]);
                const float f = random.near(unit.value(gate[i]), 1.5);
                const float slope = random.near(unit.slope(gate[i]), 1.5);
                y.push_back(stored(dtype, f * u));
                dup.push_back(stored(dtype, g * f));
                dgate.push_back(stored(dtype, random.coin()   ? (g * u) * slope
                                              : random.coin() ? g * (u * slope)
                                                              : (g * slope) * u));
            }
            Bounds bounds(n);
            kernel.gated_bounds(gate, up, bounds.row());
            CHECK(bounds.outside(y) == 0);
            CHECK(bounds.outside(dup) > n / 3);
            kernel.gated_bounds(gate, dy, bounds.row());
            CHECK(bounds.outside(dup) == 0);
            kernel.gate_backward_bounds(gate, up, dy, bounds.row());
            CHECK(bounds.outside(dgate) == 0);
            CHECK(bounds.outside(dup) > n / 3);
        }
    }
}

TEST_CASE("an activation that is stored before the product, which a contract has to allow") {
    Random random(52);
    const Dtype dtype = Dtype::bfloat16;
    const KernelContract strict = kernel_contract("strict", dtype);
    KernelContract unfused = strict;
    unfused.rounded["gated.activation"] = unfused.rounded["gated.gradient"] = StorageRounding::must;
    const Unit silu = units().front();
    const std::size_t n = 1000;
    const Numbers gate = random.numbers(dtype, n, 2), up = random.numbers(dtype, n, 1);
    const Numbers dy = random.numbers(dtype, n, 1);
    Numbers y, dgate;
    for (std::size_t i = 0; i < n; ++i) {
        y.push_back(nearest_of(dtype, nearest_of(dtype, silu.value(gate[i])) * up[i]));
        dgate.push_back(nearest_of(dtype, nearest_of(dtype, dy[i] * up[i]) * silu.slope(gate[i])));
    }
    Bounds bounds(n);
    const ActivationKernel apart(unfused, silu.f), fused(strict, silu.f);
    apart.gated_bounds(gate, up, bounds.row());
    CHECK(bounds.outside(y) == 0);
    fused.gated_bounds(gate, up, bounds.row());
    CHECK(bounds.outside(y) > 100);
    apart.gate_backward_bounds(gate, up, dy, bounds.row());
    CHECK(bounds.outside(dgate) == 0);
    fused.gate_backward_bounds(gate, up, dy, bounds.row());
    CHECK(bounds.outside(dgate) > 100);
}

TEST_CASE("rotations of pairs, in both layouts, with a fused multiply-add and without") {
    Random random(53);
    for (const Dtype dtype : of_all_types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (int kind = 0; kind < 8; ++kind) {
            const bool interleaved = kind % 2 == 1, backward = kind % 4 >= 2, by_entry = kind >= 4;
            const std::size_t half = 32, d = 2 * half;
            const Numbers x = random.numbers(dtype, d, 1), c = random.numbers(dtype, by_entry ? d : half, 1),
                          s = random.numbers(dtype, by_entry ? d : half, 1);
            Numbers y(d);
            for (std::size_t i = 0; i < half; ++i) {
                const std::size_t a = interleaved ? 2 * i : i, b = interleaved ? a + 1 : i + half;
                const std::size_t at_a = by_entry ? a : i, at_b = by_entry ? b : i;
                const auto turned = [&](double p, double q, double r, double t) {
                    const auto f = [](double v) { return static_cast<float>(v); };
                    const float sum =
                        random.coin() ? std::fma(f(p), f(q), f(r) * f(t)) : f(p) * f(q) + f(r) * f(t);
                    return stored(dtype, sum);
                };
                y[a] =
                    backward ? turned(x[a], c[at_a], x[b], s[at_b]) : turned(x[a], c[at_a], -x[b], s[at_a]);
                y[b] =
                    backward ? turned(x[b], c[at_b], -x[a], s[at_a]) : turned(x[b], c[at_b], x[a], s[at_b]);
            }
            CAPTURE(kind);
            Bounds bounds(d);
            const RotaryKernel right{.interleaved = interleaved, .backward = backward};
            rotary_row_bounds(strict, right, x, c, s, bounds.row());
            CHECK(bounds.outside(y) == 0);
            if (dtype != Dtype::float32) CHECK(bounds.mean_count(dtype) < 1.1);
            rotary_row_bounds(strict, {.interleaved = !interleaved, .backward = backward}, x, c, s,
                              bounds.row());
            CHECK(bounds.outside(y) > d / 2);
            rotary_row_bounds(strict, {.interleaved = interleaved, .backward = !backward}, x, c, s,
                              bounds.row());
            CHECK(bounds.outside(y) > d / 2);
        }
    }
}

TEST_CASE("sums by an index: in float32 and in any order, or replayed in storage") {
    Random random(54);
    for (const Dtype dtype : of_all_types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        KernelContract stores = strict;
        stores.rounded["embedding.sums"] = StorageRounding::must;
        KernelContract may = strict;
        may.rounded["embedding.sums"] = StorageRounding::may;
        std::size_t apart = 0;
        for (int turn = 0; turn < 200; ++turn) {
            const std::size_t count = random.below(30);
            const Numbers start = random.numbers(dtype, 1, 1), terms = random.numbers(dtype, count, 1);
            std::vector<float> all = floats(terms);
            all.push_back(static_cast<float>(start[0]));
            const double sum = stored(dtype, random.sum(all));
            double in_storage = start[0];
            for (const double one : terms) in_storage = nearest_of(dtype, in_storage + one);
            Bounds bounds(1);
            scatter_row_bounds(strict, start, terms, "embedding.sums", bounds.row());
            CHECK(bounds.outside({sum}) == 0);
            CHECK(bounds.outside({sum + 30}) == 1);
            if (bounds.outside({in_storage}) == 1) ++apart;
            scatter_row_bounds(stores, start, terms, "embedding.sums", bounds.row());
            CHECK(bounds.outside({in_storage}) == 0);
            scatter_row_bounds(may, start, terms, "embedding.sums", bounds.row());
            CHECK(bounds.outside({in_storage}) + bounds.outside({sum}) == 0);
        }
        if (dtype != Dtype::float32) CHECK(apart > 50);
    }
}
