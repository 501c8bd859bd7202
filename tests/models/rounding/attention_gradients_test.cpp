// Gradients of attention: no kernel that keeps the strict contract is outside, in whatever order and formula;
// each dropped term, factor and mask is.

#include "tests/models/rounding/kernels.hpp"

#include "models/rounding/attention_gradients.hpp"
#include "tests/support/error_terms.hpp"

using namespace test_kernels;

namespace {

/// What a kernel may leave out by mistake.
enum class Slip : std::uint8_t { none, no_product, no_scale, scale_twice, mask_of_one_more, no_cap_slope };

struct Case {
    Dtype dtype = Dtype::float32;
    std::size_t heads = 1, queries = 1, keys = 1, d = 4, columns = 3;
    double scale = 0.5, cap = 0;
    bool causal = false;
    Numbers q = {}, k = {}, v = {}, dy = {}, y = {};

    void fill(Random& random, double size) {
        const std::size_t rows = heads * queries;
        q = random.numbers(dtype, rows * d, size);
        k = random.numbers(dtype, keys * d, size);
        v = random.numbers(dtype, keys * columns, 1);
        dy = random.numbers(dtype, rows * columns, 1);
    }
    [[nodiscard]] bool sees(std::size_t row, std::size_t key, std::size_t more = 0) const {
        return !causal || key + queries <= row % queries + keys + more;
    }
    [[nodiscard]] AttentionGradients bounds(const KernelContract& contract, bool with_output) const {
        const Executor in_order = [](std::size_t n, const std::function<void(std::size_t)>& work) {
            for (std::size_t i = 0; i < n; ++i) work(i);
        };
        return {contract,
                {.scale = scale, .softcap = cap},
                {.q = q,
                 .k = k,
                 .v = v,
                 .dy = dy,
                 .y = with_output ? std::span<const double>(y) : std::span<const double>(),
                 .heads = heads,
                 .queries = queries,
                 .keys = keys,
                 .sees = [this](std::size_t row, std::size_t key) { return sees(row, key); }},
                in_order};
    }
};

struct Gradients {
    Numbers dq, dk, dv;
};

/// In float32, with choices that are the same for all rows, as in a kernel, and sums that are not.
class Kernel {
public:
    Kernel(Case& of, Random& random, Slip slip = Slip::none)
        : of_(of),
          random_(random),
          slip_(slip),
          scale_(static_cast<float>(of.scale)),
          cap_(static_cast<float>(of.cap)) {
        if (slip == Slip::no_scale) scale_ = 1;
        scaling_ = random.below(3);
        by_log_ = random.coin();
        again_ = random.coin();
        product_ = random.below(3);
        expands_ = random.coin();
        late_ = random.below(3);
        starts_ = random.below(4) == 0;
    }

    /// Fills of.y with the output that the forward pass has stored.
    Gradients run() {
        const std::size_t rows = of_.heads * of_.queries;
        of_.y.assign(rows * of_.columns, 0);
        std::vector<std::vector<std::vector<float>>> to_k(of_.keys), to_v(of_.keys);
        for (auto* const all : {&to_k, &to_v})
            for (auto& one : *all) one.resize(all == &to_k ? of_.d : of_.columns);
        Gradients made;
        for (std::size_t row = 0; row < rows; ++row) {
            const std::vector<float> ds = row_of(row, to_k, to_v);
            for (std::size_t c = 0; c < of_.d; ++c) {
                std::vector<float> terms;
                for (std::size_t j = 0; j < of_.keys; ++j)
                    if (ds[j] != 0) terms.push_back(product(ds[j], of_.k[j * of_.d + c]));
                made.dq.push_back(last(random_.sum(terms)));
            }
        }
        for (std::size_t j = 0; j < of_.keys; ++j) {
            for (auto& terms : to_k[j]) made.dk.push_back(last(random_.sum(terms)));
            for (auto& terms : to_v[j]) made.dv.push_back(stored(of_.dtype, random_.sum(terms)));
        }
        return made;
    }

private:
    float back() const {
        return slip_ == Slip::no_scale ? 1 : slip_ == Slip::scale_twice ? scale_ * scale_ : scale_;
    }
    /// The scale multiplies each term, with its root on both sides, or the sum.
    float product(float ds, double factor) const {
        const auto f = static_cast<float>(factor);
        return late_ == 0 ? (ds * back()) * f : late_ == 1 ? ds * (std::sqrt(back()) * f) : ds * f;
    }
    double last(float sum) const {
        return stored(of_.dtype, late_ == 0 ? sum : late_ == 1 ? std::sqrt(back()) * sum : sum * back());
    }

