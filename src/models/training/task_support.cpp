#include "models/training/task_support.hpp"

#include <algorithm>
#include <map>

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {

RandomStream task_stream(std::uint64_t seed, const char* task, std::uint64_t batch, std::uint64_t sequence) {
    return RandomStream(seed, std::string("task ") + task + " batch " + std::to_string(batch) + " sequence " +
                                  std::to_string(sequence));
}

std::uint32_t below(double uniform, std::uint64_t n) {
    return static_cast<std::uint32_t>(std::min(uniform * static_cast<double>(n), static_cast<double>(n - 1)));
}

std::uint32_t chosen(double uniform, const std::vector<double>& cumulative) {
    const double at = uniform * cumulative.back();
    const auto found = std::upper_bound(cumulative.begin(), cumulative.end() - 1, at);
    return static_cast<std::uint32_t>(found - cumulative.begin());
}

TokenBatch empty_batch(std::uint64_t sequences, std::uint64_t length) {
    TokenBatch batch;
    batch.sequences = sequences;
    batch.length = length;
    batch.tokens.resize(sequences * length);
    batch.targets.assign(sequences * length, -1);
    return batch;
}

void put_sequence(const TaskDesign& design, const std::vector<std::uint32_t>& tokens, std::uint64_t sequence,
                  std::uint64_t first_scored, const RandomStream& masks, TokenBatch& batch) {
    const std::uint64_t length = batch.length;
    const std::uint64_t start = sequence * length;
    constexpr std::uint16_t mask_draw = 64;  // beyond the draws of tokens
    std::uint64_t masked = 0;
    for (std::uint64_t t = 0; t < length; ++t) {
        batch.tokens[start + t] = tokens[t];
        if (design.objective == Objective::causal) {
            if (t + 1 >= first_scored) batch.targets[start + t] = static_cast<std::int32_t>(tokens[t + 1]);
            continue;
        }
        const bool last_chance = masked == 0 && t + 1 == length;
        if (t < first_scored || !(masks.uniform(t, mask_draw) < design.mask_rate || last_chance)) continue;
        batch.targets[start + t] = static_cast<std::int32_t>(tokens[t]);
        batch.tokens[start + t] = static_cast<std::uint32_t>(design.vocabulary - 1);
        ++masked;
    }
}

double entropy_of_counts(const std::vector<double>& counts) {
    double total = 0;
    for (const double count : counts) total += count;
    TileEvaluator logarithm(log(Formula::variable()));
    double entropy = 0;
    for (const double count : counts) {
        if (count == 0) continue;
        const double share = count / total;
        const double* const variable = &share;
        logarithm({&variable, 1}, 1);
        entropy -= share * logarithm.output(0)[0];
    }
    return entropy;
}

double entropy_of_targets(const Task& task, std::uint64_t vocabulary) {
    constexpr std::uint64_t batches = 32, sequences = 16, length = 64;
    constexpr std::uint64_t begin = std::uint64_t{1} << 44;  // of batches that nobody else asks for
    std::vector<double> counts(vocabulary);
    for (std::uint64_t b = 0; b < batches; ++b) {
        for (const std::int32_t target : task.batch(begin + b, sequences, length).targets) {
            if (target < 0) continue;
            counts[static_cast<std::size_t>(target)] += 1;
        }
    }
    return entropy_of_counts(counts);
}

}  // namespace sigprop
