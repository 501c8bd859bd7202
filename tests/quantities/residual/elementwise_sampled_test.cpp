// residual.elementwise_* against one sampled network of 4096 coordinates with linear branches, forward and
// backward. Its matrices are never stored: both passes draw the same rows.

#include "tests/support/answers.hpp"

#include <sigprop/core/random/random.hpp>
#include <vector>

using namespace sigprop;

namespace {

constexpr std::size_t width = 4096;
constexpr std::uint64_t sublayers = 3;

using Vector = std::vector<double>;
using Map = double (*)(double x);

/// Standard errors between a mean over coordinates and its expectation.
struct Estimate {
    double mean, error;
};

Estimate mean_of(const Vector& values) {
    double sum = 0, squares = 0;
    for (const double one : values) sum += one;
    const double mean = sum / width;
    for (const double one : values) squares += (one - mean) * (one - mean);
    return {mean, std::sqrt(squares / width / (width - 1))};
}

/// A branch's matrix, entries N(0, variance/width), times a vector or, transposed, times one.
class Branch {
public:
    Branch(std::uint64_t layer, double variance)
        : stream_(layer, "elementwise stack"), scale_(std::sqrt(variance / width)), row_(width) {}

    Vector times(const Vector& y) {
        Vector out(width);
        for (std::size_t i = 0; i < width; ++i) {
            stream_.fill_normals(i * width, std::span(row_));
            double sum = 0;
            for (std::size_t j = 0; j < width; ++j) sum += static_cast<double>(row_[j]) * y[j];
            out[i] = scale_ * sum;
        }
        return out;
    }
    Vector transposed_times(const Vector& g) {
        Vector out(width);
        for (std::size_t i = 0; i < width; ++i) {
            stream_.fill_normals(i * width, std::span(row_));
            for (std::size_t j = 0; j < width; ++j) out[j] += scale_ * g[i] * static_cast<double>(row_[j]);
        }
        return out;
    }

private:
    RandomStream stream_;
    double scale_;
    std::vector<float> row_;
};

Vector applied(Map map, const Vector& x) {
    Vector out(width);
    for (std::size_t i = 0; i < width; ++i) out[i] = map(x[i]);
    return out;
}

void add(Vector& x, const Vector& more) {
    for (std::size_t i = 0; i < width; ++i) x[i] += more[i];
}

void multiply(Vector& x, const Vector& by) {
    for (std::size_t i = 0; i < width; ++i) x[i] *= by[i];
}

struct Sampled {
    Estimate moment, gradient_ratio;
};

Sampled sample(Map phi, Map slope, bool before_branch, double variance) {
    Vector x(width), g(width), residues(width), squares(width);
    RandomStream(7, "elementwise input").fill_normals(0, x);
    std::vector<Vector> slopes;
    for (std::uint64_t l = 0; l < sublayers; ++l) {
        Branch branch(l, variance);
        if (before_branch) {
            slopes.push_back(applied(slope, x));
            add(x, branch.times(applied(phi, x)));
        } else {
            const Vector out = branch.times(x);
            slopes.push_back(applied(slope, out));
            add(x, applied(phi, out));
        }
    }
    RandomStream(7, "elementwise gradient").fill_normals(0, g);
    const Vector last = g;
    for (std::uint64_t l = sublayers; l-- > 0;) {
        Branch branch(l, variance);
        Vector back = g;
        if (!before_branch) multiply(back, slopes[l]);
        back = branch.transposed_times(back);
        if (before_branch) multiply(back, slopes[l]);
        add(g, back);
    }
    double at_first = 0, at_last = 0;
    for (std::size_t i = 0; i < width; ++i) {
        squares[i] = x[i] * x[i];
        at_first += g[i] * g[i];
        at_last += last[i] * last[i];
    }
    const double ratio = at_first / at_last;
    for (std::size_t i = 0; i < width; ++i) residues[i] = g[i] * g[i] - ratio * last[i] * last[i];
    return {mean_of(squares), {ratio, mean_of(residues).error * width / at_last}};
}

/// How many standard errors the proved number is away.
double distance(const Estimate& estimate, const std::string& quantity, const std::string& stack) {
    const double proved =
        answers::ask("residual.elementwise_" + quantity + "(" + stack + ")", 12).value().value();
    return std::fabs(estimate.mean - proved) / estimate.error;
}

/// The stack's numbers are met, those of another are not.
void check(const Sampled& sampled, const std::string& stack, const std::string& other) {
    CAPTURE(stack);
    CHECK(distance(sampled.moment, "second_moment", stack) < 3);
    CHECK(distance(sampled.gradient_ratio, "gradient_ratio", stack) < 3);
    CHECK(distance(sampled.moment, "second_moment", other) > 5);
    CHECK(distance(sampled.gradient_ratio, "gradient_ratio", other) > 5);
}

}  // namespace

TEST_CASE("a sampled stack with DyT before its branches") {
    check(sample([](double x) { return std::tanh(x / 2); },
                 [](double x) { return 0.5 / std::pow(std::cosh(x / 2), 2); }, true, 2),
          "dyt, sublayers=3, alpha=0.5, branch_variance=2",
          "dyt, sublayers=3, alpha=0.65, branch_variance=2");
}

TEST_CASE("a sampled stack with DyISRU behind its branches") {
    check(sample([](double x) { return x / std::sqrt(x * x + 0.25); },
                 [](double x) { return 0.25 / std::pow(x * x + 0.25, 1.5); }, false, 1.5),
          "dyisru, sublayers=3, c=0.25, branch_variance=1.5, placement=res_post_norm",
          "dyisru, sublayers=3, c=0.25, branch_variance=1.5");
}