    float score(std::size_t row, std::size_t j, float& capped) {
        std::vector<float> products;
        const float root = std::sqrt(scale_);
        for (std::size_t c = 0; c < of_.d; ++c) {
            const auto a = static_cast<float>(of_.q[row * of_.d + c]);
            const auto b = static_cast<float>(of_.k[j * of_.d + c]);
            products.push_back(scaling_ == 0   ? a * b
                               : scaling_ == 1 ? (a * scale_) * b
                                               : (a * root) * (b * root));
        }
        float s = random_.sum(products);
        if (scaling_ == 0) s *= scale_;
        if (cap_ == 0) return s;
        capped = random_.near(std::tanh(static_cast<double>(s / cap_)), 2);
        return cap_ * capped;
    }

    static float in_order(const std::vector<float>& terms) {
        float sum = 0;
        for (const float one : terms) sum += one;
        return sum;
    }

    std::vector<float> row_of(std::size_t row, auto& to_k, auto& to_v) {
        const std::size_t more = slip_ == Slip::mask_of_one_more ? 1 : 0;
        std::vector<std::size_t> seen;
        std::vector<float> s, e, t, p, dp;
        std::vector<std::vector<float>> products_of;
        for (std::size_t j = 0; j < of_.keys; ++j) {
            if (!of_.sees(row, j, more)) continue;
            seen.push_back(j);
            float capped = 0;
            s.push_back(score(row, j, capped));
            t.push_back(capped);
        }
        const float largest = *std::ranges::max_element(s);
        for (const float one : s) e.push_back(random_.near(std::exp(static_cast<double>(one - largest)), 2));
        const float sum = random_.sum(e);
        const float log_sum = largest + random_.near(std::log(static_cast<double>(sum)), 2);
        for (std::size_t at = 0; at < seen.size(); ++at) {
            const float one = again_ ? score(row, seen[at], t[at]) : s[at];
            const float once_more = random_.near(std::exp(static_cast<double>(one - largest)), 2);
            p.push_back(by_log_ ? random_.near(std::exp(static_cast<double>(one - log_sum)), 2)
                                : (again_ ? once_more : e[at]) / sum);
            std::vector<float> products;
            for (std::size_t c = 0; c < of_.columns; ++c)
                products.push_back(static_cast<float>(of_.dy[row * of_.columns + c]) *
                                   static_cast<float>(of_.v[seen[at] * of_.columns + c]));
            dp.push_back(random_.sum(products));
            products_of.push_back(products);
        }
        std::vector<float> terms;
        for (std::size_t c = 0; c < of_.columns; ++c) {
            std::vector<float> products;
            for (std::size_t at = 0; at < seen.size(); ++at)
                products.push_back(e[at] / sum * static_cast<float>(of_.v[seen[at] * of_.columns + c]));
            const float y = random_.sum(products);
            of_.y[row * of_.columns + c] = stored(of_.dtype, y);
            const float used = product_ == 1 ? y : static_cast<float>(of_.y[row * of_.columns + c]);
            terms.push_back(used * static_cast<float>(of_.dy[row * of_.columns + c]));
        }
        if (product_ == 0) {
            terms.clear();
            for (std::size_t at = 0; at < seen.size(); ++at) terms.push_back(p[at] * dp[at]);
        }
        const float along = slip_ == Slip::no_product ? 0 : random_.sum(terms);
        std::vector<float> all(of_.keys);
        for (std::size_t at = 0; at < seen.size(); ++at) {
            const std::size_t j = seen[at];
            float ds = expands_ ? p[at] * dp[at] - p[at] * along : p[at] * (dp[at] - along);
            if (starts_) {
                products_of[at].insert(products_of[at].begin(), -along);
                ds = p[at] * (random_.coin() ? in_order(products_of[at]) : random_.sum(products_of[at]));
            }
            if (cap_ > 0 && slip_ != Slip::no_cap_slope) ds *= 1 - t[at] * t[at];
            all[j] = ds;
            for (std::size_t c = 0; c < of_.d; ++c) to_k[j][c].push_back(product(ds, of_.q[row * of_.d + c]));
            for (std::size_t c = 0; c < of_.columns; ++c)
                to_v[j][c].push_back(p[at] * static_cast<float>(of_.dy[row * of_.columns + c]));
        }
        return all;
    }

