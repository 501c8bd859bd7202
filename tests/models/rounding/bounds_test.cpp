// No kernel that keeps the strict contract is outside of its bounds, in whatever order and formula; wrong
// ones are.

#include "tests/models/rounding/kernels.hpp"

#include "models/rounding/activation_kernel.hpp"

using namespace test_kernels;

namespace {

constexpr Dtype types[] = {Dtype::float32, Dtype::bfloat16, Dtype::float16};
constexpr std::size_t sizes[] = {1, 2, 3, 65, 1000};
constexpr double scales[] = {1e-4, 0.02, 1, 20};

}  // namespace

TEST_CASE("softmax and its logarithm, forward and backward") {
    Random random(1);
    for (const Dtype dtype : types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (const std::size_t n : sizes) {
            for (const double scale : scales) {
                const Numbers x = random.numbers(dtype, n, scale);
                for (const bool is_log : {false, true}) {
                    CAPTURE(n);
                    CAPTURE(scale);
                    CAPTURE(is_log);
                    CAPTURE(std::string(to_string(dtype)));
                    Bounds bounds(n);
                    softmax_bounds(strict, x, is_log, bounds.row());
                    Numbers y;
                    for (int turn = 0; turn < 5; ++turn) {
                        y = softmax(dtype, x, is_log, random);
                        CHECK(bounds.outside(y) == 0);
                    }
                    if (is_log) continue;
                    const Numbers dy = random.numbers(dtype, n, 1);
                    softmax_backward_bounds(strict, y, dy, false, bounds.row());
                    for (int turn = 0; turn < 5; ++turn)
                        CHECK(bounds.outside(softmax_backward(dtype, y, dy, random)) == 0);
                }
            }
        }
    }
}

TEST_CASE("norms, forward and backward") {
    Random random(2);
    for (const Dtype dtype : types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (const std::size_t n : sizes) {
            const Numbers weight = random.numbers(dtype, n, 0.3, 1), bias = random.numbers(dtype, n, 0.1);
            for (const double scale : scales) {
                for (int kind = 0; kind < 8; ++kind) {
                    NormKernel norm{.centred = kind % 2 == 1, .epsilon = 1e-6};
                    norm.epsilon_outside = kind >= 6;
                    if (kind >= 2) norm.weight = weight;
                    if (kind == 5) norm.bias = bias;
                    if (kind == 4) norm.weight_offset = 1;
                    const double mean = kind == 3 ? 30 * scale : 0;
                    const Numbers x = random.numbers(dtype, n, scale, mean);
                    CAPTURE(n);
                    CAPTURE(scale);
                    CAPTURE(kind);
                    CAPTURE(std::string(to_string(dtype)));
                    Bounds bounds(n);
                    norm_bounds(strict, norm, x, bounds.row());
                    for (int turn = 0; turn < 5; ++turn)
                        CHECK(bounds.outside(norm_output(dtype, norm, x, random)) == 0);
                    const Numbers dy = random.numbers(dtype, n, 1);
                    norm_backward_bounds(strict, norm, x, dy, bounds.row());
                    for (int turn = 0; turn < 5; ++turn)
                        CHECK(bounds.outside(norm_backward(dtype, norm, x, dy, random)) == 0);
                }
            }
        }
    }
}

TEST_CASE("sums and products") {
    Random random(3);
    for (const Dtype dtype : types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (const std::size_t n : sizes) {
            const Numbers a = random.numbers(dtype, n, 1), b = random.numbers(dtype, n, 1);
            const Numbers bias = random.numbers(dtype, 1, 1);
            Bounds bounds(1);
            for (int turn = 0; turn < 20; ++turn) {
                const float sum = random.sum(floats(a));
                sum_bounds(strict, a, false, bounds.row());
                CHECK(bounds.outside({stored(dtype, sum)}) == 0);
                sum_bounds(strict, a, true, bounds.row());
                CHECK(bounds.outside({stored(dtype, sum / static_cast<float>(n))}) == 0);
                std::vector<float> products;
                for (std::size_t k = 0; k < n; ++k)
                    products.push_back(static_cast<float>(a[k]) * static_cast<float>(b[k]));
                const float product = random.sum(products);
                product_row_bounds(strict, a, b, {}, bounds.row());
                CHECK(bounds.outside({stored(dtype, product)}) == 0);
                product_row_bounds(strict, a, b, bias, bounds.row());
                CHECK(bounds.outside({stored(dtype, product + static_cast<float>(bias[0]))}) == 0);
            }
        }
    }
}

