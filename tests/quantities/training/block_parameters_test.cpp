// Today's blocks as parameters of network.* and training.*: what they change, what is the same by two names,
// and what is refused.

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

/// The sample's mean in small networks.
double mean_of(const std::string& quantity, const std::string& parameters) {
    const Result result =
        answers::ask("network." + quantity +
                         "(pre_norm, 2, width=32, heads=4, batch=4, length=8, networks=8" + parameters + ")",
                     30, "network");
    REQUIRE(result.evidence().size() == 1);
    REQUIRE(result.evidence().front().status == Status::ok);
    return result.evidence().front().value.to_double();
}

double loss(const std::string& parameters) { return mean_of("loss", parameters); }

}  // namespace

TEST_CASE("every choice of today's blocks changes networks, and its default changes none") {
    const double plain = loss("");
    for (const char* same : {", parallel=none", ", qk_norm=none", ", rotary_share=1", ", windows=[0]",
                             ", rotary_bases=[10000, 10000]", ", windows=[8, 0]"}) {
        CAPTURE(same);
        CHECK(loss(same) == plain);
    }
    for (const char* other :
         {", parallel=two_norms", ", parallel=one_norm", ", experts=4", ", qk_norm=head", ", qk_norm=width",
          ", rotary_share=1/2", ", token_types=2", ", windows=[0, 3]", ", windows=[3, 0]",
          ", rotary_bases=[10, 10000]", ", positions=alibi", ", scores=softcap, cap=1, qk_norm=head"}) {
        CAPTURE(other);
        CHECK(loss(other) != plain);
    }
    CHECK(loss(", qk_norm=head") == loss(", scores=qk_norm"));
    CHECK(loss(", qk_norm=head, scores=softcap, cap=1") != loss(", scores=softcap, cap=1"));
    CHECK(loss(", windows=[3]") == loss(", window=3"));
    CHECK(loss(", rotary_bases=[10]") == loss(", rotary_base=10"));
    CHECK(loss(", token_types=2, segments=2") != loss(", token_types=2"));
    const std::string two = ", token_types=2, segments=2";
    CHECK(loss(two + ", segment_lengths=equal") == loss(two));
    CHECK(loss(two + ", segment_lengths=random") != loss(two));
    CHECK(loss(two + ", segment_lengths=random, token_type_std=0") == loss(two + ", token_type_std=0"));
    CHECK(loss(", experts=4, gate=plain") != loss(", experts=4"));
    CHECK(loss(", experts=4, shared_experts=1") != loss(", experts=4"));
    CHECK(loss(", experts=4, router_std=1") != loss(", experts=4"));
    CHECK(loss(", biases=true, bias_places=attention") == loss(", biases=true"));  // they start at 0
}

TEST_CASE(
    "token types of std 1 add 1 to the second moment of the stream, a sublayer's gate has the sum of "
    "squares") {
    const double with = mean_of("second_moment", ", sublayer=0, token_types=2, embedding_std=1/2");
    CHECK(with > 0.25 + 0.15);
    CHECK(with < 0.25 + 0.35);
    CHECK(mean_of("second_moment", ", sublayer=0, token_types=2, token_type_std=0") ==
          mean_of("second_moment", ", sublayer=0"));
    CHECK(mean_of("gate_square", ", experts=4, router_std=0") == 0.5);
    CHECK(mean_of("gate_square", ", experts=4, router_std=0, sublayer=1, active_experts=1") == 1);
}

TEST_CASE("today's blocks refuse what contradicts them, with the fix") {
    using answers::complains;
    struct Row {
        const char *parameters, *said;
    };
    const Row rows[] = {
        {", experts=4, active_experts=5", "active_experts must be 1 to 4, the number of experts, not 5"},
        {", active_experts=1",
         "active_experts is of experts, and there are none: give experts= too, or remove it"},
        {", gate=plain", "gate is of experts, and there are none: give experts= too, or remove it"},
        {", router_std=1", "router_std is of experts, and there are none: give experts= too, or remove it"},
        {", segments=2",
         "segments is of token types, and there are none: give token_types= too, or remove it"},
        {", segment_lengths=random",
         "segment_lengths is of token types, and there are none: give token_types= too, or remove it"},
        {", token_types=2, segment_lengths=random",
         "segment_lengths is of two segments or more: give segments= too, or remove it"},
        {", bias_places=attention",
         "bias_places says where biases are, and there are none: give biases=true too, or remove it"},
        {", rotary_share=1/2, positions=none",
         "rotary_share is of rotary positions: give positions=rotary, or remove it"},
        {", rotary_share=3/8",
         "rotary_share=0.375 of a head 8 wide are 3 features, but rotation needs an even number from 2 to 8: "
         "give "
         "another rotary_share or head_width"},
        {", windows=[3], window=3", "windows says for each layer what window says for all: give one of them"},
        {", rotary_bases=[3], rotary_base=3",
         "rotary_bases says for each layer what rotary_base says for all: give one of them"},
        {", rotary_bases=[3], positions=alibi",
         "rotary_bases are of rotary positions: give positions=rotary, or remove them"},
        {", windows=[1/2]", "windows must be whole numbers, not 1/2"},
        {", windows=[3, 3, 3, 3, 3, 0]",
         "windows and rotary_bases are repeated along the layers: a pattern of 6 is longer than the 2 "
         "layers. Shorten "
         "it, or give layers=6"},
        {", parallel=two_norms, placement=after",
         "parallel blocks and a norm of the sum contradict each other: attention's sum would be normalised, "
         "and the "
         "feed-forward network reads the stream before it. Give placement=before, or remove parallel"},
        {", parallel=one_norm, placement=branch",
         "parallel=one_norm shares the norm before attention, which this scheme does not have: give "
         "placement=before "
         "or both, or parallel=two_norms"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.parameters);
        CHECK(complains("network.loss(pre_norm, 2, width=32, heads=4" + std::string(row.parameters) + ")",
                        row.said));
    }
    CHECK(complains("network.gate_square(pre_norm, 2)", "no experts, and so no gate: give experts=8"));
    CHECK(complains("network.gate_square(pre_norm, 2, experts=4, sublayer=2)",
                    "sublayer 2 is attention, which has no experts: give an odd one"));
}
