// Associative recall (Arora et al. 2023, arXiv:2312.04927): the first half of a sequence is pairs of a key
// and its value, the second half the same keys in another order, each followed by its value, which is what is
// scored. Keys are the lower half of the tokens, each used once in a sequence, values the upper half.

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "models/training/task_support.hpp"

namespace sigprop {
namespace {

class RecallTask final : public Task {
public:
    RecallTask(const TaskDesign& design, std::uint64_t seed) : design_(design), seed_(seed) {
        keys_ = plain_tokens(design) / 2;
        if (design.objective == Objective::masked)
            throw InputError::about({"objective", "task"},
                                    "recall asks for the value after a key: write objective=causal");
        if (keys_ < 2)
            throw InputError::about({"vocabulary"}, "recall needs 4 tokens or more: keys and values");
        const std::uint64_t pairs = std::min<std::uint64_t>(keys_, 16);
        flat_loss_ = entropy_of_targets(pairs);
    }

    TokenBatch batch(std::uint64_t number, std::uint64_t sequences, std::uint64_t length) const override {
        const std::uint64_t pairs = length / 4;
        if (pairs == 0 || pairs > keys_) {
            throw InputError::about(
                {"length", "vocabulary"},
                "recall uses each key once, one key per four tokens: length must be from 4 to " +
                    std::to_string(4 * keys_ + 3) + " with " + std::to_string(keys_) + " keys, not " +
                    std::to_string(length));
        }
        TokenBatch batch = empty_batch(sequences, length);
        for (std::uint64_t s = 0; s < sequences; ++s) {
            const RandomStream stream = task_stream(seed_, "recall", number, s);
            const std::vector<std::uint32_t> keys = shuffled(stream, keys_, 1);
            const std::vector<std::uint32_t> order = shuffled(stream, pairs, 2);
            const auto value = [&](std::uint64_t pair) {
                return static_cast<std::uint32_t>(keys_ + below(stream.uniform(pair, 3), keys_));
            };
            const std::uint64_t start = s * length;
            for (std::uint64_t k = 0; k < pairs; ++k) {
                batch.tokens[start + 2 * k] = keys[k];
                batch.tokens[start + 2 * k + 1] = value(k);
                const std::uint64_t asked = start + 2 * (pairs + k);
                batch.tokens[asked] = keys[order[k]];
                batch.tokens[asked + 1] = value(order[k]);
                batch.targets[asked] = static_cast<std::int32_t>(value(order[k]));
            }
        }
        return batch;
    }
    double flat_loss() const override { return flat_loss_; }

private:
    /// 0, …, n - 1 in a random order, by Fisher and Yates.
    static std::vector<std::uint32_t> shuffled(const RandomStream& stream, std::uint64_t n,
                                               std::uint16_t draw) {
        std::vector<std::uint32_t> all(n);
        for (std::uint64_t k = 0; k < n; ++k) all[k] = static_cast<std::uint32_t>(k);
        for (std::uint64_t k = n; k > 1; --k) std::swap(all[k - 1], all[below(stream.uniform(k, draw), k)]);
        return all;
    }

    /// Of as many values as there are.
    double entropy_of_targets(std::uint64_t pairs) const {
        class Short final : public Task {
        public:
            Short(const RecallTask& whole, std::uint64_t length) : whole_(whole), length_(length) {}
            TokenBatch batch(std::uint64_t number, std::uint64_t sequences, std::uint64_t) const override {
                return whole_.batch(number, sequences, length_);
            }
            double flat_loss() const override { return 0; }

        private:
            const RecallTask& whole_;
            std::uint64_t length_;
        };
        return sigprop::entropy_of_targets(Short(*this, 4 * pairs), design_.vocabulary);
    }

    TaskDesign design_;
    std::uint64_t seed_;
    std::uint64_t keys_ = 0;
    double flat_loss_ = 0;
};

}  // namespace

std::unique_ptr<Task> make_recall_task(const TaskDesign& design, std::uint64_t seed) {
    return std::make_unique<RecallTask>(design, seed);
}

}  // namespace sigprop