TEST_CASE("one or two numbers are left in types of 16 bits") {
    Random random(4);
    for (const Dtype dtype : {Dtype::bfloat16, Dtype::float16}) {
        const bool is_bfloat16 = dtype == Dtype::bfloat16;
        CAPTURE(is_bfloat16);
        const Numbers x = random.numbers(dtype, 1000, 1), dy = random.numbers(dtype, 1000, 1);
        const NormKernel norm{.centred = true, .epsilon = 1e-5};
        for (const bool by_lanes : {false, true}) {
            KernelContract strict = kernel_contract("strict", dtype);
            if (by_lanes) strict.order = {.kind = SumOrder::Kind::lanes, .size = 64};
            CAPTURE(by_lanes);
            Bounds bounds(1000);
            const auto count = [&] { return bounds.mean_count(dtype); };
            softmax_bounds(strict, x, false, bounds.row());
            CHECK(count() < (is_bfloat16 ? 1.03 : by_lanes ? 1.02 : 1.2));
            norm_bounds(strict, norm, x, bounds.row());
            CHECK(count() < (is_bfloat16 ? (by_lanes ? 1.01 : 1.2) : by_lanes ? 1.03 : 2));
            norm_backward_bounds(strict, norm, x, dy, bounds.row());
            CHECK(count() < (is_bfloat16 ? (by_lanes ? 1.01 : 1.25) : by_lanes ? 1.1 : 3.5));
        }
    }
}

TEST_CASE("wrong kernels are outside: an epsilon, a tail, n - 1") {
    Random random(5);
    for (const Dtype dtype : types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        const std::size_t n = 1000;
        const Numbers x = random.numbers(dtype, n, 0.01);
        const NormKernel right{.centred = false, .epsilon = 1e-6}, wrong{.centred = false, .epsilon = 1e-5};
        Bounds bounds(n);
        norm_bounds(strict, right, x, bounds.row());
        CHECK(bounds.outside(norm_output(dtype, right, x, random)) == 0);
        CHECK(bounds.outside(norm_output(dtype, wrong, x, random)) > n / 3);
        Numbers tail = random.numbers(dtype, n, 1);
        softmax_bounds(strict, tail, false, bounds.row());
        Numbers cut = tail;
        cut.pop_back();
        Numbers y = softmax(dtype, cut, false, random);
        y.push_back(0);
        CHECK(bounds.outside(y) > 0);
    }
}

TEST_CASE("nothing is claimed where there is nothing to claim") {
    const KernelContract strict = kernel_contract("strict", Dtype::float16);
    Bounds bounds(2);
    softmax_bounds(strict, Numbers{1, HUGE_VAL}, false, bounds.row());
    CHECK(bounds.outside({NAN, 7}) == 0);
    sum_bounds(strict, Numbers{65504, 65504}, false,
               RowBounds{std::span(bounds.lower).first(1), std::span(bounds.upper).first(1)});
    CHECK(is_allowed(HUGE_VAL, bounds.lower[0], bounds.upper[0]));
    CHECK_FALSE(is_allowed(65504, bounds.lower[0], bounds.upper[0]));
    CHECK(is_allowed(1, 1, 2));
    CHECK_FALSE(is_allowed(NAN, 1, 2));
}

TEST_CASE("what may be 0 times infinity, or overflows on the way, is not claimed") {
    const KernelContract strict = kernel_contract("strict", Dtype::float32);
    Bounds bounds(2);
    norm_bounds(strict, {.epsilon = 0}, Numbers{0, 0}, bounds.row());
    CHECK(bounds.outside({NAN, NAN}) == 0);  // 0 times 1/0
    norm_bounds(strict, {.epsilon = 0}, Numbers{1e30, 1}, bounds.row());
    CHECK(bounds.outside({0, 0}) == 0);  // the square overflows
    Bounds one(1);
    sum_bounds(strict, Numbers{3e38, 3e38, -3e38, -3e38}, false, one.row());
    CHECK(one.outside({HUGE_VAL}) == 0);
    sum_bounds(strict, Numbers{1e38, 1e38, -1e38}, false, one.row());
    CHECK(one.outside({HUGE_VAL}) == 1);
    const Formula x = Formula::variable();
    ActivationKernel(strict, tanh(x * x)).bounds(Numbers{1e30}, one.row());
    CHECK(one.outside({NAN}) == 0);
    ActivationKernel(strict, tanh(x * x)).bounds(Numbers{1e3}, one.row());
    CHECK(one.outside({NAN}) == 1);
}