    Case& of_;
    Random& random_;
    Slip slip_;
    float scale_, cap_;
    std::size_t scaling_ = 0, product_ = 0, late_ = 0;
    bool by_log_ = false, again_ = false, expands_ = false, starts_ = false;
};

struct Outside {
    std::size_t dq = 0, dk = 0, dv = 0;
    double claimed = 0;  ///< share of elements
};

Outside outside(const Case& of, const Gradients& found, const KernelContract& contract,
                bool with_output = true) {
    const AttentionGradients bounds = of.bounds(contract, with_output);
    Outside made;
    std::size_t claims = 0;
    const auto count = [&](const Numbers& all, std::size_t rows, const auto& row_of) {
        const std::size_t n = all.size() / rows;
        std::size_t sum = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            Bounds one(n);
            row_of(row, one.row());
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(row * n);
            sum += one.outside(Numbers(begin, begin + static_cast<std::ptrdiff_t>(n)));
            for (const double end : one.upper)
                if (std::isfinite(end)) ++claims;
        }
        return sum;
    };
    made.dq = count(found.dq, of.heads * of.queries, [&](std::size_t i, RowBounds b) { bounds.query(i, b); });
    made.dk = count(found.dk, of.keys, [&](std::size_t j, RowBounds b) { bounds.key(j, b); });
    made.dv = count(found.dv, of.keys, [&](std::size_t j, RowBounds b) { bounds.value(j, b); });
    made.claimed = static_cast<double>(claims) /
                   static_cast<double>(found.dq.size() + found.dk.size() + found.dv.size());
    return made;
}

}  // namespace

TEST_CASE("gradients of attention, in every order and formula") {
    Random random(31);
    for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16, Dtype::float16}) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (int turn = 0; turn < 400; ++turn) {
            Case one{.dtype = dtype,
                     .heads = 1 + random.below(2),
                     .queries = 1 + random.below(6),
                     .keys = 6 + random.below(3),
                     .d = 1 + random.below(5),
                     .columns = 1 + random.below(4)};
            one.scale = turn % 3 == 0 ? 1 : 0.1 + 0.1 * static_cast<double>(random.below(10));
            one.cap = turn % 4 == 1 ? 1.5 : 0;
            one.causal = random.coin();
            if (turn % 7 == 0) one.keys = one.queries = 1;
            one.fill(random, turn % 5 == 0 ? 8 : 1);
            CAPTURE(std::string(to_string(dtype)));
            CAPTURE(turn);
            const Gradients found = Kernel(one, random).run();
            const Outside count = outside(one, found, strict);
            CHECK(count.dq == 0);
            CHECK(count.dk == 0);
            CHECK(count.dv == 0);
            CHECK(count.claimed == 1);
        }
    }
}

