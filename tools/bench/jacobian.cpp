// All 4,096 x 4,096 entries of RMSNorm's backward pass against differences of its forward pass, one thread.
// Eigen's are forward differences, half of our central ones, as one writes them for speed: 1.5 ns per entry,
// or 0.4 with the longest vectors. The limit is writing as many doubles. Ours take 0.09 ns.

#include <benchmark/benchmark.h>

#include <cstring>
#include <memory>
#include <sigprop/core/random/random.hpp>
#include <stdexcept>
#include <vector>

#include <sigprop/models/gradient_check/jacobian_check.hpp>

#include "eigen_jacobian.hpp"
#include "jobs.hpp"

namespace sigprop::bench {
namespace {

constexpr std::size_t width = 4096;
constexpr double epsilon = 1e-5;

struct Input {
    std::vector<double> x = std::vector<double>(width);
    NormJacobian exact;
    Input() {
        RandomStream(1, "input of the Jacobian").fill_normals(0, x);
        exact = norm_jacobian(NormRule{}, x, epsilon);
    }
};

void check(double largest, double tolerance) {
    if (!(largest <= tolerance)) throw std::logic_error("a right Jacobian is refused");
}

}  // namespace

std::vector<Job> jacobian_jobs() {
    const auto input = std::make_shared<Input>();
    const auto memory = std::make_shared<std::vector<double>>();
    const auto ours = [input] {
        const JacobianCheck found = check_jacobian(NormRule{}, input->x, epsilon, input->exact);
        check(found.largest, found.tolerance);
    };
    const auto eigen = [input](auto check_all) {
        return [input, check_all] { check(check_all(input->x.data(), width, epsilon), 1e-6); };
    };
    const auto writing = [memory] {
        memory->resize(width * width);
        std::memset(memory->data(), 1, memory->size() * sizeof(double));
        benchmark::ClobberMemory();
    };
    const std::string job = "Jacobian check of RMSNorm, 4096 x 4096";
    return {{job, "Eigen", 7, ours, eigen(eigen_jacobian_check)},
            {job, "Eigen, compiled for this machine", 4, ours, eigen(eigen_jacobian_check_native)},
            {job, "memset of d x d", 1, ours, writing}};
}

}  // namespace sigprop::bench