TEST_CASE("numbers of a type") {
    CHECK(nearest_of(Dtype::bfloat16, 1 + 0x1p-9) == 1);
    CHECK(nearest_of(Dtype::bfloat16, 1 + 3 * 0x1p-8) == 1 + 2 * 0x1p-7);  // a tie: to even
    CHECK(nearest_of(Dtype::float16, 65519.9) == 65504);
    CHECK(std::isinf(nearest_of(Dtype::float16, 65520)));
    CHECK(nearest_of(Dtype::float16, 0x1p-25) == 0);
    CHECK(nearest_of(Dtype::float16, 0x1.8p-25) == 0x1p-24);
    CHECK(numbers_between(Dtype::float16, 1, 1) == 1);
    CHECK(numbers_between(Dtype::float16, -0x1p-24, 0x1p-24) == 3);
    CHECK(numbers_between(Dtype::float16, 1 - 0x1p-11, 1 + 0x1p-10) == 3);
    CHECK(numbers_between(Dtype::bfloat16, 1, 2) == 129);
    CHECK_THROWS_WITH((void)kernel_contract("torch_cup", Dtype::float32),
                      "there is no contract 'torch_cup'; did you mean 'torch_cpu'?");
}

namespace {

/// In float32 as people write it, with a function that is off by what strict allows.
float gelu(float x, Random& random) {
    return random.coin() ? x * 0.5F * (1 + random.near(std::erf(static_cast<double>(x * 0.70710678F)), 2))
                         : x * random.near(0.5 * std::erfc(-static_cast<double>(x) * std::sqrt(0.5)), 2);
}
float silu(float x, Random& random) {
    const float e = random.near(std::exp(-static_cast<double>(x)), 2);
    return random.coin() ? x / (1 + e) : x * (1 / (1 + e));
}
float silu_slope(float x, Random& random) {
    const float s = 1 / (1 + random.near(std::exp(-static_cast<double>(x)), 2));
    return random.coin() ? s * (1 + x * (1 - s)) : s + x * s * (1 - s);
}

}  // namespace

TEST_CASE("activations and their slopes, in several formulas") {
    Random random(6);
    const Formula x = Formula::variable();
    struct Case {
        Formula f;
        float (*value)(float, Random&);
        float (*slope)(float, Random&);
    };
    const Case cases[] = {{x * normal_cdf(x), &gelu, nullptr}, {x * sigmoid(x), &silu, &silu_slope}};
    for (const Dtype dtype : types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (const Case& one : cases) {
            const ActivationKernel kernel(strict, one.f);
            for (const double scale : {1e-4, 0.1, 1.0, 10.0}) {
                CAPTURE(scale);
                CAPTURE(std::string(to_string(dtype)));
                const Numbers in = random.numbers(dtype, 500, scale), dy = random.numbers(dtype, 500, 1);
                Bounds bounds(500);
                kernel.bounds(in, bounds.row());
                Numbers y, dx;
                for (std::size_t i = 0; i < in.size(); ++i) {
                    y.push_back(stored(dtype, one.value(static_cast<float>(in[i]), random)));
                    if (one.slope != nullptr)
                        dx.push_back(stored(
                            dtype, one.slope(static_cast<float>(in[i]), random) * static_cast<float>(dy[i])));
                }
                CHECK(bounds.outside(y) == 0);
                // in the negative tail of gelu by erf nothing is known of the digits
                const auto positive = std::ranges::find_if(in, [](double v) { return v > 0; }) - in.begin();
                double& changed = y[static_cast<std::size_t>(positive)];
                changed = nearest_of(dtype, 1.05 * changed);
                CHECK(bounds.outside(y) == 1);
                if (one.slope == nullptr) continue;
                kernel.backward_bounds(in, dy, bounds.row());
                CHECK(bounds.outside(dx) == 0);
            }
        }
    }
}

