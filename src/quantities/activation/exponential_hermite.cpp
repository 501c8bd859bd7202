#include "quantities/activation/exponential_hermite.hpp"

#include <cmath>

namespace sigprop {
namespace {

constexpr long max_guard_bits = 20'000;

bool is_zero(const Real& x) { return x.rational() != nullptr && x.rational()->sign() == 0; }

long guard_bits(const ExponentialPolynomial& f, const Real& std) {
    double most = 0;
    for (const ExponentialPiece& piece : f) {
        for (const ExponentialTerm& term : piece.terms) {
            most = std::max(most, std::pow((term.rate * std).to_double(), 2) / 2 * 1.4427);
        }
    }
    return static_cast<long>(std::min(most, 1e9)) + 40;
}

}  // namespace

bool ExponentialHermite::is_affordable(const ExponentialPolynomial& f, const Real& std) {
    return guard_bits(f, std) <= max_guard_bits;
}

ExponentialHermite::ExponentialHermite(const ExponentialPolynomial& f, const Real& std, long bits)
    : bits_(bits + guard_bits(f, std)) {
    for (const ExponentialPiece& piece : f) {
        for (const ExponentialTerm& term : piece.terms) add_term(piece, term, std);
    }
    table_.emplace_back(points_, bits_);
    values_.resize(points_.size());
}

std::size_t ExponentialHermite::point_of(const Real& limit, const Real& std) {
    const Real z = limit / std;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (ends_[i].text() == z.text()) return i;
    }
    ends_.push_back(z);
    points_.push_back(z.at(bits_));
    return points_.size() - 1;
}

void ExponentialHermite::add_term(const ExponentialPiece& piece, const ExponentialTerm& term,
                                  const Real& std) {
    const Real rho = is_zero(term.rate) ? Real(0) : term.rate * std;
    const auto scaled = [&](const Real& limit) { return limit.infinite_sign() != 0 ? limit : limit / std; };
    const Ball rate = rho.at(bits_);
    for (int p = 0; p <= term.power; ++p) {
        Chain chain;
        const ExponentialPiece unit{scaled(piece.lower), scaled(piece.upper), {{1, p, rho}}};
        chain.value = normal_mean({unit}, 0, 1, bits_);
        chain.rate = rate;
        chain.power = p;
        chain.lower_power = chains_.size() - (p > 0 ? 1 : 0);
        const auto end = [&](const Real& limit) -> End {
            if (limit.infinite_sign() != 0) return {};
            const std::size_t point = point_of(limit, std);
            const Ball& z = points_[point];
            return {point, pow(z, p) * exp(rate * z) * normal_pdf(z)};
        };
        chain.lower = end(piece.lower);
        chain.upper = end(piece.upper);
        if (p == term.power) chain.coefficient = (term.coefficient.at(bits_)) * pow(std.at(bits_), p);
        chains_.push_back(std::move(chain));
    }
}

Ball ExponentialHermite::next() {
    Ball h = Ball().at_precision(bits_);
    for (const Chain& chain : chains_) h += chain.coefficient * chain.value;
    HermiteTable& table = table_[0];
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = table.value(i);
    table.advance();
    // From the highest power down, so that j(p - 1) is still of order k.
    for (std::size_t i = chains_.size(); i-- > 0;) {
        Chain& chain = chains_[i];
        Ball sum = chain.rate * chain.value;
        if (chain.power > 0) sum += Ball(chain.power) * chains_[chain.lower_power].value;
        if (!values_.empty()) {
            sum += chain.lower.weight * values_[chain.lower.point];
            sum -= chain.upper.weight * values_[chain.upper.point];
        }
        chain.value = sum / table.root();
    }
    return h;
}

}  // namespace sigprop
