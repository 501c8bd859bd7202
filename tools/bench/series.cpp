// SELU's two constants: our binary splitting against the same closed form with Arb's erfc.

#include "core/ball/arb.hpp"
#include "jobs.hpp"

#include <stdexcept>

#include "engine/binding/catalogue.hpp"

namespace sigprop::bench {
namespace {

/// e^(x^2/2) Phi(-x) by Arb's erfc.
Ball scaled_tail(int x, long bits) {
    const Ball two = Ball(2).at_precision(bits);
    return exp(Ball(x * x).at_precision(bits) / 2) * erfc(Ball(x).at_precision(bits) / sqrt(two)) / 2;
}

void selu_by_erfc(long bits) {
    const Ball one = scaled_tail(1, bits);
    const Ball two = scaled_tail(2, bits);
    const Ball half = Ball(0.5);
    const Ball alpha = 1 / (sqrt(2 * Ball::pi(bits)) * (half - one));
    const Ball lambda = 1 / sqrt(half + pow(alpha, 2) * (two - 2 * one + half));
    if (lambda.accuracy_bits() < bits - 30) throw std::logic_error("the peer lost accuracy");
}

/// The closed form of selu.lambda, which needs alpha on the way.
DirectRoute our_selu() {
    Arguments standard;
    standard.set("mean", Real(0));
    standard.set("variance", Real(1));
    standard.set("input_mean", Real(0));
    standard.set("input_variance", Real(1));
    return std::get<DirectRoute>(find_quantity("selu.lambda")->routes(standard)[0]);
}

void run(const DirectRoute& form, long bits) {
    if (form.value(bits, Context()).value.accuracy_bits() < bits - 30)
        throw std::logic_error("ours lost accuracy");
}

}  // namespace

std::vector<Job> series_jobs() {
    std::vector<Job> jobs;
    const DirectRoute ours = our_selu();
    const auto add = [&](const std::string& digits, long bits, double goal) {
        jobs.push_back({"SELU lambda (through alpha), " + digits + " digits", "the same with Arb's erfc",
                        goal, [ours, bits] { run(ours, bits); }, [bits] { selu_by_erfc(bits); }});
    };
    add("20", 90, 1);
    add("10^3", 3'400, 4);
    add("10^4", 33'300, 10);
    add("10^5", 332'300, 30);
    return jobs;
}

}  // namespace sigprop::bench
