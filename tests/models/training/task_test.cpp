#include "models/training/task.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sigprop/core/base/errors.hpp>

using namespace sigprop;

namespace {

TaskDesign design_of(TaskKind kind, Objective objective = Objective::causal) {
    TaskDesign design;
    design.kind = kind;
    design.objective = objective;
    design.vocabulary = kind == TaskKind::text ? (objective == Objective::masked ? 257 : 256) : 20;
    return design;
}

/// A file of this text that is gone with the object.
class TextFile {
public:
    explicit TextFile(const std::string& text)
        : path_((std::filesystem::temp_directory_path() /
                 ("sigprop_task_" + std::to_string(counter_++) + "_" +
                  std::to_string(std::hash<std::string>()(text)) + ".txt"))
                    .string()) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TextFile() { std::filesystem::remove(path_); }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    static inline int counter_ = 0;
    std::string path_;
};

std::string refusal(const TaskDesign& design, std::uint64_t length = 16) {
    try {
        const auto task = make_task(design, 1);
        static_cast<void>(task->batch(validation_begin, 1, length));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE(
    "tasks: a batch is the same again, others differ, and a longer sequence begins like a shorter one") {
    for (const TaskKind kind :
         {TaskKind::markov, TaskKind::copy, TaskKind::recall, TaskKind::teacher, TaskKind::random}) {
        const auto task = make_task(design_of(kind), 4);
        const TokenBatch batch = task->batch(3, 5, 16);
        CHECK(batch.tokens == task->batch(3, 5, 16).tokens);
        CHECK(batch.targets == task->batch(3, 5, 16).targets);
        CHECK(batch.tokens != task->batch(4, 5, 16).tokens);
        CHECK(batch.tokens != make_task(design_of(kind), 5)->batch(3, 5, 16).tokens);
        CHECK(*std::ranges::max_element(batch.tokens) < 20);
    }
    const auto task = make_task(design_of(TaskKind::markov), 4);
    const TokenBatch longer = task->batch(3, 1, 40);
    const TokenBatch shorter = task->batch(3, 1, 16);
    CHECK(std::equal(shorter.tokens.begin(), shorter.tokens.end(), longer.tokens.begin()));
}

TEST_CASE("tasks: causal targets are the next tokens, and masked ones the hidden ones") {
    const auto causal = make_task(design_of(TaskKind::markov), 2);
    const TokenBatch next = causal->batch(0, 2, 32);
    for (std::size_t t = 0; t + 1 < 32; ++t)
        CHECK(next.targets[t] == static_cast<std::int32_t>(next.tokens[t + 1]));
    const auto masked = make_task(design_of(TaskKind::markov, Objective::masked), 2);
    double hidden = 0;
    for (std::uint64_t number = 0; number < 50; ++number) {
        const TokenBatch batch = masked->batch(number, 4, 64);
        for (std::size_t t = 0; t < batch.tokens.size(); ++t) {
            CHECK((batch.targets[t] >= 0) == (batch.tokens[t] == 19));
            CHECK(batch.targets[t] < 19);
            hidden += batch.targets[t] >= 0 ? 1 : 0;
        }
    }
    CHECK(hidden / (50 * 4 * 64) == doctest::Approx(0.15).epsilon(0.05));
}

TEST_CASE("tasks: the second half copies the first, and recalled values are those of their keys") {
    const TokenBatch copy = make_task(design_of(TaskKind::copy), 2)->batch(0, 1, 15);
    for (std::size_t t = 7; t < 15; ++t)
        CHECK(copy.targets[t] == static_cast<std::int32_t>(copy.tokens[t - 7]));
    CHECK(copy.targets[6] == -1);
    const TokenBatch recall = make_task(design_of(TaskKind::recall), 2)->batch(0, 1, 16);
    for (std::size_t asked = 8; asked < 16; asked += 2) {
        std::size_t key = 0;
        while (recall.tokens[key] != recall.tokens[asked]) key += 2;
        REQUIRE(key < 8);
        CHECK(recall.targets[asked] == static_cast<std::int32_t>(recall.tokens[key + 1]));
    }
}

TEST_CASE("tasks: the flat loss is the entropy of the targets") {
    // Copied and random tokens are uniform: the logarithm of their number.
    CHECK(make_task(design_of(TaskKind::random), 1)->flat_loss() ==
          doctest::Approx(std::log(20.0)).epsilon(1e-3));
    CHECK(make_task(design_of(TaskKind::recall), 1)->flat_loss() ==
          doctest::Approx(std::log(10.0)).epsilon(1e-3));
    CHECK(make_task(design_of(TaskKind::markov), 1)->flat_loss() < std::log(20.0));
}

TEST_CASE("tasks: texts are read byte by byte, validation apart from training") {
    std::string text;
    for (int k = 0; k < 1000; ++k) text += k < 900 ? "a" : "b";
    const TextFile file(text);
    TaskDesign design = design_of(TaskKind::text);
    design.path = file.path();
    const auto task = make_task(design, 1);
    for (std::uint64_t number = 0; number < 200; ++number) {
        const TokenBatch training = task->batch(number, 1, 16);
        CHECK(std::ranges::count(training.tokens, 'a') == 16);
        const TokenBatch validation = task->batch(validation_begin + number, 1, 16);
        CHECK(std::ranges::count(validation.tokens, 'b') == 16);
    }
}

TEST_CASE("tasks: bad texts are refused with their place") {
    TaskDesign design = design_of(TaskKind::text);
    CHECK(refusal(design).find("needs the path") != std::string::npos);
    const TextFile one_byte("x");
    design.path = one_byte.path();
    CHECK(refusal(design).find("has 1 bytes") != std::string::npos);
    const TextFile latin(std::string(100, 'a') + "\xe9t\xe9" + std::string(400, 'a'));
    design.path = latin.path();
    CHECK(refusal(design).find("is not UTF-8: no character begins at byte 100 ") != std::string::npos);
    const TextFile surrogate(std::string(33, 'a') + "\xed\xa0\x80");
    design.path = surrogate.path();
    CHECK(refusal(design).find("is not UTF-8: no character begins at byte 33 ") != std::string::npos);
    const TextFile good(std::string(4000, 'a') + "é漢");
    design.path = good.path();
    CHECK(refusal(design).empty());
}

TEST_CASE(
    "segments of random lengths: every choice of their beginnings is as likely, and nothing else changes") {
    TaskDesign design = design_of(TaskKind::markov, Objective::masked);
    const auto plain = make_task(design, 3);
    design.random_segments = 3;
    const auto task = make_task(design, 3);
    CHECK(task->flat_loss() == plain->flat_loss());
    CHECK(plain->batch(0, 2, 4).types.empty());
    constexpr std::uint64_t sequences = 3000, length = 4;
    const TokenBatch batch = task->batch(5, sequences, length);
    CHECK(batch.tokens == plain->batch(5, sequences, length).tokens);
    CHECK(batch.targets == plain->batch(5, sequences, length).targets);
    CHECK(batch.types == task->batch(5, sequences, length).types);
    CHECK(batch.types != task->batch(6, sequences, length).types);
    REQUIRE(batch.types.size() == sequences * length);
    std::map<std::vector<std::uint32_t>, int> seen;
    for (auto at = batch.types.begin(); at != batch.types.end(); at += length) ++seen[{at, at + length}];
    CHECK(seen.size() == 3);  // 0012, 0112, 0122
    for (const auto& [types, count] : seen) {
        CHECK(types.front() == 0);
        CHECK(types.back() == 2);
        const double share = 1.0 / 3, error = std::sqrt(share * (1 - share) * sequences);
        CHECK(std::fabs(count - share * sequences) < 6 * error);
    }
    // runs of equal length are one of many
    CHECK(task->batch(0, 1, 3).types == std::vector<std::uint32_t>{0, 1, 2});
    CHECK_THROWS_WITH_AS(task->batch(0, 1, 2), "a sequence of 2 tokens has no 3 segments: give segments=2",
                         InputError);
}

TEST_CASE("tasks: what a task cannot do is refused by name") {
    CHECK(refusal(design_of(TaskKind::recall), 80).find("length must be from 4 to 43 with 10 keys") !=
          std::string::npos);
    CHECK(refusal(design_of(TaskKind::recall, Objective::masked)).find("objective=causal") !=
          std::string::npos);
    TaskDesign design = design_of(TaskKind::markov);
    design.vocabulary = 1;
    CHECK(refusal(design).find("vocabulary must be 2 to") != std::string::npos);
}
