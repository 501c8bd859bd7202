#include "models/training/hessian.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/random/random.hpp>

#include "tests/models/transformer/transformer_example.hpp"

using namespace sigprop;

namespace {

struct Surface {
    explicit Surface(transformer_test::Example of)
        : example(std::move(of)), network(example.design, {1, 0}, team) {}

    [[nodiscard]] std::vector<double> direction(std::uint64_t number) const {
        std::vector<double> vector(size());
        RandomStream(number, "direction").fill_normals(0, vector);
        return vector;
    }
    [[nodiscard]] std::size_t size() const {
        return const_cast<Transformer<double>&>(network).parameters().size();
    }

    Team team{1};
    transformer_test::Example example;
    Transformer<double> network;
    TokenBatch batch = transformer_test::batch_of(example);
};

double inner(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
}

/// A smooth network: no kinks of relu.
transformer_test::Example smooth(std::string name) {
    transformer_test::Example example = transformer_test::base(std::move(name));
    example.design.activation = transformer_test::formula_of("gelu");
    return example;
}

}  // namespace

TEST_CASE("products with the Hessian are second differences of the loss, and symmetric") {
    transformer_test::Example batch_norm = smooth("batch norm");
    batch_norm.design.norm.kind = TransformerNorm::batch_norm;
    for (const transformer_test::Example& example : {smooth("rms norm"), batch_norm}) {
        CAPTURE(example.name);
        Surface surface(example);
        Hessian hessian(surface.network, surface.batch);
        const std::vector<double> u = surface.direction(1), v = surface.direction(2);
        std::vector<double> hu(u.size()), hv(u.size()), gradient(u.size());
        hessian.multiply(u, hu);
        hessian.multiply(v, hv);
        CHECK(inner(v, hu) == doctest::Approx(inner(u, hv)).epsilon(1e-6));

        const auto loss_at = [&](double scale) {
            hessian.gradient(v, scale, gradient);
            return hessian.loss();
        };
        const double step = 1e-4;
        const double second = (loss_at(step) - 2 * loss_at(0) + loss_at(-step)) / (step * step);
        CHECK(inner(v, hv) == doctest::Approx(second).epsilon(1e-3));
        CHECK(std::abs(second) > 1e-3);  // the comparison is about something

        // twice the vector is twice the product, and parameters are as they were
        std::vector<double> twice = v, product(v.size());
        for (double& one : twice) one *= 2;
        hessian.multiply(twice, product);
        for (std::size_t k = 0; k < product.size(); ++k)
            CHECK(product[k] == doctest::Approx(2 * hv[k]).epsilon(1e-6).scale(1e-6));
    }
}

TEST_CASE("the largest eigenvalue is above every quotient, and its residual is that of an eigenvector") {
    Surface surface(smooth("rms norm"));
    Hessian hessian(surface.network, surface.batch);
    const std::vector<double> before(surface.network.parameters().begin(),
                                     surface.network.parameters().end());
    const Hessian::Eigenvalue found = hessian.largest(1);
    CHECK(found.residual < 2e-3 * found.value);
    CHECK(found.products <= lanczos_products + 1);
    CHECK(std::vector<double>(surface.network.parameters().begin(), surface.network.parameters().end()) ==
          before);

    // Power iteration on H + shift, which is another way and slow, ends at the same number.
    std::vector<double> vector = surface.direction(3), product(vector.size());
    const double shift = found.value;
    double quotient = 0;
    for (int step = 0; step < 300; ++step) {
        const double length = std::sqrt(inner(vector, vector));
        for (double& one : vector) one /= length;
        hessian.multiply(vector, product);
        quotient = inner(vector, product);
        CHECK(quotient <= found.value * (1 + 1e-3));
        for (std::size_t k = 0; k < vector.size(); ++k) vector[k] = product[k] + shift * vector[k];
    }
    CHECK(quotient == doctest::Approx(found.value).epsilon(2e-3));

    // With few products it has not converged, and its residual says so.
    const Hessian::Eigenvalue early = hessian.largest(1, 3);
    CHECK(early.value < found.value);
    CHECK(early.residual > 10 * found.residual);
}

TEST_CASE("a loss with dropout has no Hessian") {
    transformer_test::Example example = smooth("dropout");
    example.design.dropout = 0.1;
    Surface surface(example);
    CHECK_THROWS_AS(Hessian(surface.network, surface.batch), std::logic_error);
}
