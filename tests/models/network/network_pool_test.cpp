// Neither the process that computes a network nor the time when it does so changes anything.

#include <doctest/doctest.h>

#include <atomic>
#include <map>
#include <sigprop/core/base/errors.hpp>

#include "core/base/simulation.hpp"

#include "models/network/network_pool.hpp"
#include "models/network/network_text.hpp"
#include "tests/models/network/network_samples.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

/// One of three processes, run one after another: exchange returns what the earlier ones gave.
class Rehearsal : public Ranks {
public:
    explicit Rehearsal(int rank, std::vector<std::string>& said) : rank_(rank), said_(said) {}
    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int size() const noexcept override { return 3; }
    [[nodiscard]] std::vector<std::string> exchange(const std::string& own) override {
        said_.push_back(own);
        return said_;
    }

private:
    int rank_;
    std::vector<std::string>& said_;
};

/// Keeps the last state, and asks to stop once it has one.
class Shelf : public SimulationStore {
public:
    [[nodiscard]] std::optional<std::string> find(std::string_view name) override {
        const auto place = states.find(std::string(name));
        return place == states.end() ? std::nullopt : std::optional(place->second);
    }
    void keep(std::string_view name, std::string state, bool) override {
        states[std::string(name)] = std::move(state);
        stop = true;
    }
    std::map<std::string, std::string> states;
    std::atomic<bool> stop = false;
};

}  // namespace

TEST_CASE("the same bits on any number of threads") {
    for (const NetworkDesign& design : designs()) {
        const NetworkSample one = run_networks(design, everything, {0, 5}, context(7, 1));
        REQUIRE(one.failure.empty());
        for (const int threads : {2, 3, 9}) {
            CHECK(same(run_networks(design, everything, {0, 5}, context(7, threads)), one));
        }
        CHECK_FALSE(same(run_networks(design, everything, {0, 5}, context(8)), one));
    }
}

TEST_CASE("the same bits from any number of ranks") {
    NetworkDesign design = transformer_network(3, pre_norm);
    design.step_rate = 1e-3;
    const NetworkSample alone = run_networks(design, everything, {0, 7}, context(7));
    std::vector<std::string> said;
    for (int rank = 0; rank < 3; ++rank) {
        Rehearsal ranks(rank, said);
        Context shared = context(7, 2);
        shared.ranks = &ranks;
        const NetworkSample together = run_networks(design, everything, {0, 7}, shared);
        CHECK(same(together, alone) == (rank == 2));
    }
}

TEST_CASE("a run that was stopped is taken up again") {
    const NetworkDesign design = linear_network(3, pre_norm);
    const NetworkSample whole = run_networks(design, {Observable::cosine}, {0, 5}, context(7));
    Shelf shelf;
    Context stopping = context(7);
    stopping.store = &shelf;
    stopping.cancelled = &shelf.stop;
    CHECK_THROWS_AS(static_cast<void>(run_networks(design, {Observable::cosine}, {0, 5}, stopping)),
                    Interrupted);
    REQUIRE(shelf.states.size() == 1);
    NetworkFindings kept;
    kept.add(shelf.states.begin()->second);
    CHECK(kept.profiles.size() == 1);
    stopping.cancelled = nullptr;
    CHECK(same(run_networks(design, {Observable::cosine}, {0, 5}, stopping), whole));
    // The kept state is used, and only for this design.
    NetworkFindings altered;
    altered.profiles[0][Observable::second_moment] = {1, 2, 3, 4};
    shelf.states.begin()->second = altered.text();
    CHECK_FALSE(same(run_networks(design, {Observable::cosine}, {0, 5}, stopping), whole));
    CHECK(same(run_networks(design, {Observable::cosine}, {0, 4}, stopping),
               run_networks(design, {Observable::cosine}, {0, 4}, context(7))));
    CHECK(shelf.states.size() == 2);
    CHECK_THROWS_AS(altered.add("1 2"), IoError);
}

TEST_CASE("a sample is made once") {
    const NetworkDesign design = linear_network(3, pre_norm);
    const auto first = sample_networks(design, {Observable::second_moment}, 3, context(9));
    CHECK(sample_networks(design, {Observable::cosine}, 3, context(9)) == first);
    CHECK(sample_networks(design, {Observable::cosine}, 3, context(9, 2)) == first);
    CHECK(sample_networks(design, {Observable::cosine}, 4, context(9)) != first);
    CHECK(sample_networks(design, {Observable::cosine}, 3, context(10)) != first);
    const auto backward = sample_networks(design, {Observable::gradient_square}, 3, context(9));
    CHECK(backward != first);
    CHECK(backward->profiles[1][Observable::second_moment] == first->profiles[1][Observable::second_moment]);
    NetworkDesign other = design;
    other.steps[1].branch = 0.5;
    CHECK(sample_networks(other, {Observable::cosine}, 3, context(9)) != first);
}
