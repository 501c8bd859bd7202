#include "models/transformer/architecture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <string>

#include "models/network/network_design.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t max_steps = 4096;
constexpr std::uint64_t max_width = std::uint64_t{1} << 14;
constexpr std::uint64_t max_vocabulary = std::uint64_t{1} << 20;
constexpr std::uint64_t max_experts = 4096;
constexpr std::uint64_t max_tokens = std::uint64_t{1} << 22;

[[noreturn]] void refuse(std::vector<std::string> names, const std::string& why) {
    throw InputError::about(std::move(names), why);
}

void check_range(const char* what, std::uint64_t value, std::uint64_t min, std::uint64_t max) {
    if (value < min || value > max)
        refuse({what}, fmt::format("{} must be {} to {}, not {}", what, min, max, value));
}

void check_positive(const char* what, double value) {
    if (!(value > 0) || !std::isfinite(value))
        refuse({what}, fmt::format("{} must be positive and finite, not {}", what, value));
}

void check_not_negative(const std::string& what, double value) {
    if (!(value >= 0) || !std::isfinite(value))
        refuse({what}, fmt::format("{} must be at least 0 and finite, not {}", what, value));
}

/// Under the names of parameters: embedding_std, attention_output_std, hidden_rate.
void check_start(WeightRole role, const WeightStart& start) {
    std::string name(to_string(role));
    std::ranges::replace(name, ' ', '_');
    check_not_negative(name + "_std", start.std);
    check_positive("multiplier", start.multiplier);
    const bool is_embedding =
        role == WeightRole::embedding || role == WeightRole::position || role == WeightRole::token_type;
    const bool is_head = role == WeightRole::head || role == WeightRole::head_dense;
    const std::string part = is_embedding ? "embedding" : is_head ? "head" : "hidden";
    check_not_negative(part + "_rate", start.rate);
}

void check_heads(const Architecture& design) {
    check_range("heads", design.heads, 1, design.width);
    if (design.head_width == 0 && design.width % design.heads != 0) {
        refuse(
            {"heads", "width"},
            fmt::format(
                "heads must divide width: {} does not divide {} (head_width= sets another width of a head)",
                design.heads, design.width));
    }
    if (design.heads % design.key_heads() != 0) {
        refuse({"kv_heads", "heads"}, fmt::format("kv_heads must divide heads: {} does not divide {}",
                                                  design.key_heads(), design.heads));
    }
    if (design.positions == Positions::rotary && design.width_of_head() % 2 != 0) {
        refuse(
            {"positions", "heads"},
            fmt::format("rotary positions rotate pairs of features: the width of a head must be even, not {}",
                        design.width_of_head()));
    }
    const double turned = design.rotary_share * static_cast<double>(design.width_of_head());
    const bool is_share = design.rotary_share > 0 && design.rotary_share <= 1;
    if (!is_share || turned != static_cast<double>(design.width_of_rotation()) ||
        (design.rotary_share != 1 && design.width_of_rotation() % 2 != 0)) {
        refuse({"rotary_share", "head_width"},
               fmt::format(
                   "rotary_share={} of a head {} wide are {} features, but rotation needs an even number "
                   "from 2 to {}: give another rotary_share or head_width",
                   design.rotary_share, design.width_of_head(), turned, design.width_of_head()));
    }
}

/// Scores and positions that one order of operations does not settle.
void check_scores(const Architecture& design) {
    const bool caps = design.scores == ScoreKind::softcap, adds = design.scores == ScoreKind::realformer;
    if (design.positions == Positions::alibi && (caps || adds)) {
        refuse({"positions", "scores"},
               fmt::format(
                   "positions=alibi and scores={} contradict each other: {}. Give other scores=, or "
                   "positions=rotary",
                   caps ? "softcap" : "realformer",
                   caps ? "no family of transformers 5.24 has both, and libraries differ: flash-attention "
                          "adds the distance behind the cap, x-transformers before it"
                        : "no family of transformers 5.24 has both, and the scores that x-transformers "
                          "hands on have their distances, which add up over the layers"));
    }
    if (design.scores == ScoreKind::cosine && design.query_key_norm != QueryKeyNorm::none) {
        refuse(
            {"scores", "qk_norm"},
            "scores=cosine and qk_norm contradict each other: both normalise queries and keys. Remove one");
    }
    if (design.norm_of_queries() == QueryKeyNorm::none && design.query_key_gain) {
        refuse({"qk_norm_gain", "qk_norm"},
               "qk_norm_gain is of the norm of queries and keys, which is not there: give qk_norm=head or "
               "width");
    }
    if (design.norm_of_queries() == QueryKeyNorm::none &&
        design.query_key_norm_kind != QueryKeyNormKind::rms_norm) {
        refuse({"qk_norm_kind", "qk_norm"},
               "qk_norm_kind is of the norm of queries and keys, which is not there: give qk_norm=head or "
               "width");
    }
}

