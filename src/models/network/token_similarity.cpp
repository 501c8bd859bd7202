#include "models/network/token_similarity.hpp"

#include <cmath>
#include <vector>

namespace sigprop {

template <class Scalar>
double token_similarity(const Tokens<Scalar>& tokens, std::span<const double> squares, std::size_t length) {
    std::vector<double> inverse(squares.size());
    double ones = 0;
    for (std::size_t t = 0; t < squares.size(); ++t) {
        const bool is_zero = !(squares[t] > 0);
        inverse[t] = is_zero ? 0 : 1 / std::sqrt(squares[t]);
        ones += is_zero ? 0 : 1;
    }
    const std::size_t sequences = squares.size() / length;
    double sum_of_squares = 0;
    const Scalar* entry = tokens.data();
    for (Eigen::Index i = 0; i < tokens.rows(); ++i) {
        for (std::size_t s = 0; s < sequences; ++s) {
            double sum = 0;
            for (std::size_t t = s * length; t < (s + 1) * length; ++t) {
                sum += static_cast<double>(*entry++) * inverse[t];
            }
            sum_of_squares += sum * sum;
        }
    }
    const auto tokens_each = static_cast<double>(length);
    return (sum_of_squares - ones) / (static_cast<double>(sequences) * tokens_each * (tokens_each - 1));
}

template double token_similarity(const Tokens<float>&, std::span<const double>, std::size_t);
template double token_similarity(const Tokens<double>&, std::span<const double>, std::size_t);

}  // namespace sigprop
