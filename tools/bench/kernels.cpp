// Bounds of what rounding may do to a kernel, beside the operation itself in float32 by torch, on one thread
// each: what a test that proves costs over the kernel that it tests. Goals are parts of torch's speed.

#include "jobs.hpp"
#include "python_peers.hpp"

#include <cmath>
#include <memory>
#include <sigprop/core/random/random.hpp>
#include <sigprop/models/rounding/bounds.hpp>
#include <stdexcept>

namespace sigprop::bench {
namespace {

/// Numbers of float32, as kernels are given them.
std::vector<double> normals(std::size_t count, std::uint64_t seed) {
    std::vector<float> values(count);
    RandomStream(seed, "kernels").fill_normals(0, values);
    return {values.begin(), values.end()};
}

class Kernels {
public:
    void softmax() {
        each_row([&](std::span<const double> row, RowBounds y) { softmax_bounds(contract_, row, false, y); });
    }
    void rms_norm() {
        const NormKernel norm{.weight = x().subspan(0, width)};
        each_row([&](std::span<const double> row, RowBounds y) { norm_bounds(contract_, norm, row, y); });
    }
    void product() {
        for (std::size_t i = 0; i < size; ++i)
            product_row_bounds(contract_, x().subspan(i * size, size), x().subspan(size * size, size * size),
                               {}, row_of(size));
        check();
    }
    void attention() {
        constexpr std::size_t heads = 8;
        constexpr std::size_t dim = 64;
        const AttentionKernel scaled{.scale = 0.125};
        for (std::size_t head = 0; head < heads; ++head) {
            const auto part = [&](std::size_t k) {
                return x().subspan((3 * head + k) * size * dim, size * dim);
            };
            for (std::size_t i = 0; i < size; ++i)
                attention_row_bounds(contract_, scaled, part(0).subspan(i * dim, dim), part(1), part(2), size,
                                     row_of(dim));
        }
        check();
    }

    static constexpr std::size_t width = 4096;  // of a square of rows
    static constexpr std::size_t size = 1024;   // of a product, and keys of attention

private:
    std::span<const double> x() {
        if (x_.empty()) x_ = normals(width * width, 1);
        return x_;
    }
    RowBounds row_of(std::size_t entries) {
        lower_.resize(entries);
        upper_.resize(entries);
        return {lower_, upper_};
    }
    template <class Bounds>
    void each_row(const Bounds& bounds) {
        for (std::size_t i = 0; i < width; ++i) bounds(x().subspan(i * width, width), row_of(width));
        check();
    }
    /// Of the last row, so that nobody may skip the work.
    void check() const {
        for (std::size_t i = 0; i < lower_.size(); ++i) {
            if (!(lower_[i] <= upper_[i]) || !std::isfinite(upper_[i] - lower_[i]))
                throw std::logic_error("a bound is not finite");
        }
    }

    KernelContract contract_ = kernel_contract("strict", Dtype::float32);
    std::vector<double> x_, lower_, upper_;
};

}  // namespace

std::vector<Job> kernel_jobs() {
    const auto kernels = std::make_shared<Kernels>();
    const auto job = [&](const char* name, const char* work, double goal, void (Kernels::*ours)()) {
        return Job{name,
                   "torch, the operation",
                   goal,
                   [kernels, ours] { ((*kernels).*ours)(); },
                   [work] {
                       if (!std::isfinite(run_python("torch", work, 1)))
                           throw std::logic_error("torch's result");
                   },
                   true};
    };
    constexpr double tenth = 0.1;
    constexpr double fifth = 0.2;
    return {job("bounds of softmax, 4096 x 4096 f32", "softmax", tenth, &Kernels::softmax),
            job("bounds of rms_norm, 4096 x 4096 f32", "rms_norm", tenth, &Kernels::rms_norm),
            job("bounds of a product, 1024^3 f32", "matmul", fifth, &Kernels::product),
            job("bounds of attention, 8 x 1024 x 64 f32", "sdpa", fifth, &Kernels::attention)};
}

}  // namespace sigprop::bench
