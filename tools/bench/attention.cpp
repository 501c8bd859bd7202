// Statistics of attention from queries and keys, dimension 64, float32. Torch processes chunks of queries
// whose logits stay in the caches and computes only the entropy; ours also has log sum e^x, sum a^2, sum a^3,
// the largest weight and two moments of the logits. The limit is the time of the product of this shape alone.

#include "jobs.hpp"
#include "python_peers.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <sigprop/core/random/random.hpp>
#include <sigprop/models/attention/attention.hpp>
#include <stdexcept>

namespace sigprop::bench {
namespace {

constexpr std::size_t dim = 64;

using Work = std::function<void()>;

/// Queries and keys, made when they are first used.
class Tensors {
public:
    Tensors(std::size_t queries, std::size_t keys) : queries_(queries), keys_(keys) {}

    void measure(int threads) {
        if (k_.empty()) {
            q_ = normals(queries_, "queries");
            k_ = normals(keys_, "keys");
        }
        Context context;
        context.threads = threads;
        const AttentionRows rows =
            attention_rows(AttentionHead<float>{q_, k_, dim}, {.scale = 1 / std::sqrt(double{dim})}, context);
        double mean = 0;
        for (const double entropy : rows.entropy) mean += entropy / static_cast<double>(queries_);
        check("ours", mean, keys_);
    }

    /// The entropy is close to log n - 1/2 for standard normal queries and keys.
    static void check(const char* who, double entropy, std::size_t keys) {
        const double expected = std::log(static_cast<double>(keys)) - 0.5;
        if (!(std::fabs(entropy - expected) < 0.05)) {
            throw std::logic_error(std::string(who) + " has an entropy of " + std::to_string(entropy));
        }
    }

private:
    static std::vector<float> normals(std::size_t count, const char* name) {
        std::vector<float> all(count * dim);
        RandomStream(1, name).fill_normals(0, all);
        return all;
    }

    std::size_t queries_, keys_;
    std::vector<float> q_, k_;
};

Work ours(const std::shared_ptr<Tensors>& tensors, int threads = 1) {
    return [tensors, threads] { tensors->measure(threads); };
}

Work torch_entropy(std::size_t keys) {
    return [keys] { Tensors::check("torch", run_python("torch", "attention", keys), keys); };
}

}  // namespace

std::vector<Job> attention_jobs() {
    const auto small = std::make_shared<Tensors>(1024, 1024);
    const auto middle = std::make_shared<Tensors>(1 << 14, 1 << 14);
    const auto large = std::make_shared<Tensors>(256, 1 << 20);
    std::vector<Job> jobs;
    for (const auto& [name, tensors, keys] :
         {std::tuple("attention, 1024 queries and keys", small, std::size_t{1} << 10),
          std::tuple("attention, 256 queries of 2^14 keys", std::make_shared<Tensors>(256, 1 << 14),
                     std::size_t{1} << 14),
          std::tuple("attention, 256 queries of 2^20 keys", large, std::size_t{1} << 20)}) {
        jobs.push_back(
            {name, "torch, entropy alone, in chunks", 1.5, ours(tensors), torch_entropy(keys), true});
    }
    jobs.push_back({"attention, 1024 queries and keys", "torch.mm of that shape alone", 0.7, ours(small),
                    [] { benchmark::DoNotOptimize(run_python("torch", "logits", 1024)); }, true});
    jobs.push_back({"attention, 2^28 pairs, 2^20 keys", "the same pairs with 2^14 keys", 1 / 1.25,
                    ours(large), ours(middle)});
    jobs.push_back({"attention, 2^28 pairs, two threads", "one thread", 1.8, ours(middle, 2), ours(middle)});
    return jobs;
}

}  // namespace sigprop::bench