void check_pattern(const Architecture& design) {
    if (design.pattern.size() > design.blocks()) {
        refuse({"windows", "rotary_bases", "layers"},
               fmt::format(
                   "windows and rotary_bases are repeated along the layers: a pattern of {} is longer than "
                   "the {} layers. Shorten it, or give layers={}",
                   design.pattern.size(), design.blocks(), design.pattern.size()));
    }
    if (design.positions != Positions::rotary) return;
    for (const BlockAttention& one : design.pattern) check_positive("rotary_bases", one.rotary_base);
}

void check_parallel(const Architecture& design) {
    if (design.parallel == ParallelBlocks::none) return;
    const bool shares = design.parallel == ParallelBlocks::one_norm;
    for (std::size_t l = 0; l < design.steps.size(); ++l) {
        const ResidualStep<double>& step = design.steps[l];
        if (step.normalises_sum) {
            refuse(
                {"parallel", "placement"},
                "parallel blocks and a norm of the sum contradict each other: attention's sum would be "
                "normalised, and the feed-forward network reads the stream before it. Give placement=before, "
                "or remove parallel");
        }
        if (step.skip != 1) {
            refuse({"parallel", "skip"},
                   fmt::format(
                       "parallel blocks have one skip path for both branches, of factor 1, not {}: remove "
                       "skip, or parallel",
                       step.skip));
        }
        if (shares && l % 2 == 1 && step.normalises_input)
            refuse({"parallel"}, "the feed-forward networks of parallel=one_norm have no norm of their own");
        if (shares && l % 2 == 0 && !step.normalises_input) {
            refuse(
                {"parallel", "placement"},
                "parallel=one_norm shares the norm before attention, which this scheme does not have: give "
                "placement=before or both, or parallel=two_norms");
        }
        if (shares && l % 2 == 1 && step.input_scale != design.steps[l - 1].input_scale) {
            refuse(
                {"parallel", "scheme"},
                fmt::format("parallel=one_norm shares the norm before attention, but the scheme scales the "
                            "branches' inputs by {} and {}: give parallel=two_norms",
                            design.steps[l - 1].input_scale, step.input_scale));
        }
    }
}

void check_experts(const Architecture& design) {
    const ExpertDesign& experts = design.experts;
    if (!experts.exists()) return;
    check_range("experts", experts.count, 1, max_experts);
    check_range("shared_experts", experts.shared, 0, max_experts);
    if (experts.active == 0 || experts.active > experts.count) {
        refuse({"active_experts", "experts"},
               fmt::format("active_experts must be 1 to {}, the number of experts, not {}", experts.count,
                           experts.active));
    }
    if (design.hidden_norm != HiddenNorm::none) {
        refuse({"hidden_norm", "experts"},
               "hidden_norm and experts contradict each other: an expert's batch is whatever tokens it gets. "
               "Remove "
               "one");
    }
}

void check_token_types(const Architecture& design, std::uint64_t length) {
    if (design.token_types == 0) return;
    check_range("token_types", design.token_types, 0, max_vocabulary);
    check_range("segments", design.segments, 1, design.token_types);
    if (design.segments > length) {
        refuse({"segments", "length"},
               fmt::format("a sequence of {} tokens has no {} segments: give segments={}", length,
                           design.segments, length));
    }
}

void check_norm(const Architecture& design, std::uint64_t tokens) {
    const NormDesign& norm = design.norm;
    check_not_negative("norm_epsilon", norm.epsilon);
    if (norm.epsilon_place != EpsilonPlace::inside_root && norm.epsilon_place != EpsilonPlace::outside_root)
        refuse({"epsilon_place"}, "epsilon_place must be inside or outside the root here");
    if (norm.kind == TransformerNorm::group_norm && (norm.groups == 0 || design.width % norm.groups != 0)) {
        refuse({"groups", "width"},
               fmt::format("groups must divide width: {} does not divide {}", norm.groups, design.width));
    }
    if (norm.kind == TransformerNorm::group_norm && design.hidden_norm != HiddenNorm::none &&
        design.width_of_hidden() % norm.groups != 0) {
        refuse({"groups", "hidden_width", "hidden_norm"},
               fmt::format("groups must divide hidden_width, the width of hidden_norm: {} does not divide {}",
                           norm.groups, design.width_of_hidden()));
    }
    if (norm.kind == TransformerNorm::batch_norm && tokens < 2) {
        refuse({"batch", "length"},
               "batch_norm needs the statistics of two tokens or more: a batch of one token has no variance");
    }
    if (norm.is_substitute()) check_positive("norm_start", norm.start);
    if (!(norm.running_momentum >= 0 && norm.running_momentum <= 1)) {
        refuse({"running_momentum"},
               fmt::format("running_momentum must be 0 to 1, not {}", norm.running_momentum));
    }
}

