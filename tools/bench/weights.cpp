// Statistics of weights, 2^26 entries: mean, std, extremes, third and fourth moment, zeros and bits in one
// pass. Numpy takes mean, std, min, max and fourth moment, one pass each; the limit is reading the bytes
// once.

#include "jobs.hpp"
#include "python_peers.hpp"

#include <benchmark/benchmark.h>

#include <bit>
#include <cmath>
#include <memory>
#include <sigprop/core/random/random.hpp>
#include <sigprop/measure/weights/weights.hpp>
#include <stdexcept>
#include <thread>

namespace sigprop::bench {
namespace {

constexpr std::size_t entries = std::size_t{1} << 26U;

/// Normal weights of std 0.02 as float32 and as bfloat16, made when they are first used.
class Weights {
public:
    explicit Weights(ElementType type) : type_(type) {}

    void measure(int threads) {
        Context context;
        context.threads = threads;
        const WeightStatistics found = weight_statistics(view(), 0, context);
        if (!(std::abs(found.std / 0.02 - 1) < 0.005)) throw std::logic_error("the std of weights is wrong");
    }

    /// Adds up the bytes as integers.
    void read(int threads) {
        const std::span<const std::byte> bytes = stored();
        const auto sum = [&](std::size_t thread) {
            const auto count = static_cast<std::size_t>(threads);
            const std::size_t words = bytes.size() / 8 / count;
            const auto* const from = reinterpret_cast<const std::uint64_t*>(bytes.data()) + thread * words;
            std::uint64_t total = 0;
            for (std::size_t i = 0; i < words; ++i) total += from[i];
            benchmark::DoNotOptimize(total);
        };
        std::vector<std::jthread> others;
        for (int thread = 1; thread < threads; ++thread)
            others.emplace_back(sum, static_cast<std::size_t>(thread));
        sum(0);
    }

private:
    std::span<const std::byte> stored() {
        if (bytes_.empty()) {
            std::vector<float> values(entries);
            RandomStream(1, "weights").fill_normals(0, values);
            for (const float value : values) {
                const auto bits = std::bit_cast<std::uint32_t>(value * 0.02F);
                const std::size_t size = type_ == ElementType::bfloat16 ? 2 : 4;
                for (std::size_t k = 4 - size; k < 4; ++k)
                    bytes_.push_back(static_cast<std::byte>(bits >> (8 * k)));
            }
        }
        return bytes_;
    }
    TensorView view() {
        TensorView::Layout layout;
        layout.shape = {entries};
        layout.type = type_;
        return {layout, stored()};
    }

    ElementType type_;
    std::vector<std::byte> bytes_;
};

}  // namespace

std::vector<Job> weights_jobs() {
    std::vector<Job> jobs;
    for (const auto& [name, type] :
         {std::pair("f32", ElementType::float32), std::pair("bf16", ElementType::bfloat16)}) {
        const auto weights = std::make_shared<Weights>(type);
        for (const int threads : {1, 2}) {
            const std::string title =
                std::string("statistics of 2^26 weights, ") + name + (threads == 1 ? "" : ", two threads");
            jobs.push_back({title, "a plain read", 0.8, [weights, threads] { weights->measure(threads); },
                            [weights, threads] { weights->read(threads); }});
        }
        if (type == ElementType::float32) {
            jobs.push_back({"statistics of 2^26 weights, f32", "numpy: mean, std, min, max, 4th moment", 10,
                            [weights] { weights->measure(1); },
                            [] {
                                const double std = run_python("numpy", "statistics", entries);
                                if (!(std::abs(std / 0.02 - 1) < 0.005))
                                    throw std::logic_error("numpy's std is wrong");
                            },
                            true});
        }
    }
    return jobs;
}

}  // namespace sigprop::bench
