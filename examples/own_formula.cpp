// A formula of one's own, in C++ and as text: second moment, gain, and its distance from the one it replaces.

#include <iostream>
#include <sigprop/sigprop.hpp>

namespace {

// x sigmoid(1.702 x), for every scalar that the library computes with: balls, jets, duals, doubles. The
// decimal is exact when it is written as text; from C++ a fraction of integers is.
const auto quick_gelu = [](const auto& x) { return x * sigprop::sigmoid(x * 1702 / 1000); };

}  // namespace

int main() {
    using namespace sigprop;
    const Result moment = activation::second_moment(quick_gelu, {.std = 1, .digits = 30});
    const Result gain = activation::gain(quick_gelu, {.std = 1, .digits = 30});
    std::cout << "E f^2    " << moment.decimal() << '\n';
    std::cout << "gain     " << gain.decimal() << '\n';

    const Result same = evaluate("activation.gain(\"x * sigmoid(1.702 * x)\")", {.digits = 30});
    std::cout << "as text  " << same.decimal() << '\n';
    const Result distance = evaluate("activation.distance(\"x * sigmoid(1.702 * x)\", gelu)", {.digits = 12});
    std::cout << "sup |f - gelu|  " << distance.decimal() << '\n';
    return gain.decimal() == same.decimal() ? 0 : 1;
}