void check_numbers(const Architecture& design) {
    for (const ResidualStep<double>& step : design.steps) {
        if (!std::isfinite(step.input_scale) || !std::isfinite(step.skip) || !std::isfinite(step.branch))
            refuse({"scheme"}, "a factor of the residual scheme is not finite");
    }
    check_not_negative("branch_rate", design.branch_rate);
    for (std::size_t role = 0; role < weight_role_count; ++role)
        check_start(static_cast<WeightRole>(role), design.starts[role]);
    if (!(design.dropout >= 0 && design.dropout < 1))
        refuse({"dropout"}, fmt::format("dropout must be in [0, 1), not {}", design.dropout));
    if (design.score_scale && !std::isfinite(*design.score_scale)) refuse({"scale"}, "scale must be finite");
    check_not_negative("norm_noise", design.norm_noise);
    if (design.scores == ScoreKind::softcap) check_positive("cap", design.cap);
    if (design.scores == ScoreKind::log_n && !(design.log_base > 1 && std::isfinite(design.log_base)))
        refuse({"log_base"}, fmt::format("log_base must be above 1, not {}", design.log_base));
    if (design.positions == Positions::rotary) check_positive("rotary_base", design.rotary_base);
    if (!std::isfinite(design.embedding_scale) || !std::isfinite(design.output_multiplier))
        refuse({"embedding_scale"}, "the factors of the embedding and of the output must be finite");
    if (design.activation.variable_count() > 1)
        refuse({"activation"}, "an activation must be a function of x only, not " + design.activation.text());
}

}  // namespace

std::string_view to_string(WeightRole role) {
    using enum WeightRole;
    switch (role) {
        case embedding: return "embedding";
        case position: return "position";
        case query: return "query";
        case key: return "key";
        case value: return "value";
        case attention_output: return "attention output";
        case hidden: return "hidden";
        case up: return "up";
        case hidden_output: return "hidden output";
        case head: return "head";
        case head_dense: return "head dense";
        case token_type: return "token type";
        case router: return "router";
    }
    return "";
}

double Architecture::scale() const {
    if (score_scale) return *score_scale;
    constexpr double swin_start = 10;
    if (scores == ScoreKind::cosine) return swin_start;
    if (scores == ScoreKind::unscaled) return 1;
    return 1 / std::sqrt(static_cast<double>(width_of_head()));
}

std::uint64_t Architecture::width_of_rotation() const {
    return static_cast<std::uint64_t>(std::llround(rotary_share * static_cast<double>(width_of_head())));
}

bool Architecture::has_biases(WeightRole role) const {
    using enum WeightRole;
    if (!biases) return false;
    const bool reads = role == query || role == key || role == value;
    const bool is_attention = reads || role == attention_output;
    const bool is_feed_forward = role == hidden || role == up || role == hidden_output;
    switch (bias_places) {
        case BiasPlaces::all: return is_attention || is_feed_forward;
        case BiasPlaces::attention: return is_attention;
        case BiasPlaces::query_key_value: return reads;
        case BiasPlaces::feed_forward: return is_feed_forward;
    }
    return false;
}

void check_architecture(const Architecture& design, std::uint64_t sequences, std::uint64_t length) {
    check_range("sublayers", design.steps.size(), 2, max_steps);
    if (design.steps.size() % 2 != 0)
        refuse({"sublayers"},
               "a layer has two sublayers, attention and feed-forward: give an even number of sublayers, or "
               "layers=");
    check_range("width", design.width, 2, max_width);
    check_range("hidden_width", design.width_of_hidden(), 1, 4 * max_width);
    check_range("vocabulary", design.vocabulary, 2, max_vocabulary);
    check_range("batch", sequences, 1, max_tokens);
    check_range("length", length, 1, max_tokens);
    check_range("batch times length", sequences * length, 1, max_tokens);
    check_heads(design);
    check_norm(design, sequences * length);
    check_numbers(design);
    check_scores(design);
    check_pattern(design);
    check_parallel(design);
    check_experts(design);
    check_token_types(design, length);
    if (design.positions == Positions::learned && length > design.max_length) {
        refuse(
            {"length", "max_length"},
            fmt::format("a sequence of {} tokens is longer than the {} learned positions: give max_length={}",
                        length, design.max_length, length));
    }
    const double bytes = training_memory_of(design, sequences, length);
    if (bytes > usable_memory()) {
        constexpr double gigabyte = 1e9;
        throw InputError(
            fmt::format("training this network needs {:.1f} GB, which is more than {:.1f} GB, three quarters "
                        "of the memory of this machine: use fewer layers, a smaller width or a smaller batch",
                        bytes / gigabyte, usable_memory() / gigabyte));
    }
}

}  // namespace sigprop
