// Proved Gaussian expectations: our trapezoidal rule, from the formula to the enclosure with everything that
// has to be proved on the way, against Arb's adaptive integrator on a hand-written callback with limits and
// tolerance given.

#include "core/ball/arb.hpp"
#include "jobs.hpp"

#include <array>
#include <cmath>
#include <initializer_list>
#include <stdexcept>

#include "methods/mean/mean.hpp"
#include "methods/quadrature/quadrature.hpp"

namespace sigprop::bench {
namespace {

struct Scratch {
    acb_t a, b;
    Scratch() { acb_init(a), acb_init(b); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { acb_clear(a), acb_clear(b); }
};

void times_gaussian(acb_t result, const acb_t z, Scratch& s, slong bits) {
    acb_mul(s.b, z, z, bits);
    acb_mul_2exp_si(s.b, s.b, -1);
    acb_neg(s.b, s.b);
    acb_exp(s.b, s.b, bits);
    acb_mul(result, s.a, s.b, bits);
}

int sigmoid_squared(acb_ptr result, const acb_t z, void*, slong, slong bits) {
    Scratch s;
    acb_neg(s.a, z);
    acb_exp(s.a, s.a, bits);
    acb_add_ui(s.a, s.a, 1, bits);
    acb_inv(s.a, s.a, bits);
    acb_mul(s.a, s.a, s.a, bits);
    times_gaussian(result, z, s, bits);
    return 0;
}

int tanh_squared(acb_ptr result, const acb_t z, void*, slong, slong bits) {
    Scratch s;
    acb_tanh(s.a, z, bits);
    acb_mul(s.a, s.a, s.a, bits);
    times_gaussian(result, z, s, bits);
    return 0;
}

int mish_squared(acb_ptr result, const acb_t z, void*, slong order, slong bits) {
    Scratch s;
    acb_exp(s.a, z, bits);
    acb_add_ui(s.a, s.a, 1, bits);
    acb_log_analytic(s.a, s.a, order != 0, bits);
    acb_tanh(s.a, s.a, bits);
    acb_mul(s.a, s.a, z, bits);
    acb_mul(s.a, s.a, s.a, bits);
    times_gaussian(result, z, s, bits);
    return 0;
}

void arb_integral(acb_calc_func_t function, long bits) {
    const double half_length = std::ceil(std::sqrt(2 * static_cast<double>(bits) * std::log(2.0)) + 1);
    acb_t lower, upper, result;
    acb_init(lower);
    acb_init(upper);
    acb_init(result);
    acb_set_d(lower, -half_length);
    acb_set_d(upper, half_length);
    mag_t tolerance;
    mag_init(tolerance);
    mag_set_ui_2exp_si(tolerance, 1, -bits);
    acb_calc_integrate(result, function, nullptr, lower, upper, bits, tolerance, nullptr, bits + 10);
    const bool good = acb_rel_accuracy_bits(result) > bits - 10;
    acb_clear(lower);
    acb_clear(upper);
    acb_clear(result);
    if (!good) throw std::logic_error("the peer did not reach the accuracy asked for");
}

using Proof = MeanResult (*)(const MeanProblem& problem, long bits, const Context& context);

void our_means(const Formula& f, long bits, std::initializer_list<Proof> proofs) {
    const Context context;
    const MeanProblem problem = examine(f, Law::normal(), context);
    for (const Proof proof : proofs) {
        const MeanResult result = proof(problem, bits, context);
        if (result.status != Status::ok || result.value.accuracy_bits() < bits - 10) {
            throw std::logic_error("ours did not reach the accuracy asked for");
        }
    }
}

Job job(const std::string& name, const Formula& f, acb_calc_func_t peer, long bits, double goal) {
    return {"E " + name + "^2, " + std::to_string(bits) + " bits", "Arb acb_calc_integrate", goal,
            [f, bits] { our_means(f, bits, {arb_trapezoid_mean}); },
            [peer, bits] { arb_integral(peer, bits); }};
}

/// Both proofs of a point of a sweep at 30 digits, beside one of Arb's.
Job both_proofs(const std::string& name, const Formula& f, acb_calc_func_t peer, double goal) {
    const long bits = Context::bits_for(30);
    return {"E " + name + "^2, 30 digits, two proofs", "Arb acb_calc_integrate", goal,
            [f, bits] {
                our_means(f, bits, {arb_trapezoid_mean, arb_integral_mean});
            },
            [peer, bits] { arb_integral(peer, bits); }};
}

}  // namespace

std::vector<Job> proof_jobs() {
    const Formula x = Formula::variable();
    const Formula sigmoid_square = pow(sigmoid(x), 2);
    const Formula tanh_square = pow(tanh(x), 2);
    const Formula mish_square = pow(x * tanh(softplus(x)), 2);
    struct Row {
        const char* name;
        const Formula& square;
        acb_calc_func_t peer;
        std::array<double, 3> goals;
    };
    const std::array rows = {Row{"sigmoid", sigmoid_square, sigmoid_squared, {8, 12, 20}},
                             Row{"mish", mish_square, mish_squared, {4, 6, 10}},
                             Row{"tanh", tanh_square, tanh_squared, {5, 6, 8}}};
    std::vector<Job> jobs;
    for (const Row& row : rows) {
        std::size_t k = 0;
        for (const long bits : {64L, 128L, 340L})
            jobs.push_back(job(row.name, row.square, row.peer, bits, row.goals[k++]));
        jobs.push_back(job(row.name, row.square, row.peer, 3400, row.peer == tanh_squared ? 8 : 50));
        jobs.push_back(both_proofs(row.name, row.square, row.peer, 1));
    }
    return jobs;
}

}  // namespace sigprop::bench
