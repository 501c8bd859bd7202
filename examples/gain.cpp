// How large is the gain that an activation needs? To fifty proved digits.
//
//     ./gain                # gelu
//     ./gain "leaky_relu(0.2)"

#include <iostream>
#include <sigprop/sigprop.hpp>

int main(int count, char** arguments) try {
    const std::string activation = count > 1 ? arguments[1] : "gelu";
    const sigprop::Result gain = sigprop::evaluate("activation.gain(" + activation + ")", {.digits = 50});
    if (gain.status() != sigprop::Status::ok) {
        std::cerr << "no gain is proved: " << gain.reason() << '\n';
        return 3;
    }
    std::cout << "gain of " << activation << "  " << gain.decimal() << '\n';
    std::cout << "as a double     " << std::hexfloat << *gain.value() << std::defaultfloat << '\n';
    // Estimates and samples are witnesses from other code; an enclosure proves.
    for (const sigprop::Evidence& one : gain.evidence()) {
        if (one.kind == sigprop::Kind::enclosure) std::cout << "proved by       " << one.method << '\n';
    }
    return 0;
} catch (const sigprop::InputError& error) {  // a name that does not exist, a syntax error
    std::cerr << error.what() << '\n' << caret_diagram(error.place());
    return 2;
}
