#include <iostream>
#include <sigprop/sigprop.hpp>

int main() {
    const auto gain = sigprop::evaluate("activation.gain(sigmoid)", {.digits = 30});
    if (gain.status() != sigprop::Status::ok || gain.evidence().empty() || !gain.value()) return 1;
    std::cout << "sigmoid gain " << gain.decimal() << '\n';

    const auto moment = sigprop::activation::second_moment(
        [](const auto& x) { return x * sigprop::sigmoid(x); }, {.std = 1.0});
    if (!moment.value()) return 1;
    std::cout << "silu second moment " << *moment.value() << '\n';
    return 0;
}
