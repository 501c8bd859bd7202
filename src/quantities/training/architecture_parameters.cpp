#include "quantities/training/architecture_parameters.hpp"

#include "quantities/support.hpp"

namespace sigprop {
namespace {

Parameter optional(const char* name, const char* meaning, std::vector<std::string> choices) {
    return {.name = name,
            .kind = ParameterKind::choice,
            .meaning = meaning,
            .choices = std::move(choices),
            .optional = true};
}

Parameter optional(const char* name, ParameterKind kind, const char* meaning, const char* range) {
    return {.name = name, .kind = kind, .meaning = meaning, .optional = true, .range = range};
}

Parameter one_of(const char* name, const char* meaning, std::vector<std::string> choices) {
    std::string first = choices.front();
    return {.name = name,
            .kind = ParameterKind::choice,
            .fallback = std::move(first),
            .meaning = meaning,
            .choices = std::move(choices)};
}

/// With what the name of another choice implies here, by cases: "mup => scale …".
Parameter implied(Parameter one, const char* cases) {
    one.when_default = cases;
    return one;
}

constexpr const char* at_least_0 = "[0, inf)";

std::vector<Parameter> layer_parameters() {
    using enum ParameterKind;
    return {
        number_parameter("width", integer, "64", "features of the stream", "[2, 16384]"),
        optional("heads", integer,
                 "heads of attention; default: 32 wide where that divides the width, else 1", "[1, inf)"),
        optional("kv_heads", integer, "heads of keys and values, a divisor of heads; default: heads",
                 "[1, inf)"),
        optional("head_width", integer, "features of a head; default: width / heads", "[1, inf)"),
        number_parameter("hidden_ratio", integer, "4", "hidden width / width", "[1, 32768]"),
        optional("hidden_width", integer, "features between W1 and W2, instead of hidden_ratio times width",
                 "[1, 65536]"),
        {"activation", activation, "relu", "f of W2 f(W1 x)"},
        one_of("unit", "plain: W2 f(W1 x); gated: W2 (f(W1 x) * V x)", {"plain", "gated"}),
        flag_parameter("biases", false,
                       "whether the linear layers but the head have biases, which start at 0"),
        number_parameter("dropout", real, "0", "of the embedding and of every branch's output, in training",
                         "[0, 1)"),
    };
}

std::vector<Parameter> norm_parameters() {
    using enum ParameterKind;
    return {
        one_of("norm",
               "every norm, or what stands in its place; group_norm over groups of a token's features",
               {"rms_norm", "layer_norm", "dyt", "dyisru", "batch_norm", "group_norm", "none"}),
        optional("placement",
                 "where the norms stand, instead of where the scheme has them: before or after the branch's "
                 "addition (x + F(Norm x), Norm(x + F x)), both sides of the branch, on the branch's output "
                 "only, none",
                 {"before", "after", "both", "branch", "none"}),
        flag_parameter("norm_gain", true, "whether norms have gains, which start at 1"),
        flag_parameter("norm_bias", false, "whether norms have biases, which start at 0"),
        number_parameter("norm_epsilon", real, "1e-6", "added to the mean square, or to its root",
                         "[0, inf)"),
        one_of("epsilon_place", "inside the root, or behind it", {"inside", "outside"}),
        number_parameter("groups", integer, "1", "of group_norm, a divisor of width", "[1, inf)"),
        optional("norm_start", real, "what dyt's alpha (default 0.5) or dyisru's c (default 4) starts at",
                 "(0, inf)"),
        number_parameter("running_momentum", real, "0.1",
                         "of batch_norm: the share of the new batch in its running statistics", "[0, 1]"),
        one_of("hidden_norm",
               "whether such a norm stands inside feed-forward networks, on W1 x or on f(W1 x): "
               "W2 f(Norm(W1 x)), W2 Norm(f(W1 x)); gated units: W2 (f(Norm(W1 x)) * V x), "
               "W2 (Norm(f(W1 x)) * V x)",
               {"none", "before_activation", "after_activation"}),
        flag_parameter("embedding_norm", false, "whether a norm follows the embedding, as in BERT"),
        optional("final_norm", "whether a norm stands before the head; default: as the scheme has it",
                 {"false", "true"}),
        implied(optional("branch_gain",
                         "whether the factor of a branch is learned, as one number or one for each feature; "
                         "default: scalar for rezero and skip_init, unless a schedule raises it, else fixed",
                         {"fixed", "scalar", "feature"}),
                "rezero, skip_init => branch_gain scalar unless branch_steps raises it"),
    };
}

std::vector<Parameter> attention_parameters() {
    using enum ParameterKind;
    return {
        one_of("scores",
               "how attention's scores are made: scaled 1/sqrt(head width); unscaled; qk_norm: RMSNorm of q "
               "and k; "
               "softcap: cap tanh(s/cap); log_n: log(n)/log(log_base)/sqrt(head width), n the keys a query "
               "sees; "
               "realformer: plus those of the attention before; cosine: 10 cos(q, k)",
               {"scaled", "unscaled", "qk_norm", "softcap", "log_n", "realformer", "cosine"}),
        implied(optional("scale", real,
                         "the factor of q . k, instead of the one that scores has; where that is 1/sqrt(head "
                         "width), init=mup has sqrt(head width at base_width)/head width, and init=t5, whose "
                         "queries are drawn with it, 1, unless scores=scaled or qk_norm is given",
                         "(-inf, inf)"),
                "unscaled, cosine =>  | mup => scale sqrt(head width at base_width)/head width | "
                "scaled, qk_norm =>  | t5 => scale 1, as t5's queries are drawn with 1/sqrt(head width)"),
        number_parameter("cap", real, "50", "of softcap", "(-inf, inf)"),
        number_parameter("log_base", real, "512", "the length at which log_n changes nothing", "(-inf, inf)"),
        flag_parameter("causal", true, "whether attention sees no later token"),
        number_parameter("window", integer, "0", "keys at a distance below it are seen; 0: all", "[0, inf)"),
        one_of("positions", "of tokens: turned queries and keys, a learned or a fixed table, none",
               {"rotary", "learned", "sinusoidal", "none"}),
        number_parameter("rotary_base", real, "10000", "of the turns' frequencies", "(-inf, inf)"),
        number_parameter("vocabulary", integer, "64", "tokens, with the mask where there is one",
                         "[2, 2^20]"),
        optional("max_length", integer, "of learned positions; default: length", "[1, inf)"),
        number_parameter("embedding_scale", real, "1",
                         "the factor of an embedding, sqrt(width) in some models", "(-inf, inf)"),
        flag_parameter("tied", false, "whether the head's matrix is the embedding's"),
        implied(
            optional("output_multiplier", real,
                     "the factor of the head's outputs; default 1, init=mup base_width/width", "(-inf, inf)"),
            "mup => output_multiplier base_width/width"),
    };
}

Parameter base_width() {
    Parameter one = number_parameter("base_width", ParameterKind::integer, "64",
                                     "width at which init=mup changes nothing", "[1, inf)");
    one.only_with = "mup";
    return one;
}

std::vector<Parameter> weight_parameters() {
    using enum ParameterKind;
    std::vector<std::string> schemes = network_schemes();
    schemes.emplace_back("orthogonal");
    return {
        optional("init",
                 "the scheme of init.std by which the weights of attention and feed-forward networks start, "
                 "as for "
                 "residual.simulated_*; default: variances that keep the stream's",
                 schemes),
        optional("init_std", real, "every weight N(0, init_std^2), instead", at_least_0),
        optional(
            "query_std", real,
            "of the queries' matrix as the layer applies it (init=ntk: multiplier included), instead; so for "
            "all matrices with a _std",
            at_least_0),
        optional("key_std", real, "of the keys' matrix", at_least_0),
        optional("value_std", real, "of the values' matrix", at_least_0),
        optional("attention_output_std", real, "of attention's last matrix", at_least_0),
        optional("hidden_std", real, "of W1", at_least_0),
        optional("up_std", real, "of V, of gated units", at_least_0),
        optional("hidden_output_std", real, "of W2", at_least_0),
        one_of("weight_law",
               "of those matrices, with every _std given, and of embedding, positions and head: "
               "truncated_normal at two of it, which is the std before truncation, as for init=bert",
               {"normal", "truncated_normal", "uniform"}),
        optional("position_std", real, "of learned positions; default: embedding_std", at_least_0),
        implied(optional("embedding_std", real,
                         "of the embedding; default 1; with init=gpt2, bert and init_std theirs", at_least_0),
                "gpt2, gpt2_residual, bert => embedding_std 0.02"),
        implied(optional(
                    "head_std", real,
                    "of the head; default width^(-1/2), init=torch_default_linear (3 width)^(-1/2), init=mup "
                    "base_width^(-1/2); with init=gpt2, bert and init_std theirs",
                    at_least_0),
                "gpt2, gpt2_residual, bert => head_std 0.02 | "
                "torch_default_linear => head_std (3 width)^(-1/2) | mup => head_std base_width^(-1/2)"),
        flag_parameter("zero_branches", false, "whether the last matrix of every branch starts at 0"),
        base_width(),
        optional("base_std", real, "std at base_width (init=mup); default: fan_in^(-1/2) at every width",
                 "(0, inf)"),
        optional("embedding_rate", real, "factor of the learning rate of the embedding; default 1",
                 at_least_0),
        implied(optional("hidden_rate", real,
                         "factor of the learning rate of attention and feed-forward networks; default 1, "
                         "init=mup with adam base_width/width",
                         at_least_0),
                "sgd, momentum =>  | mup => hidden_rate base_width/width"),
        optional("head_rate", real, "factor of the learning rate of the head; default 1", at_least_0),
        optional("branch_rate", real, "factor of the learning rate of a learned branch_gain; default 1",
                 at_least_0),
    };
}

}  // namespace

Parameter number_parameter(const char* name, ParameterKind kind, const char* fallback, const char* meaning,
                           const char* range) {
    return {.name = name, .kind = kind, .fallback = fallback, .meaning = meaning, .range = range};
}

Parameter flag_parameter(const char* name, bool fallback, const char* meaning) {
    return {.name = name,
            .kind = ParameterKind::choice,
            .fallback = fallback ? "true" : "false",
            .meaning = meaning,
            .choices = {"false", "true"}};
}

std::vector<Parameter> architecture_parameters(const std::vector<Parameter>& after_scheme) {
    const StackParameters which = {
        .branches = false, .after_layers = after_scheme, .layers = "[2, 4096]", .blocks = "[1, 2048]"};
    std::vector<Parameter> all = joined(residual_stack_parameters(which), layer_parameters());
    all = joined(std::move(all), norm_parameters());
    all = joined(std::move(all), attention_parameters());
    return joined(std::move(all), weight_parameters());
}

}  // namespace sigprop
