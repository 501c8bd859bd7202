// A simulation under a budget: samples until the time allowed is over, an interval for what was found, and
// the proof beside it. The same seed gives the same bits for any number of threads.

#include <chrono>
#include <iostream>
#include <sigprop/sigprop.hpp>
#include <vector>

int main() {
    using namespace sigprop;
    const Formula x = Formula::variable();
    const std::vector<Formula> integrands = {pow(sigmoid(x), 2), sigmoid(x)};  // E f^2 and E f

    SampleMeans means;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    for (std::uint64_t samples = 1 << 16; samples <= 1 << 22; samples *= 8) {
        try {
            means = monte_carlo_means(integrands, Law::normal(), "sigmoid",
                                      {.samples = samples, .seed = 7, .threads = 2, .deadline = end});
        } catch (const TimeSpent&) {
            break;  // what was found before stands
        }
    }
    if (means.status != Status::ok) {
        std::cerr << "nothing can be said: " << means.reason << '\n';
        return 3;
    }
    const SampleEstimate variance = means.variance(0, 1);
    const Interval interval = variance.interval(0.999);
    const Result proved = evaluate("activation.variance(sigmoid)", {.digits = 15});
    std::cout << means.samples << " samples\n";
    std::cout << "Var sigmoid(z)  " << variance.value << ", proved " << proved.decimal() << '\n';
    const bool holds = interval.lower < *proved.value() && *proved.value() < interval.upper;
    std::cout << "the interval of 99.9 % " << (holds ? "holds" : "misses") << " it\n";
    return holds ? 0 : 1;
}
