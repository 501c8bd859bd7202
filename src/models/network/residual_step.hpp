#pragma once
// One residual addition in general form; every scheme is a choice of these six. Theory takes them as exact
// numbers (Number = Real), networks as doubles:
//
//     n  = input_scale Norm(x)  (or input_scale x)
//     y  = skip x + branch F(n)  (or branch Norm(F(n)))
//     x' = Norm(y)  (or y)

namespace sigprop {

template <class Number>
struct ResidualStep {
    bool normalises_input = false;
    Number input_scale = 1;
    bool normalises_branch = false;  ///< before `branch` scales it
    Number skip = 1;
    Number branch = 1;
    bool normalises_sum = false;

    friend bool operator==(const ResidualStep&, const ResidualStep&) = default;
};

}  // namespace sigprop
