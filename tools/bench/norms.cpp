// What norm.cost counts, beside what a library's kernels take: torch's own rms_norm, and tanh with DyT's gain
// and bias, beside its layer_norm, forward and backward. None of them is ours: the ratio says whether fewer
// operations are less time there.

#include "jobs.hpp"
#include "python_peers.hpp"

#include <cmath>
#include <stdexcept>

namespace sigprop::bench {
namespace {

constexpr std::uint64_t rows = 4096;

std::function<void()> pass(const std::string& norm, const std::string& features) {
    return [work = "norm:" + norm + ":" + features] {
        if (!std::isfinite(run_python("torch", work, rows)))
            throw std::logic_error("a gradient of torch is not finite: " + work);
    };
}

}  // namespace

std::vector<Job> norm_jobs() {
    std::vector<Job> jobs;
    for (const std::string features : {"512", "4096"}) {
        for (const std::string norm : {"rms_norm", "dyt"}) {
            jobs.push_back({"torch's " + norm + ", " + std::to_string(rows) + " x " + features,
                            "torch's layer_norm", 0, pass(norm, features), pass("layer_norm", features),
                            true});
        }
    }
    return jobs;
}

}  // namespace sigprop::bench
