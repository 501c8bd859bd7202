// Muon, Lion and the decay of the last steps as parameters: what they imply, and what contradicts them.

#include "catalogue/training.hpp"
#include "engine/binding/arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "quantities/training/training_parameters.hpp"

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

TrainingRequest asked(const std::string& more) {
    const std::string text = "training.loss(pre_norm, 2" + more + ")";
    const Expression call = parse_expression(text);
    return training_request(bind_arguments(*find_quantity(call.name), call, text));
}

OptimizerDesign design(const std::string& more) { return asked(more).plan.optimizer; }

double hidden_rate(const std::string& more) {
    return asked(", init=mup, base_width=16" + more).architecture.design.start(WeightRole::hidden).rate;
}

}  // namespace

TEST_CASE("an optimiser has the defaults of its source, and what is given comes first") {
    const OptimizerDesign muon = design(", optimizer=muon");
    CHECK(muon.momentum == 0.95);
    CHECK(muon.weight_decay == 0.1);
    CHECK(muon.adam_rate == 3e-4);
    CHECK(muon.nesterov);
    CHECK(muon.newton_schulz_steps == 5);
    CHECK(design(", optimizer=muon, muon_scale=match_rms_adamw, rate=0.5").adam_rate == 0.5);
    CHECK(design(", optimizer=muon, adam_rate=0.25").adam_rate == 0.25);
    CHECK(design(", optimizer=muon, momentum=0.9").momentum == 0.9);
    CHECK(design(", optimizer=muon, weight_decay=0").weight_decay == 0);
    const OptimizerDesign lion = design(", optimizer=lion");
    CHECK(lion.beta2 == 0.99);
    CHECK(lion.weight_decay == 0);
    CHECK(design(", optimizer=lion, beta2=0.999").beta2 == 0.999);
    const OptimizerDesign adam = design("");
    CHECK(adam.beta2 == 0.999);
    CHECK(adam.momentum == 0.9);
    CHECK(adam.weight_decay == 0);
    CHECK(design(", optimizer=adamw").weight_decay == 0.01);
}

TEST_CASE("under muP, each optimiser's rate of hidden matrices is the one at which they change alike") {
    CHECK(hidden_rate("") == 0.25);
    CHECK(hidden_rate(", optimizer=lion") == 0.25);
    CHECK(hidden_rate(", optimizer=muon") == 1);
    CHECK(hidden_rate(", optimizer=muon, muon_scale=match_rms_adamw") == 0.5);
    CHECK(hidden_rate(", optimizer=muon, muon_scale=match_rms_adamw, hidden_rate=2") == 2);
    CHECK(hidden_rate(", optimizer=sgd") == 1);
    const auto head = [](const std::string& more) {
        return asked(", init=mup, base_width=16" + more).architecture.design.start(WeightRole::head).rate;
    };
    CHECK(head(", optimizer=muon") == 1);
    CHECK(head(", optimizer=sgd") == 4);
}

TEST_CASE("options that contradict each other are refused, with the reason and the fix") {
    using answers::complains;
    const auto refuses = [](const std::string& more, const char* message) {
        return complains("training.loss(pre_norm, 2, " + more + ")", message);
    };
    CHECK(refuses("muon_scale=original",
                  "muon_scale is only for optimizer=muon: remove it, or give optimizer=muon"));
    CHECK(refuses("optimizer=lion, nesterov=false", "nesterov is only for optimizer=muon"));
    CHECK(
        refuses("optimizer=adamw, newton_schulz_steps=4", "newton_schulz_steps is only for optimizer=muon"));
    CHECK(refuses("adam_rate=1e-3", "adam_rate is only for optimizer=muon"));
    CHECK(refuses("decay=cosine, decay_share=0.5",
                  "decay_share is only for decay=wsd: remove it, or give decay=wsd"));
    CHECK(refuses("decay_form=sqrt", "decay_form is only for decay=wsd"));
    CHECK(refuses("optimizer=lion, momentum=0.9",
                  "optimizer=lion has beta1 and beta2 in place of momentum: remove momentum"));
    CHECK(refuses("optimizer=lion, adam_epsilon=1e-8",
                  "optimizer=lion takes a sign and divides by nothing: remove adam_epsilon"));
    CHECK(refuses("optimizer=lion, bias_correction=false",
                  "which no correction changes: remove bias_correction"));
    CHECK(refuses("decay=wsd, warmup=90", "a warm-up of 90 steps and a decay over the last 20 do not fit"));
    CHECK(refuses("optimizer=muon, newton_schulz_steps=100", "newton_schulz_steps must be from 1 to 99"));
}
