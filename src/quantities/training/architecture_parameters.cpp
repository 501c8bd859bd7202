#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>

#include "catalogue/groups.hpp"
#include "quantities/support.hpp"
#include "quantities/training/architecture_parameters.hpp"

namespace sigprop {
namespace {

/// Heads 32 wide where that divides the width, else one.
std::uint64_t usual_heads(std::uint64_t width) {
    constexpr std::uint64_t usual_head = 32;
    return width % usual_head == 0 ? width / usual_head : 1;
}

NormDesign norm_of(const ArchitectureArguments& given) {
    using enum TransformerNorm;
    NormDesign norm;
    norm.kind = given.norm;
    norm.gain = given.norm_gain;
    norm.bias = given.norm_bias;
    norm.epsilon = given.norm_epsilon.to_double();
    norm.epsilon_place = given.epsilon_place;
    norm.groups = unsigned_of(given.groups);
    norm.running_momentum = given.running_momentum.to_double();
    constexpr double usual_alpha = 0.5, usual_c = 4;
    norm.start = norm.kind == dyisru ? usual_c : usual_alpha;
    if (given.hidden_norm != HiddenNorm::none && norm.kind == none)
        throw InputError::about({"hidden_norm", "norm"},
                                "hidden_norm needs a norm other than none: give norm=");
    norm.root = given.norm_root;
    if (norm.root != SubstituteRoot::none && !norm.is_substitute())
        throw InputError::about({"norm_root"}, "norm_root is only for norm=dyt and norm=dyisru: remove it");
    if (norm.root == SubstituteRoot::in_gain && !norm.gain)
        throw InputError::about({"norm_root", "norm_gain"}, "norm_root=in_gain needs norm_gain=true");
    if (norm.root != SubstituteRoot::none && norm.kind == dyt) norm.start = 1;
    if (given.norm_start) {
        if (!norm.is_substitute())
            throw InputError::about({"norm_start"},
                                    "norm_start is only for norm=dyt and norm=dyisru: remove it");
        norm.start = given.norm_start->to_double();
    }
    return norm;
}

std::vector<ResidualStep<double>> steps_of(const ArchitectureArguments& given, const ResidualStack& stack) {
    using enum NormPlacement;
    std::vector<ResidualStep<double>> steps = stack.double_steps();
    if (given.skip && stack.scheme == ResidualScheme::ngpt)
        throw InputError::about({"skip"},
                                "ngpt's skip path has the share that its branch leaves: remove skip");
    for (ResidualStep<double>& step : steps) {
        if (given.skip) step.skip = given.skip->to_double();
        if (!given.placement) continue;
        step.normalises_input = given.placement == before || given.placement == both;
        step.normalises_branch = given.placement == branch || given.placement == both;
        step.normalises_sum = given.placement == after;
    }
    return steps;
}

/// Parallel blocks with one norm have none of their own before the feed-forward network.
void share_norms(ParallelBlocks parallel, std::vector<ResidualStep<double>>& steps) {
    if (parallel != ParallelBlocks::one_norm) return;
    for (std::size_t l = 1; l < steps.size(); l += 2) steps[l].normalises_input = false;
}

bool learns_branch_gain(ResidualScheme scheme) {
    return scheme == ResidualScheme::rezero || scheme == ResidualScheme::skip_init;
}

std::vector<std::uint64_t> windows_of(const ArchitectureArguments& given) {
    if (!given.windows) return {unsigned_of(given.window)};
    std::vector<std::uint64_t> windows;
    for (const Real& one : *given.windows) {
        const std::optional<std::int64_t> window =
            one.rational() ? one.rational()->to_int64() : std::optional<std::int64_t>();
        if (!window) throw InputError::about({"windows"}, "windows must be whole numbers, not " + one.text());
        windows.push_back(unsigned_of(*window));
    }
    return windows;
}

/// The pattern of windows and rotary bases, whichever is given, repeated until both end together.
std::vector<BlockAttention> pattern_of(const ArchitectureArguments& given) {
    const auto refuse_both = [](const char* list, const char* one, bool has_one) {
        if (!has_one) return;
        throw InputError::about({list, one},
                                fmt::format("{} says for each layer what {} says for all: give one of "
                                            "them",
                                            list, one));
    };
    if (!given.windows && !given.rotary_bases) return {};
    if (given.windows) refuse_both("windows", "window", given.given.window);
    if (given.rotary_bases) refuse_both("rotary_bases", "rotary_base", given.given.rotary_base);
    if (given.rotary_bases && given.positions != Positions::rotary)
        throw InputError::about(
            {"rotary_bases", "positions"},
            "rotary_bases are of rotary positions: give positions=rotary, or remove them");
    const std::vector<std::uint64_t> windows = windows_of(given);
    const std::vector<Real> bases = given.rotary_bases.value_or(std::vector<Real>{given.rotary_base});
    const std::size_t size = std::lcm(windows.size(), bases.size());
    std::vector<BlockAttention> pattern;
    for (std::size_t k = 0; k < size; ++k) {
        pattern.push_back({windows[k % windows.size()], bases[k % bases.size()].to_double()});
    }
    return pattern;
}

/// Errors   InputError for parameters of experts, types or biases where there are none
void refuse_without(const ArchitectureArguments& given) {
    const auto refuse = [](bool is_given, const char* name, const std::string& why) {
        if (is_given) throw InputError::about({name}, std::string(name) + why);
    };
    if (!given.experts) {
        const std::string why = " is of experts, and there are none: give experts= too, or remove it";
        refuse(given.active_experts.has_value(), "active_experts", why);
        refuse(given.shared_experts.has_value(), "shared_experts", why);
        refuse(given.gate.has_value(), "gate", why);
        refuse(given.router_std.has_value(), "router_std", why);
    }
    if (!given.token_types) {
        const std::string why = " is of token types, and there are none: give token_types= too, or remove it";
        refuse(given.segments.has_value(), "segments", why);
        refuse(given.segment_lengths.has_value(), "segment_lengths", why);
        refuse(given.token_type_std.has_value(), "token_type_std", why);
    }
    refuse(given.segment_lengths && given.segments.value_or(1) < 2, "segment_lengths",
           " is of two segments or more: give segments= too, or remove it");
    refuse(given.bias_places && !given.biases, "bias_places",
           " says where biases are, and there are none: give biases=true too, or remove it");
    refuse(given.rotary_share && given.positions != Positions::rotary, "rotary_share",
           " is of rotary positions: give positions=rotary, or remove it");
}

void read_blocks(const ArchitectureArguments& given, Architecture& design) {
    refuse_without(given);
    design.parallel = given.parallel;
    share_norms(given.parallel, design.steps);
    design.bias_places = given.bias_places.value_or(BiasPlaces::all);
    if (given.experts) {
        design.experts = {.count = unsigned_of(*given.experts),
                          .active = unsigned_of(given.active_experts.value_or(*given.experts == 1 ? 1 : 2)),
                          .shared = unsigned_of(given.shared_experts.value_or(0)),
                          .gate = given.gate.value_or(ExpertGate::renormalised)};
    }
    design.query_key_norm = given.qk_norm;
    design.query_key_norm_kind = given.qk_norm_kind.value_or(QueryKeyNormKind::rms_norm);
    design.query_key_gain = given.qk_norm_gain;
    design.pattern = pattern_of(given);
    if (given.rotary_share) design.rotary_share = given.rotary_share->to_double();
    design.token_types = unsigned_of(given.token_types.value_or(0));
    design.segments = unsigned_of(given.segments.value_or(1));
}

void read_attention(const ArchitectureArguments& given, Architecture& design) {
    design.scores = given.scores;
    if (given.scale) design.score_scale = given.scale->to_double();
    design.cap = given.cap.to_double();
    design.log_base = given.log_base.to_double();
    design.causal = given.causal;
    design.window = unsigned_of(given.window);
    design.positions = given.positions;
    design.rotary_base = given.rotary_base.to_double();
    design.vocabulary = unsigned_of(given.vocabulary);
    design.max_length = unsigned_of(given.max_length.value_or(given.length));
    design.embedding_scale = given.embedding_scale.to_double();
    design.tied = given.tied;
}

/// T5's query is drawn with the 1/sqrt(head width) that scores would have: they have none unless the call
/// says so.
bool leaves_scores_to_query(const ArchitectureArguments& given) {
    if (given.init != InitScheme::t5) return false;
    const bool is_asked_for = given.given.scores && given.scores == ScoreKind::scaled;
    const bool normalises = given.scores == ScoreKind::qk_norm || given.scores == ScoreKind::cosine ||
                            given.qk_norm != QueryKeyNorm::none;
    return !is_asked_for && !normalises;
}

/// The width of a head in the network of this width: with a fixed number of heads they are narrower there.
double head_width_at(double width, const ArchitectureArguments& given) {
    if (given.head_width) return static_cast<double>(*given.head_width);
    if (given.heads) return width / static_cast<double>(*given.heads);
    return width / static_cast<double>(usual_heads(static_cast<std::uint64_t>(width)));
}

/// What belongs to a parametrisation beside stds: multipliers of the head, rates, the scale of attention.
void parametrise(const ArchitectureArguments& given, bool adaptive, Architecture& design,
                 const WeightMultipliers& multipliers) {
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
    if (given.init == InitScheme::ntk) set(head, 1 / std::sqrt(width));
    if (!design.score_scale && leaves_scores_to_query(given)) design.score_scale = 1;
    double hidden_rate = 1;
    double outer_rate = 1;
    double output = 1;
    if (given.init == InitScheme::mup) {
        const double base = static_cast<double>(given.base_width);
        hidden_rate = adaptive ? base / width : 1;
        outer_rate = adaptive ? 1 : width / base;
        output = base / width;
        const bool has_root = design.scores != ScoreKind::unscaled && design.scores != ScoreKind::cosine;
        if (!design.score_scale && has_root)
            design.score_scale =
                std::sqrt(head_width_at(base, given)) / static_cast<double>(design.width_of_head());
    }
    const auto or_else = [](const std::optional<Real>& number, double fallback) {
        return number ? number->to_double() : fallback;
    };
    design.output_multiplier = or_else(given.output_multiplier, output);
    for (const WeightRole role : {query, key, value, attention_output, hidden, up, hidden_output, router})
        design.start(role).rate = or_else(given.hidden_rate, hidden_rate);
    for (const WeightRole role : {embedding, position, token_type})
        design.start(role).rate = or_else(given.embedding_rate, outer_rate);
    design.start(head).rate = or_else(given.head_rate, outer_rate);
    design.start(head_dense).rate = or_else(given.hidden_rate, hidden_rate);
}

double std_of_outer(const ArchitectureArguments& given, const std::optional<Real>& own, double usual) {
    if (own) return own->to_double();
    if (given.init_std) return given.init_std->to_double();
    constexpr double of_gpt2_and_bert = 0.02;
    const bool is_small = given.init == InitScheme::gpt2 || given.init == InitScheme::gpt2_residual ||
                          given.init == InitScheme::bert;
    return is_small ? of_gpt2_and_bert : usual;
}

/// Whether W2's input is normalised: dyt and dyisru set no second moment.
bool has_normalised_hidden(const Architecture& design) {
    return design.hidden_norm == HiddenNorm::after_activation && !design.norm.is_substitute();
}

WeightRules weights_of(const ArchitectureArguments& given, const ResidualStack& stack,
                       const NetworkSizes& sizes, bool norm_gives_hidden) {
    if (given.init && given.init_std)
        throw InputError::about({"init", "init_std"},
                                "give init= or init_std=, not both: each sets the weights");
    WeightRules rules;
    if (given.init && given.init != InitScheme::orthogonal) {
        rules = scheme_rules(*given.init, sizes, given.activation, {given.base_std, given.base_width});
    } else if (given.init_std) {
        rules = equal_rules(sizes, *given.init_std);
    } else {
        // W2 reads f(W1 x), or what a norm has made of it: features of second moment 1.
        rules = preserving_rules(sizes, norm_gives_hidden ? identity_activation() : given.activation, 1);
    }
    if (stack.scheme == ResidualScheme::fixup) make_fixup(rules, sizes);
    return rules;
}

/// The stds that are given matrix by matrix.
struct GivenStd {
    const char* name;
    std::optional<Real> ArchitectureArguments::*std;
    WeightRole role;
};
constexpr std::array given_stds = {
    GivenStd{"query_std", &ArchitectureArguments::query_std, WeightRole::query},
    GivenStd{"key_std", &ArchitectureArguments::key_std, WeightRole::key},
    GivenStd{"value_std", &ArchitectureArguments::value_std, WeightRole::value},
    GivenStd{"attention_output_std", &ArchitectureArguments::attention_output_std,
             WeightRole::attention_output},
    GivenStd{"hidden_std", &ArchitectureArguments::hidden_std, WeightRole::hidden},
    GivenStd{"up_std", &ArchitectureArguments::up_std, WeightRole::up},
    GivenStd{"hidden_output_std", &ArchitectureArguments::hidden_output_std, WeightRole::hidden_output}};

void read_given_stds(const ArchitectureArguments& given, ArchitectureRequest& request) {
    std::string missing;
    for (const GivenStd& one : given_stds) {
        const std::optional<Real>& std = given.*one.std;
        if (one.role == WeightRole::up && !request.design.gated) {
            if (std) throw InputError::about({one.name}, "up_std is only for unit=gated: remove it");
            continue;
        }
        if (std) {
            request.given.emplace_back(one.role, std->to_double());
        } else if (missing.empty()) {
            missing = one.name;
        }
    }
    if (given.weight_law == StartLaw::zeros_and_ones) {
        if (given.init || given.init_std || !request.given.empty() || given.embedding_std ||
            given.position_std || given.head_std) {
            throw InputError::about(
                {"weight_law"}, "weight_law=zeros_and_ones fixes every matrix: remove init and every _std");
        }
        return;
    }
    if (given.weight_law == StartLaw::normal) return;
    if (!missing.empty()) {
        throw InputError::about({"weight_law"}, "weight_law=" + std::string(word_of(given.weight_law)) +
                                                    " needs the std of every matrix: give " + missing +
                                                    " too");
    }
    // Laws of std 1, but for truncation, which comes after it.
    request.weights.law =
        given.weight_law == StartLaw::uniform ? Law::uniform(-1, 1) : Law::truncated_normal(-2, 2);
}

/// The std of a head: of PyTorch's linear layer if these are its networks, else that of logits of second
/// moment 1.
double usual_head_std(const ArchitectureArguments& given, double width) {
    return 1 / std::sqrt(given.init == InitScheme::torch_default_linear ? 3 * width : width);
}

/// The matrices of ZerO; the last of every branch, and the head, which is the last of all, are zeros.
void make_zeros_and_ones(ArchitectureRequest& request) {
    using enum WeightRole;
    for (WeightStart& start : request.design.starts) start.kind = WeightStart::Kind::zeros_and_ones;
    for (const WeightRole role : {query, key, value, hidden, up}) request.given.emplace_back(role, 1.0);
    for (const WeightRole role : {attention_output, hidden_output}) request.given.emplace_back(role, 0.0);
    for (const WeightRole role : {embedding, position, head_dense}) request.design.start(role).std = 1;
    request.design.start(head).std = 0;
}

/// Makes stds factors of the law: a uniform one on [-1, 1] has the std 1/sqrt(3), which the scheme's own have
/// already.
void put_in_units_of_law(ArchitectureRequest& request) {
    if (request.weights.law.text() != Law::uniform(-1, 1).text()) return;
    const double half_width = std::sqrt(3.0);
    for (auto& [role, std] : request.given) std *= half_width;
    for (const WeightRole role : {WeightRole::embedding, WeightRole::position, WeightRole::head,
                                  WeightRole::head_dense, WeightRole::token_type, WeightRole::router})
        request.design.start(role).std *= half_width;
}

}  // namespace

std::uint64_t unsigned_of(std::int64_t count) { return static_cast<std::uint64_t>(count); }

ArchitectureRequest architecture_request(const StackArguments& of_stack, const ArchitectureArguments& given,
                                         bool adaptive, bool branches_rise) {
    const ResidualStack stack = residual_stack(of_stack);
    ArchitectureRequest request;
    Architecture& design = request.design;
    design.width = unsigned_of(given.width);
    design.heads = given.heads ? unsigned_of(*given.heads) : usual_heads(design.width);
    design.kv_heads = unsigned_of(given.kv_heads.value_or(0));
    design.head_width = unsigned_of(given.head_width.value_or(0));
    design.hidden_width = unsigned_of(given.hidden_width.value_or(given.hidden_ratio * given.width));
    design.activation = given.activation.formula;
    design.gated = given.unit == BlockUnit::gated;
    design.biases = given.biases;
    design.dropout = given.dropout.to_double();
    design.norm = norm_of(given);
    design.hidden_norm = given.hidden_norm;
    design.head_transform = given.head_transform;
    design.norm_noise = given.norm_noise.to_double();
    if (given.norm == TransformerNorm::none && design.norm_noise != 0)
        throw InputError::about({"norm_noise", "norm"},
                                "norm_noise needs a norm other than none: give norm=");
    design.steps = steps_of(given, stack);
    design.embedding_norm = given.embedding_norm;
    const bool scheme_has =
        given.placement ? given.placement != NormPlacement::after : stack.has_final_norm();
    design.final_norm = given.final_norm.value_or(scheme_has);
    const bool learns = learns_branch_gain(stack.scheme) && !branches_rise;
    design.branch_gain = given.branch_gain.value_or(learns ? BranchGain::scalar : BranchGain::fixed);
    if (given.branch_rate) design.branch_rate = given.branch_rate->to_double();
    read_attention(given, design);
    read_blocks(given, design);
    const NetworkSizes sizes = {
        .block = BlockKind::transformer,
        .width = given.width,
        .hidden_width = static_cast<std::int64_t>(design.width_of_hidden()),
        .head_width = static_cast<std::int64_t>(design.width_of_head()),
        .sublayers = stack.sublayers,
        .gated = design.gated,
        .heads_width = static_cast<std::int64_t>(design.heads * design.width_of_head()),
        .keys_width = static_cast<std::int64_t>(design.key_heads() * design.width_of_head()),
        .divides_scores = false};
    request.weights = weights_of(given, stack, sizes, has_normalised_hidden(design));
    request.orthogonal = given.init == InitScheme::orthogonal;
    request.zero_branches = given.zero_branches;
    read_given_stds(given, request);
    parametrise(given, adaptive, design, request.weights.multipliers);
    design.start(WeightRole::embedding).std = std_of_outer(given, given.embedding_std, 1);
    design.start(WeightRole::position).std =
        given.position_std ? given.position_std->to_double() : design.start(WeightRole::embedding).std;
    design.start(WeightRole::token_type).std =
        given.token_type_std ? given.token_type_std->to_double() : design.start(WeightRole::embedding).std;
    design.start(WeightRole::router).std =
        std_of_outer(given, given.router_std, 1 / std::sqrt(static_cast<double>(given.width)));
    const double base = static_cast<double>(given.init == InitScheme::mup ? given.base_width : given.width);
    design.start(WeightRole::head).std = std_of_outer(given, given.head_std, usual_head_std(given, base));
    const double square = 1 / std::sqrt(static_cast<double>(given.width));
    design.start(WeightRole::head_dense).std = std_of_outer(given, {}, square);
    if (given.weight_law == StartLaw::zeros_and_ones) make_zeros_and_ones(request);
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
