#include <array>
#include <cmath>

#include "quantities/support.hpp"
#include "quantities/training/architecture_parameters.hpp"

namespace sigprop {
namespace {

std::uint64_t optional_count(const Arguments& arguments, const char* name, std::uint64_t fallback) {
    return arguments.given(name) ? count(arguments, name) : fallback;
}

/// Heads 32 wide where that divides the width, else one.
std::uint64_t usual_heads(std::uint64_t width) {
    constexpr std::uint64_t usual_head = 32;
    return width % usual_head == 0 ? width / usual_head : 1;
}

NormDesign norm_of(const Arguments& arguments) {
    using enum TransformerNorm;
    const std::string& name = arguments.choice("norm");
    NormDesign norm;
    norm.kind = name == "rms_norm"     ? rms_norm
                : name == "layer_norm" ? layer_norm
                : name == "dyt"        ? dyt
                : name == "dyisru"     ? dyisru
                : name == "batch_norm" ? batch_norm
                : name == "group_norm" ? group_norm
                                       : none;
    norm.gain = flag(arguments, "norm_gain");
    norm.bias = flag(arguments, "norm_bias");
    norm.epsilon = number(arguments, "norm_epsilon");
    norm.epsilon_place = arguments.choice("epsilon_place") == "inside" ? EpsilonPlace::inside_root
                                                                       : EpsilonPlace::outside_root;
    norm.groups = count(arguments, "groups");
    norm.running_momentum = number(arguments, "running_momentum");
    constexpr double usual_alpha = 0.5, usual_c = 4;
    norm.start = norm.kind == dyisru ? usual_c : usual_alpha;
    if (arguments.choice("hidden_norm") != "none" && norm.kind == none)
        throw InputError::about({"hidden_norm", "norm"},
                                "hidden_norm needs another norm than none: give norm=");
    if (arguments.given("norm_start")) {
        if (norm.kind != dyt && norm.kind != dyisru)
            throw InputError::about({"norm_start"},
                                    "norm_start belongs to norm=dyt and norm=dyisru: remove it");
        norm.start = number(arguments, "norm_start");
    }
    return norm;
}

std::vector<ResidualStep<double>> steps_of(const Arguments& arguments, const ResidualStack& stack) {
    std::vector<ResidualStep<double>> steps;
    for (std::int64_t l = 0; l < stack.sublayers; ++l) {
        const ResidualStep<Real> exact = stack.step(l);
        steps.push_back({exact.normalises_input, exact.input_scale.to_double(), exact.normalises_branch,
                         exact.skip.to_double(), exact.branch.to_double(), exact.normalises_sum});
        if (!arguments.given("placement")) continue;
        const std::string& where = arguments.choice("placement");
        steps.back().normalises_input = where == "before" || where == "both";
        steps.back().normalises_branch = where == "branch" || where == "both";
        steps.back().normalises_sum = where == "after";
    }
    return steps;
}

HiddenNorm hidden_norm_of(const Arguments& arguments) {
    const std::string& name = arguments.choice("hidden_norm");
    return name == "none"                ? HiddenNorm::none
           : name == "before_activation" ? HiddenNorm::before_activation
                                         : HiddenNorm::after_activation;
}

ScoreKind scores_of(const Arguments& arguments) {
    using enum ScoreKind;
    const std::string& name = arguments.choice("scores");
    return name == "scaled"       ? scaled
           : name == "unscaled"   ? unscaled
           : name == "qk_norm"    ? qk_norm
           : name == "softcap"    ? softcap
           : name == "log_n"      ? log_n
           : name == "realformer" ? realformer
                                  : cosine;
}

Positions positions_of(const Arguments& arguments) {
    const std::string& name = arguments.choice("positions");
    return name == "rotary"       ? Positions::rotary
           : name == "learned"    ? Positions::learned
           : name == "sinusoidal" ? Positions::sinusoidal
                                  : Positions::none;
}

BranchGain branch_gain_of(const Arguments& arguments, ResidualScheme scheme) {
    if (!arguments.given("branch_gain")) {
        const bool rises = arguments.given("branch_steps") && arguments.integer("branch_steps") > 0;
        const bool learns =
            !rises && (scheme == ResidualScheme::rezero || scheme == ResidualScheme::skip_init);
        return learns ? BranchGain::scalar : BranchGain::fixed;
    }
    const std::string& name = arguments.choice("branch_gain");
    return name == "fixed" ? BranchGain::fixed : name == "scalar" ? BranchGain::scalar : BranchGain::feature;
}

void read_attention(const Arguments& arguments, Architecture& design) {
    design.scores = scores_of(arguments);
    if (arguments.given("scale")) design.score_scale = number(arguments, "scale");
    design.cap = number(arguments, "cap");
    design.log_base = number(arguments, "log_base");
    design.causal = flag(arguments, "causal");
    design.window = count(arguments, "window");
    design.positions = positions_of(arguments);
    design.rotary_base = number(arguments, "rotary_base");
    design.vocabulary = count(arguments, "vocabulary");
    design.max_length = optional_count(arguments, "max_length", count(arguments, "length"));
    design.embedding_scale = number(arguments, "embedding_scale");
    design.tied = flag(arguments, "tied");
}

bool starts_by(const Arguments& arguments, const char* scheme) {
    return arguments.given("init") && arguments.choice("init") == scheme;
}

bool is_mup(const Arguments& arguments) { return starts_by(arguments, "mup"); }

/// T5's query is drawn with the 1/sqrt(head width) that scores would have: they have none unless the call
/// says so.
bool leaves_scores_to_query(const Arguments& arguments, ScoreKind kind) {
    if (!starts_by(arguments, "t5")) return false;
    const bool is_asked_for = arguments.given("scores") && kind == ScoreKind::scaled;
    const bool normalises = kind == ScoreKind::qk_norm || kind == ScoreKind::cosine;
    return !is_asked_for && !normalises;
}

/// The width of a head in the network of this width: with a fixed number of heads they are narrower there.
double head_width_at(double width, const Arguments& arguments) {
    if (arguments.given("head_width")) return static_cast<double>(count(arguments, "head_width"));
    if (arguments.given("heads")) return width / static_cast<double>(count(arguments, "heads"));
    return width / static_cast<double>(usual_heads(static_cast<std::uint64_t>(width)));
}

/// What belongs to a parametrisation beside stds: multipliers of the head, rates, the scale of attention.
void parametrise(const Arguments& arguments, Architecture& design, const WeightMultipliers& multipliers) {
    using enum WeightRole;
    const auto set = [&](WeightRole role, double multiplier) { design.start(role).multiplier = multiplier; };
    set(query, multipliers.query);
    set(key, multipliers.key);
    set(value, multipliers.value);
    set(attention_output, multipliers.attention_output);
    set(hidden, multipliers.hidden);
    set(up, multipliers.up);
    set(hidden_output, multipliers.hidden_output);
    const double width = static_cast<double>(design.width);
    if (starts_by(arguments, "ntk")) set(head, 1 / std::sqrt(width));
    if (!design.score_scale && leaves_scores_to_query(arguments, design.scores)) design.score_scale = 1;
    double hidden_rate = 1;
    double outer_rate = 1;
    double output = 1;
    if (is_mup(arguments)) {
        const double base = static_cast<double>(count(arguments, "base_width"));
        const bool adaptive =
            !arguments.given("optimizer") || arguments.choice("optimizer").starts_with("adam");
        hidden_rate = adaptive ? base / width : 1;
        outer_rate = adaptive ? 1 : width / base;
        output = base / width;
        const bool has_root = design.scores != ScoreKind::unscaled && design.scores != ScoreKind::cosine;
        if (!design.score_scale && has_root)
            design.score_scale =
                std::sqrt(head_width_at(base, arguments)) / static_cast<double>(design.width_of_head());
    }
    design.output_multiplier =
        arguments.given("output_multiplier") ? number(arguments, "output_multiplier") : output;
    const auto rate = [&](const char* name, double fallback) {
        return arguments.given(name) ? number(arguments, name) : fallback;
    };
    for (const WeightRole role : {query, key, value, attention_output, hidden, up, hidden_output})
        design.start(role).rate = rate("hidden_rate", hidden_rate);
    design.start(embedding).rate = design.start(position).rate = rate("embedding_rate", outer_rate);
    design.start(head).rate = rate("head_rate", outer_rate);
}

double std_of_outer(const Arguments& arguments, const char* name, double usual) {
    if (arguments.given(name)) return number(arguments, name);
    if (arguments.given("init_std")) return number(arguments, "init_std");
    constexpr double of_gpt2_and_bert = 0.02;
    const std::string scheme = arguments.given("init") ? arguments.choice("init") : "";
    const bool is_small = scheme == "gpt2" || scheme == "gpt2_residual" || scheme == "bert";
    return is_small ? of_gpt2_and_bert : usual;
}

/// Whether W2's input is normalised: dyt and dyisru set no second moment.
bool has_normalised_hidden(const Architecture& design) {
    using enum TransformerNorm;
    const TransformerNorm kind = design.norm.kind;
    return design.hidden_norm == HiddenNorm::after_activation && kind != dyt && kind != dyisru;
}

WeightRules weights_of(const Arguments& arguments, const ResidualStack& stack, const NetworkSizes& sizes,
                       bool norm_gives_hidden) {
    if (arguments.given("init") && arguments.given("init_std"))
        throw InputError::about({"init", "init_std"},
                                "give init= or init_std=, not both: each sets the weights");
    const Activation& activation = arguments.activation("activation");
    WeightRules rules;
    if (arguments.given("init") && arguments.choice("init") != "orthogonal") {
        try {
            rules = scheme_rules(arguments.choice("init"), sizes, activation, arguments);
        } catch (const InputError& error) {
            throw InputError::about({"init"}, "init=" + arguments.choice("init") + ": " + error.what());
        }
    } else if (arguments.given("init_std")) {
        rules = equal_rules(sizes, arguments.real("init_std"));
    } else {
        // W2 reads f(W1 x), or what a norm has made of it: features of second moment 1.
        const Activation identity{"identity", Formula::variable(), "identity"};
        rules = preserving_rules(sizes, norm_gives_hidden ? identity : activation, 1);
    }
    if (stack.scheme == ResidualScheme::fixup) make_fixup(rules, sizes);
    return rules;
}

/// The stds that are given matrix by matrix.
struct GivenStd {
    const char* name;
    WeightRole role;
};
constexpr std::array given_stds = {GivenStd{"query_std", WeightRole::query},
                                   GivenStd{"key_std", WeightRole::key},
                                   GivenStd{"value_std", WeightRole::value},
                                   GivenStd{"attention_output_std", WeightRole::attention_output},
                                   GivenStd{"hidden_std", WeightRole::hidden},
                                   GivenStd{"up_std", WeightRole::up},
                                   GivenStd{"hidden_output_std", WeightRole::hidden_output}};

void read_given_stds(const Arguments& arguments, ArchitectureRequest& request) {
    const bool gated = request.design.gated;
    std::string missing;
    for (const GivenStd& one : given_stds) {
        if (one.role == WeightRole::up && !gated) {
            if (arguments.given(one.name))
                throw InputError::about({one.name}, "up_std belongs to unit=gated: remove it");
            continue;
        }
        if (arguments.given(one.name)) {
            request.given.emplace_back(one.role, number(arguments, one.name));
        } else if (missing.empty()) {
            missing = one.name;
        }
    }
    const std::string& law = arguments.choice("weight_law");
    if (law == "normal") return;
    if (!missing.empty()) {
        throw InputError::about(
            {"weight_law"}, "weight_law=" + law + " needs the std of every matrix: give " + missing + " too");
    }
    // Laws of std 1, but for truncation, which comes after it.
    request.weights.law = law == "uniform" ? Law::uniform(-1, 1) : Law::truncated_normal(-2, 2);
}

/// The std of a head: of PyTorch's linear layer if these are its networks, else that of logits of second
/// moment 1.
double usual_head_std(const Arguments& arguments, double width) {
    return 1 / std::sqrt(starts_by(arguments, "torch_default_linear") ? 3 * width : width);
}

/// Makes stds factors of the law: a uniform one on [-1, 1] has the std 1/sqrt(3), which the scheme's own have
/// already.
void put_in_units_of_law(ArchitectureRequest& request) {
    if (request.weights.law.text() != Law::uniform(-1, 1).text()) return;
    const double half_width = std::sqrt(3.0);
    for (auto& [role, std] : request.given) std *= half_width;
    for (const WeightRole role : {WeightRole::embedding, WeightRole::position, WeightRole::head})
        request.design.start(role).std *= half_width;
}

}  // namespace

bool flag(const Arguments& arguments, const char* name) { return arguments.choice(name) == "true"; }

double number(const Arguments& arguments, const char* name) { return arguments.real(name).to_double(); }

std::uint64_t count(const Arguments& arguments, const char* name) {
    return static_cast<std::uint64_t>(arguments.integer(name));
}

ArchitectureRequest architecture_request(const Arguments& arguments) {
    const ResidualStack stack = residual_stack(arguments);
    ArchitectureRequest request;
    Architecture& design = request.design;
    design.width = count(arguments, "width");
    design.heads = optional_count(arguments, "heads", usual_heads(design.width));
    design.kv_heads = optional_count(arguments, "kv_heads", 0);
    design.head_width = optional_count(arguments, "head_width", 0);
    design.hidden_width =
        optional_count(arguments, "hidden_width", count(arguments, "hidden_ratio") * design.width);
    design.activation = arguments.activation("activation").formula;
    design.gated = arguments.choice("unit") == "gated";
    design.biases = flag(arguments, "biases");
    design.dropout = number(arguments, "dropout");
    design.norm = norm_of(arguments);
    design.hidden_norm = hidden_norm_of(arguments);
    design.steps = steps_of(arguments, stack);
    design.embedding_norm = flag(arguments, "embedding_norm");
    const bool scheme_has =
        arguments.given("placement") ? arguments.choice("placement") != "after" : stack.has_final_norm();
    design.final_norm = arguments.given("final_norm") ? flag(arguments, "final_norm") : scheme_has;
    design.branch_gain = branch_gain_of(arguments, stack.scheme);
    if (arguments.given("branch_rate")) design.branch_rate = number(arguments, "branch_rate");
    read_attention(arguments, design);
    const NetworkSizes sizes = {
        .block = BlockKind::transformer,
        .width = static_cast<std::int64_t>(design.width),
        .hidden_width = static_cast<std::int64_t>(design.width_of_hidden()),
        .head_width = static_cast<std::int64_t>(design.width_of_head()),
        .sublayers = stack.sublayers,
        .gated = design.gated,
        .heads_width = static_cast<std::int64_t>(design.heads * design.width_of_head()),
        .keys_width = static_cast<std::int64_t>(design.key_heads() * design.width_of_head()),
        .divides_scores = false};
    request.weights = weights_of(arguments, stack, sizes, has_normalised_hidden(design));
    request.orthogonal = starts_by(arguments, "orthogonal");
    request.zero_branches = flag(arguments, "zero_branches");
    read_given_stds(arguments, request);
    parametrise(arguments, design, request.weights.multipliers);
    design.start(WeightRole::embedding).std = std_of_outer(arguments, "embedding_std", 1);
    design.start(WeightRole::position).std = arguments.given("position_std")
                                                 ? number(arguments, "position_std")
                                                 : design.start(WeightRole::embedding).std;
    const double base = is_mup(arguments) ? static_cast<double>(count(arguments, "base_width"))
                                          : static_cast<double>(design.width);
    design.start(WeightRole::head).std = std_of_outer(arguments, "head_std", usual_head_std(arguments, base));
    put_in_units_of_law(request);
    // W = m V, m the multiplier: the std above is that of W.
    return request;
}

void prepare(ArchitectureRequest& request, const Context& context) {
    std::string reason;
    request.stds = resolved(request.weights, context, reason);
}

std::optional<Architecture> resolved(const ArchitectureRequest& request, const Context& context,
                                     std::string& reason) {
    const std::optional<RuleStds> stds =
        request.stds ? request.stds : resolved(request.weights, context, reason);
    if (!stds) return std::nullopt;
    using enum WeightRole;
    Architecture design = request.design;
    const auto set = [&](WeightRole role, double std) { design.start(role).std = std; };
    set(query, stds->query_key);
    set(key, stds->key);
    set(value, stds->value);
    set(attention_output, stds->attention_output);
    set(hidden, stds->hidden);
    set(up, stds->up == 0 ? stds->hidden : stds->up);
    set(hidden_output, stds->hidden_output);
    if (request.orthogonal) {
        const auto entry = [](std::uint64_t longer) { return 1 / std::sqrt(static_cast<double>(longer)); };
        const std::uint64_t heads = std::max(design.width, design.heads * design.width_of_head());
        const std::uint64_t keys = std::max(design.width, design.key_heads() * design.width_of_head());
        for (const WeightRole role : {query, key, value, attention_output, hidden, up, hidden_output}) {
            design.start(role).kind = WeightStart::Kind::orthogonal;
            const bool wide = role == hidden || role == up || role == hidden_output;
            const bool of_keys = role == key || role == value;
            set(role, entry(wide      ? std::max(design.width, design.width_of_hidden())
                            : of_keys ? keys
                                      : heads));
        }
    }
    for (const auto& [role, std] : request.given) set(role, std);
    if (request.zero_branches) {
        set(attention_output, 0);
        set(hidden_output, 0);
    }
    design.weight_law = request.weights.law;
    return design;
}

}  // namespace sigprop
