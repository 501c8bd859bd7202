#pragma once
// Rotary positions (Su et al. 2021, arXiv:2104.09864), by halves as in GPT-NeoX and Llama: features i and
// i + n / 2 of the token at place t turn by t base^(-2 i / n), n the number of a head's features that turn,
// the first ones; all others stay. The inverse turn is the transposed one. Also the sinusoidal table of
// Vaswani et al. 2017, arXiv:1706.03762.

#include <vector>

#include "models/transformer/token_loops.hpp"

namespace sigprop {

/// cos and sin of t base^(-2 i / features), [features / 2, rounded up, × length], the same bits on every
/// machine.
struct Angles {
    Angles() = default;
    Angles(double base, std::size_t features, std::size_t length);
    std::size_t length = 0;
    std::vector<double> cosines, sines;
};

template <class Scalar>
class Rotation {
public:
    Rotation() = default;
    Rotation(double base, std::size_t head_width, std::size_t turned)
        : base_(base), head_width_(head_width), turned_(turned) {}

    enum class Way : bool { forth, back };
    /// Turns [heads head width × sequences length].
    void turn(Tokens<Scalar>& heads, std::size_t length, Way way, Team& team);

private:
    double base_ = 1;
    std::size_t head_width_ = 2, turned_ = 2;
    std::size_t length_ = 0;
    std::vector<Scalar> cosines_, sines_;
};

extern template class Rotation<float>;
extern template class Rotation<double>;

}  // namespace sigprop
