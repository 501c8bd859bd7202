// Networks of 256 sublayers, x + W Norm(x) of width 1,024, float32, one thread: all weights are drawn, then
// come the forward pass, which measures every sublayer, and the gradient back to the input. Torch keeps its
// weights (a gigabyte); ours are drawn again on the way back. The limit is the time of the products alone.

#include "eigen_product.hpp"
#include "jobs.hpp"
#include "python_peers.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <sigprop/core/random/random.hpp>
#include <stdexcept>
#include <utility>

#include "models/network/network.hpp"

#include "core/simd/product.hpp"
#include "models/network/measure_network.hpp"
#include "models/network/tokens.hpp"

namespace sigprop::bench {
namespace {

constexpr std::uint64_t width = 1024;
constexpr std::uint64_t sublayers = 256;

using Work = std::function<void()>;

NetworkDesign design_of(std::uint64_t tokens) {
    NetworkDesign design;
    design.steps.assign(sublayers, {.normalises_input = true});
    design.width = width;
    design.stds.linear = 1 / std::sqrt(static_cast<double>(width));
    design.sequences = tokens;
    return design;
}

/// The second moment and the gradient are each 257 for wide networks; their sum is checked.
void check(const std::string& who, double second_moment_and_gradient) {
    if (!(std::fabs(second_moment_and_gradient / (2 * (sublayers + 1)) - 1) < 0.1)) {
        throw std::logic_error(who + " does not propagate: " + std::to_string(second_moment_and_gradient));
    }
}

Work our_network(std::uint64_t tokens) {
    const auto number = std::make_shared<std::uint64_t>(0);
    return [design = design_of(tokens), number] {
        NetworkProfile found =
            measure_network(design, {1, (*number)++}, {Observable::gradient_square}, Context());
        check("ours", found[Observable::second_moment].back() + found[Observable::gradient_square].front());
    };
}

Work torch_network(std::uint64_t tokens) {
    return [tokens] { check("torch", run_python("torch", "network", tokens)); };
}

Work torch_work(const std::string& work, std::uint64_t tokens) {
    return [work, tokens] { benchmark::DoNotOptimize(run_python("torch", work, tokens)); };
}

/// A stored matrix and tokens, made when they are first used.
class Factors {
public:
    explicit Factors(std::uint64_t tokens) : tokens_(tokens) {}

    void multiply(int times) {
        prepare();
        for (int i = 0; i < times; ++i) {
            sigprop::multiply(view(std::as_const(weights_)), view(std::as_const(in_)), view(out_));
        }
        benchmark::DoNotOptimize(out_.data());
    }
    void multiply_by_eigen() {
        prepare();
        eigen_product(weights_.data(), in_.data(), out_.data(), width, width, tokens_);
        benchmark::DoNotOptimize(out_.data());
    }

private:
    void prepare() {
        if (out_.size() > 0) return;
        weights_ = random(width, width, "weights");
        in_ = random(width, tokens_, "tokens");
        out_.resize(in_.rows(), in_.cols());
    }
    static Tokens<float> random(std::uint64_t rows, std::uint64_t columns, const std::string& name) {
        Tokens<float> all(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
        RandomStream(1, name).fill_normals(0, std::span(all.data(), rows * columns));
        return all;
    }

    std::uint64_t tokens_;
    Tokens<float> weights_, in_, out_;
};

}  // namespace

std::vector<Job> network_jobs() {
    const auto few = std::make_shared<Factors>(64);
    const auto many = std::make_shared<Factors>(256);
    std::vector<Job> jobs;
    const std::string network = "network of 256 sublayers, width 1024, ";
    jobs.push_back({network + "64", "torch by hand", 1.7, our_network(64), torch_network(64), true});
    jobs.push_back({network + "256", "torch's products alone", 1 / 1.3, our_network(256),
                    torch_work("products", 256), true});
    jobs.push_back({network + "256", "our products alone", 1 / 1.3, our_network(256),
                    [many] { many->multiply(2 * sublayers); }});
    const std::string product = "product 1024 x 1024 x 64, f32";
    const auto ours = [few] { few->multiply(1); };
    jobs.push_back({product, "torch.mm", 1, ours, torch_work("product", 64), true});
    jobs.push_back(
        {product, "Eigen, compiled for this machine", 1, ours, [few] { few->multiply_by_eigen(); }});
    return jobs;
}

}  // namespace sigprop::bench
