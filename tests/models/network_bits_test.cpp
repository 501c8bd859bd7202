// What a network's numbers depend on, and what they do not.

#include <doctest/doctest.h>

#include <sigprop/core/simulation.hpp>

#include "models/measure_network.hpp"
#include "models/network_crew.hpp"
#include "models/network_design.hpp"
#include "models/network_designs.hpp"
#include "unit/every_target.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr ResidualStep<double> pre_norm{.normalises_input = true};

std::vector<NetworkDesign> designs() {
    std::vector<NetworkDesign> result;
    for (const bool wide : {false, true}) {
        for (NetworkDesign design : {linear_network(3, pre_norm), mlp_network(3, {.normalises_branch = true}),
                                     transformer_network(4, {.normalises_sum = true})}) {
            design.double_precision = wide;
            design.final_norm = wide;
            design.sequences = 3;
            design.step_rate = 1e-3;
            design.norm = wide ? NormKind::layer_norm : NormKind::rms_norm;
            if (design.block != BlockKind::linear) design.activation = tanh(Formula::variable());
            result.push_back(design);
        }
    }
    return result;
}

const std::set<Observable> everything = {Observable::second_moment,     Observable::cosine,
                                         Observable::gradient_square,   Observable::weight_gradient_square,
                                         Observable::output_change_sgd, Observable::output_change_adam};

bool same(const NetworkProfile& a, const NetworkProfile& b) {
    for (std::size_t what = 0; what < observable_count; ++what) {
        const auto& first = a[static_cast<Observable>(what)];
        const auto& second = b[static_cast<Observable>(what)];
        if (first.size() != second.size()) return false;
        for (std::size_t l = 0; l < first.size(); ++l) {
            const bool nothing = first[l] != first[l] && second[l] != second[l];
            if (first[l] != second[l] && !nothing) return false;
        }
    }
    return true;
}

bool same(const NetworkSample& a, const NetworkSample& b) {
    if (a.failure != b.failure || a.profiles.size() != b.profiles.size()) return false;
    for (std::size_t n = 0; n < a.profiles.size(); ++n) {
        if (!same(a.profiles[n], b.profiles[n])) return false;
    }
    return true;
}

/// One of three processes, played one after another: exchange gives what the others gave before.
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

}  // namespace

TEST_CASE("the same bits on any number of threads") {
    for (const NetworkDesign& design : designs()) {
        const NetworkSample one = run_networks(design, everything, 5, context(7, 1));
        REQUIRE(one.failure.empty());
        for (const int threads : {2, 3, 9}) {
            CHECK(same(run_networks(design, everything, 5, context(7, threads)), one));
        }
        CHECK_FALSE(same(run_networks(design, everything, 5, context(8)), one));
    }
}

TEST_CASE("the same bits from any number of ranks") {
    NetworkDesign design = transformer_network(3, pre_norm);
    design.step_rate = 1e-3;
    const NetworkSample alone = run_networks(design, everything, 7, context(7));
    std::vector<std::string> said;
    for (int rank = 0; rank < 3; ++rank) {
        Rehearsal ranks(rank, said);
        Context shared = context(7, 2);
        shared.ranks = &ranks;
        const NetworkSample together = run_networks(design, everything, 7, shared);
        CHECK(same(together, alone) == (rank == 2));
    }
}

TEST_CASE("the same bits from every vector set") {
    for (const NetworkDesign& design : designs()) {
        const NetworkProfile first = measure_network(design, {7, 2}, everything, context(0));
        on_every_target([&] { CHECK(same(measure_network(design, {7, 2}, everything, context(0)), first)); });
        CHECK_FALSE(same(measure_network(design, {7, 3}, everything, context(0)), first));
    }
}

TEST_CASE("what is wanted changes no number, and deeper networks begin as shallower ones") {
    for (const NetworkDesign& design : designs()) {
        const NetworkProfile all = measure_network(design, {7, 2}, everything, context(0));
        for (const Observable what : everything) {
            const NetworkProfile one = measure_network(design, {7, 2}, {what}, context(0));
            CHECK(one[what] == all[what]);
        }
        NetworkDesign deeper = design;
        deeper.steps.push_back(design.steps.front());
        const std::vector<double> more =
            measure_network(deeper, {7, 2}, {}, context(0))[Observable::second_moment];
        const std::vector<double>& fewer = all[Observable::second_moment];
        CHECK(std::equal(fewer.begin(), fewer.end(), more.begin()));
    }
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
