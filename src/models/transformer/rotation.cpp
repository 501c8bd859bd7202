#include "models/transformer/rotation.hpp"

#include <array>

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {

Angles::Angles(double base, std::size_t features, std::size_t tokens)
    : length(tokens), cosines((features + 1) / 2 * tokens), sines(cosines.size()) {
    const Formula x = Formula::variable();
    TileEvaluator power(exp(x)), logarithm(log(x));
    const std::array<Formula, 2> both = {cos(x), sin(x)};
    TileEvaluator turn(both);
    const double* variable = &base;
    logarithm({&variable, 1}, 1);
    const double log_base = logarithm.output(0)[0];
    for (std::size_t i = 0; i < (features + 1) / 2; ++i) {
        const double exponent = -2 * static_cast<double>(i) / static_cast<double>(features) * log_base;
        variable = &exponent;
        power({&variable, 1}, 1);
        const double frequency = power.output(0)[0];
        std::vector<double> angles(tokens);
        for (std::size_t t = 0; t < tokens; ++t) angles[t] = static_cast<double>(t) * frequency;
        for (std::size_t first = 0; first < tokens; first += TileEvaluator::tile_size) {
            const std::size_t some = std::min(TileEvaluator::tile_size, tokens - first);
            variable = angles.data() + first;
            turn({&variable, 1}, some);
            std::copy_n(turn.output(0).data(), some, cosines.data() + i * tokens + first);
            std::copy_n(turn.output(1).data(), some, sines.data() + i * tokens + first);
        }
    }
}

template <class Scalar>
void Rotation<Scalar>::turn(Tokens<Scalar>& heads, std::size_t length, Way way, Team& team) {
    const std::size_t half = turned_ / 2;
    if (length_ != length) {
        const Angles angles(base_, turned_, length);
        cosines_.assign(angles.cosines.begin(), angles.cosines.end());
        sines_.assign(angles.sines.begin(), angles.sines.end());
        length_ = length;
    }
    const auto tokens = static_cast<std::size_t>(heads.cols());
    const std::size_t pairs = static_cast<std::size_t>(heads.rows()) / head_width_ * half;
    const Scalar sign = way == Way::forth ? Scalar(1) : Scalar(-1);
    team.split(pairs, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t pair = begin; pair < end; ++pair) {
            const std::size_t i = pair % half;
            Scalar* const a = heads.data() + (pair / half * head_width_ + i) * tokens;
            Scalar* const b = a + half * tokens;
            const Scalar* const cosines = cosines_.data() + i * length;
            const Scalar* const sines = sines_.data() + i * length;
            for (std::size_t first = 0; first < tokens; first += length) {
                for (std::size_t t = 0; t < length; ++t) {
                    const Scalar x = a[first + t];
                    const Scalar y = b[first + t];
                    const Scalar sine = sign * sines[t];
                    a[first + t] = cosines[t] * x - sine * y;
                    b[first + t] = sine * x + cosines[t] * y;
                }
            }
        }
    });
}

template class Rotation<float>;
template class Rotation<double>;

}  // namespace sigprop