TEST_CASE("mistakes of a backward pass of attention") {
    for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16, Dtype::float16}) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (const auto slip : {Slip::no_product, Slip::no_scale, Slip::scale_twice, Slip::mask_of_one_more,
                                Slip::no_cap_slope}) {
            Random random(32);
            Case one{
                .dtype = dtype, .heads = 2, .queries = 5, .keys = 7, .scale = 0.3, .cap = 2, .causal = true};
            one.fill(random, 1);
            const Outside count = outside(one, Kernel(one, random, slip).run(), strict);
            CAPTURE(static_cast<int>(slip));
            CHECK(count.dq > 20);
            CHECK(count.dk > 10);
            if (slip == Slip::no_scale || slip == Slip::mask_of_one_more) CHECK(count.dv > 5);
        }
    }
}

// y = 1 + a, rounded to 1: D is off by dy a, which p (dp - D) shows where dp is nearly D.
TEST_CASE("the stored output is an input, and a rounding of it that a contract has to allow") {
    Random random(33);
    const Dtype dtype = Dtype::bfloat16;
    const KernelContract strict = kernel_contract("strict", dtype);
    KernelContract flash = strict;
    flash.rounded["attention.saved_output"] = StorageRounding::may;
    std::size_t without = 0;
    for (int turn = 0; turn < 20; ++turn) {
        Case one{.dtype = dtype, .queries = 4, .keys = 8};
        one.fill(random, 1);
        const Gradients found = Kernel(one, random).run();
        const auto outside_of = [&](const KernelContract& contract, bool with_output) {
            const Outside count = outside(one, found, contract, with_output);
            return count.dq + count.dk;
        };
        CHECK(outside_of(strict, true) == 0);
        CHECK(outside_of(flash, false) == 0);
        without += outside_of(strict, false);
    }
    CHECK(without > 20);
}

TEST_CASE("nothing is claimed of gradients where a query sees no key, or a product overflows") {
    Random random(34);
    const KernelContract strict = kernel_contract("strict", Dtype::float32);
    Case blind{.queries = 3, .keys = 2, .causal = true};  // the first query sees none
    blind.fill(random, 1);
    Bounds bounds(4);
    blind.bounds(strict, false).key(0, bounds.row());
    CHECK(bounds.outside(Numbers(4, HUGE_VAL)) == 0);
    Case large{.queries = 2, .keys = 2};
    large.fill(random, 1);
    large.bounds(strict, false).query(0, bounds.row());
    CHECK(bounds.outside(Numbers(4, HUGE_VAL)) == 4);
    large.v[0] = 1e38;
    large.dy[0] = 1e38;
    large.bounds(strict, false).query(0, bounds.row());
    CHECK(bounds.outside(Numbers(4, HUGE_VAL)) == 0);
}

// Two columns that cancel in dy . v, and not in dy . y where the first is summed in an order that loses all
// but its first term: D is half of what the bound has for it, since of the other column no digit is lost.
TEST_CASE("D from an output whose columns cancel") {
    constexpr std::size_t n = 128;
    Case one{.queries = 1, .keys = n, .d = 1, .columns = 2, .scale = 1};
    one.q = {0};
    one.k.assign(n, 0);
    one.k[n - 1] = 1;  // whose dp has small terms
    one.dy = {1, 1};
    float first = 0;
    double exact = 0;
    for (std::size_t j = 0; j < n; ++j) {
        const double v = j == 0 ? 1 : 0x1p-24 * (1 - 0x1p-20);
        one.v.insert(one.v.end(), {v, -v});
        first += static_cast<float>(v / n);
        exact += v / n;
    }
    const float second = -static_cast<float>(exact);
    const double dq = -static_cast<double>(first + second) / n;  // p (0 - D) k
    const KernelContract strict = kernel_contract("strict", Dtype::float32);
    const auto run = [&] {
        Bounds bounds(1);
        one.bounds(strict, false).query(0, bounds.row());
        return Ball::interval(bounds.lower[0], bounds.upper[0]);
    };
    error_terms::sharp("rounding.attention.output_product", 0.3, run, Ball(dq));
}

