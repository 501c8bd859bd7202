#include "methods/extrema/tail_bounds.hpp"

#include "core/ball/exact_zero.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

double up_sum(double x, double y) { return up(Ball(x).at_precision(64) + Ball(y)); }

}  // namespace

double up(const Ball& x) { return x.is_finite() ? x.upper_double() : HUGE_VAL; }

double log_up(const Ball& x) {
    const Ball size = x.magnitude().at_precision(64);
    return size.is_positive() ? up(log(size)) : -1e300;
}

void trim(Polynomial& p) {
    while (p.size() > 1 && is_exact_zero(p.back())) p.pop_back();
}

Polynomial sum(const Polynomial& a, const Polynomial& b) {
    Polynomial result(std::max(a.size(), b.size()), Ball(0));
    for (std::size_t i = 0; i < a.size(); ++i) result[i] += a[i];
    for (std::size_t i = 0; i < b.size(); ++i) result[i] += b[i];
    trim(result);
    return result;
}

Polynomial product(const Polynomial& a, const Polynomial& b) {
    Polynomial result(a.size() + b.size() - 1, Ball(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) result[i + j] += a[i] * b[j];
    }
    trim(result);
    return result;
}

Polynomial shifted(Polynomial p, double R) {
    const Ball by = Ball(R).at_precision(64);
    for (std::size_t done = 1; done < p.size(); ++done) {
        for (std::size_t i = p.size() - 1; i >= done; --i) p[i - 1] += by * p[i];
    }
    return p;
}

LogBound size_of(const Polynomial& p) {
    Ball total = Ball(0).at_precision(64);
    for (const Ball& c : p) total += c.magnitude();
    return {log_up(total), static_cast<double>(p.size() - 1), 0, 0};
}

std::optional<LogBound> reciprocal_size(const Polynomial& p) {
    const bool positive = p.back().is_positive();
    if (!positive && !p.back().is_negative()) return std::nullopt;
    for (const Ball& c : p) {
        if (positive ? !c.is_nonnegative() : !c.is_nonpositive()) return std::nullopt;
    }
    return LogBound{up(-log(p.back().mignitude().at_precision(64))), -static_cast<double>(p.size() - 1), 0,
                    0};
}

LogBound product(const LogBound& x, const LogBound& y) {
    return {up_sum(x.a, y.a), up_sum(x.k, y.k), up_sum(x.b, y.b), up_sum(x.c, y.c)};
}

LogBound doubled(const LogBound& x) { return product(x, LogBound{0.6931471805599454, 0, 0, 0}); }

std::optional<LogBound> sum(const std::optional<LogBound>& x, const std::optional<LogBound>& y, double R) {
    if (!x || !y) return x ? x : y;
    const Ball r = Ball(R).at_precision(64);
    const double c = std::max(x->c, y->c);
    const auto rate = [&](const LogBound& u) { return up(Ball(u.b) + (Ball(u.c) - Ball(c)) * r); };
    const double b = std::max(rate(*x), rate(*y));
    const auto power = [&](const LogBound& u) {
        return up(Ball(u.k) + (Ball(rate(u)) - Ball(b)) * r / log(r));
    };
    const double k = std::max(power(*x), power(*y));
    const auto size = [&](const LogBound& u) { return Ball(u.a) + (Ball(power(u)) - Ball(k)) * log(r); };
    const Ball first = size(*x);
    const Ball second = size(*y);
    const Ball larger = (first - second).is_negative() ? second : first;
    return LogBound{up(larger + log(exp(first - larger) + exp(second - larger))), k, b, c};
}

bool falls_to_zero(const LogBound& x) {
    if (x.c != 0) return x.c < 0;
    if (x.b != 0) return x.b < 0;
    return x.k < 0;
}

Ball max_beyond(const std::optional<LogBound>& bound, double R) {
    if (!bound) return 0;
    return max_beyond(*bound, R);
}

}  // namespace sigprop
