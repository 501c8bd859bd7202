#include "models/transformer/stream_view.hpp"

#include <cmath>
#include <vector>

#include "core/base/doubles.hpp"
#include "models/network/token_operations.hpp"
#include "models/transformer/token_loops.hpp"

namespace sigprop {

template <class Scalar>
double mean_square(const Tokens<Scalar>& x) {
    const auto size = static_cast<std::size_t>(x.size());
    return row_product(x.data(), x.data(), size) / static_cast<double>(size);
}

template <class Scalar>
double mean_square(const Tokens<Scalar>& x, Team& team) {
    const auto tokens = static_cast<std::size_t>(x.cols());
    std::vector<double> rows(static_cast<std::size_t>(x.rows()));
    team.split(rows.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Scalar* const row = x.data() + i * tokens;
            rows[i] = row_product(row, row, tokens);
        }
    });
    return row_sum(rows.data(), rows.size()) / static_cast<double>(x.size());
}

template <class Scalar>
double mean_cosine(const Tokens<Scalar>& a, const Tokens<Scalar>& b) {
    const auto tokens = static_cast<std::size_t>(a.cols());
    std::vector<double> both(tokens), of_a(tokens), of_b(tokens);
    feature_products(a, b, both);
    feature_products(a, a, of_a);
    feature_products(b, b, of_b);
    double sum = 0;
    for (std::size_t t = 0; t < tokens; ++t) {
        const double lengths = std::sqrt(of_a[t]) * std::sqrt(of_b[t]);
        sum += lengths == 0 ? 0 : both[t] / lengths;
    }
    return sum / static_cast<double>(tokens);
}

/// Of unit vectors u: sum over pairs of u_s . u_t = (|sum u|^2 - sum |u|^2) / 2.
template <class Scalar>
double mean_similarity(const Tokens<Scalar>& x, std::size_t length) {
    if (length < 2) return not_a_number;
    const auto tokens = static_cast<std::size_t>(x.cols());
    const auto width = static_cast<std::size_t>(x.rows());
    std::vector<double> squares(tokens);
    feature_products(x, x, squares);
    const double pairs = static_cast<double>(length) * static_cast<double>(length - 1);
    double total = 0;
    for (std::size_t first = 0; first < tokens; first += length) {
        double together = 0;
        double alone = 0;
        for (std::size_t i = 0; i < width; ++i) {
            double sum = 0;
            for (std::size_t t = first; t < first + length; ++t) {
                if (squares[t] == 0) continue;
                const double unit = static_cast<double>(x.data()[i * tokens + t]) / std::sqrt(squares[t]);
                sum += unit;
                alone += unit * unit;
            }
            together += sum * sum;
        }
        total += (together - alone) / pairs;
    }
    return total * static_cast<double>(length) / static_cast<double>(tokens);
}

template double mean_square(const Tokens<float>&);
template double mean_square(const Tokens<double>&);
template double mean_square(const Tokens<float>&, Team&);
template double mean_square(const Tokens<double>&, Team&);
template double mean_cosine(const Tokens<float>&, const Tokens<float>&);
template double mean_cosine(const Tokens<double>&, const Tokens<double>&);
template double mean_similarity(const Tokens<float>&, std::size_t);
template double mean_similarity(const Tokens<double>&, std::size_t);

}  // namespace sigprop