// 64 products of u, each lost beside the 1 that the sum starts from.
TEST_CASE("the sum of dp may start from -D") {
    Case one{.queries = 1, .keys = 2, .d = 1, .columns = 65, .scale = 1};
    one.q = {0};
    one.k = {1, 0};
    one.dy.assign(65, 1);
    one.v.assign(130, 0);
    for (std::size_t c = 0; c < 64; ++c) one.v[c] = 0x1p-25;  // dp of the first key
    one.v[129] = 2;                                           // and 2 of the second: D is 1 and 2^-20
    const float along = 1 + 0x1p-20F;
    float ds = -along;
    for (std::size_t c = 0; c < 64; ++c) ds += 0x1p-25F;
    REQUIRE(ds == -along);
    Bounds bounds(1);
    const KernelContract strict = kernel_contract("strict", Dtype::float32);
    one.bounds(strict, false).query(0, bounds.row());
    CHECK(bounds.outside({static_cast<double>(ds) / 2}) == 0);
    CHECK(bounds.outside({static_cast<double>(ds) / 2 * (1 + 0x1p-12)}) == 1);
}

// Of two keys with equal scores p is 1/2, and of three 1/3; 96 queries are three blocks.
TEST_CASE("roundings on the way that a contract has to allow: of p, of ds, and after a block of queries") {
    const Dtype dtype = Dtype::bfloat16;
    const KernelContract strict = kernel_contract("strict", dtype);
    Random random(35);
    const auto is_outside = [&](const Case& one, const char* allowed, bool is_value, double found) {
        KernelContract contract = strict;
        if (allowed != nullptr) contract.rounded[allowed] = StorageRounding::may;
        Bounds bounds(1);
        const AttentionGradients gradients = one.bounds(contract, false);
        if (is_value) gradients.value(0, bounds.row());
        if (!is_value) gradients.query(0, bounds.row());
        return bounds.outside({found}) == 1;
    };
    std::size_t of_p = 0, of_ds = 0;
    for (int turn = 0; turn < 50; ++turn) {
        Case three{.dtype = dtype, .queries = 1, .keys = 3, .d = 1, .columns = 1};
        three.fill(random, 1);
        three.q = {0};
        const double p = nearest_of(dtype, 1.0 / 3);
        const double dv = nearest_of(dtype, p * three.dy[0]);
        CHECK_FALSE(is_outside(three, "attention.backward_probabilities", true, dv));
        if (is_outside(three, nullptr, true, dv)) ++of_p;
        Case two{.dtype = dtype, .queries = 1, .keys = 2, .d = 1, .columns = 1, .scale = 1};
        two.fill(random, 1);
        two.q = {0};
        two.k[1] = 0;
        const double ds = nearest_of(dtype, two.dy[0] * (two.v[0] - two.v[1]) / 4);
        const double dq = nearest_of(dtype, ds * two.k[0]);
        CHECK_FALSE(is_outside(two, "attention.score_gradients", false, dq));
        if (is_outside(two, nullptr, false, dq)) ++of_ds;
    }
    CHECK(of_p > 3);
    CHECK(of_ds > 3);
    Case blocks{.dtype = dtype, .queries = 96, .keys = 1, .d = 1, .columns = 1};
    blocks.fill(random, 1);
    for (std::size_t i = 0; i < 96; ++i) blocks.dy[i] = i < 32 ? 8 : 0x3p-7;  // 256, 3/4 and 3/4
    CHECK(is_outside(blocks, nullptr, true, 256));
    CHECK_FALSE(is_outside(blocks, nullptr, true, 258));
    CHECK_FALSE(is_outside(blocks, "attention.block_gradients", true, 256));
}