TEST_CASE("at a kink every slope between those of both sides is right, and beside it one") {
    const KernelContract strict = kernel_contract("strict", Dtype::float32);
    const ActivationKernel kernel(strict, relu(Formula::variable()));
    Bounds bounds(3);
    kernel.backward_bounds(Numbers{-1, 0, 1}, Numbers{2, 2, 2}, bounds.row());
    CHECK(bounds.outside({0, 0, 2}) == 0);
    CHECK(bounds.outside({0, 1, 2}) == 0);
    CHECK(bounds.outside({2, 0, 0}) == 2);
}

TEST_CASE("a slope of the saved output, and steps that are rounded to storage") {
    const Dtype dtype = Dtype::bfloat16;
    const KernelContract strict = kernel_contract("strict", dtype);
    const Formula x = Formula::variable();
    const ActivationKernel from_x(strict, tanh(x)), from_y(strict, tanh(x), 1 - x * x);
    const Numbers in = {3.46875}, dy = {1};
    const double y = nearest_of(dtype, std::tanh(in[0]));
    const double dx = nearest_of(dtype, 1 - y * y);
    Bounds bounds(1);
    from_x.backward_bounds(in, dy, bounds.row());
    CHECK(bounds.outside({dx}) == 1);  // y is 1 in bfloat16
    from_y.backward_bounds(Numbers{y}, dy, bounds.row());
    CHECK(bounds.outside({dx}) == 0);
    // x/(1 + |x|) with 1 + |x| stored
    const Formula softsign = x / (1 + abs(x));
    const KernelContract composite = kernel_contract("composite", dtype);
    const double z = 0x1.6cp-9, stored_sum = nearest_of(dtype, 1 + z),
                 result = nearest_of(dtype, z / stored_sum);
    ActivationKernel(strict, softsign).bounds(Numbers{z}, bounds.row());
    CHECK(bounds.outside({result}) == 1);
    ActivationKernel(composite, softsign).bounds(Numbers{z}, bounds.row());
    CHECK(bounds.outside({result}) == 0);
}

TEST_CASE("the tanh form of gelu is outside of gelu by erf") {
    const KernelContract strict = kernel_contract("strict", Dtype::float32);
    const Formula x = Formula::variable();
    const ActivationKernel kernel(strict, x * normal_cdf(x));
    Random random(7);
    const Numbers in = random.numbers(Dtype::float32, 200, 1);
    Bounds bounds(200);
    kernel.bounds(in, bounds.row());
    Numbers y;
    for (const double one : in)
        y.push_back(static_cast<float>(0.5 * one *
                                       (1 + std::tanh(0.7978845608 * (one + 0.044715 * one * one * one)))));
    CHECK(bounds.outside(y) > 100);
}

TEST_CASE("the gradient of a softmax from x holds kernels that compute it again") {
    Random random(41);
    for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16, Dtype::float16}) {
        for (const bool is_log : {false, true}) {
            for (const std::size_t n : std::vector<std::size_t>{1, 3, 40, 300}) {
                const Numbers x = random.numbers(dtype, n, 2), dy = random.numbers(dtype, n, 1);
                Numbers lower(n), upper(n);
                softmax_backward_from_input_bounds(kernel_contract("strict", dtype), x, dy, is_log,
                                                   {lower, upper});
                const auto m = static_cast<float>(*std::ranges::max_element(x));
                std::vector<float> e;
                for (const double one : x) e.push_back(random.near(std::exp(static_cast<float>(one) - m), 4));
                const float sum = random.sum(e);
                std::vector<float> p, terms;
                for (std::size_t i = 0; i < n; ++i) {
                    p.push_back(random.coin() ? e[i] / sum : e[i] * (1 / sum));
                    terms.push_back(is_log ? static_cast<float>(dy[i]) : p[i] * static_cast<float>(dy[i]));
                }
                const float along = random.sum(terms);
                std::size_t without = 0;
                for (std::size_t i = 0; i < n; ++i) {
                    const auto g = static_cast<float>(dy[i]);
                    const double dx = stored(dtype, is_log ? g - p[i] * along : p[i] * (g - along));
                    CHECK(is_allowed(dx, lower[i], upper[i]));
                    if (!is_allowed(stored(dtype, is_log ? g : p[i] * g), lower[i], upper[i])) ++without;
                }
                if (n > 1) CHECK(without > n / 2);  // the correction left out
            }
        }
    }
}
