#include "measure/attention/logits.hpp"

#include <cmath>
#include <limits>

#include "measure/flag_value.hpp"

namespace sigprop {
namespace {

/// A positive number that the type of the logits can hold: one that does not become 0 or infinity there.
double positive_value(const std::string& flag, const std::string& text, bool in_float,
                      const Context& context) {
    const double value = flag_value(flag, text, context);
    if (!(value > 0)) {
        // 1e-400 is positive, but no double holds it.
        refuse_flag(flag, text,
                    value == 0 ? "must be positive; this is 0, or too close to it" : "must be positive");
    }
    if (in_float &&
        (value > std::numeric_limits<float>::max() || value < std::numeric_limits<float>::min())) {
        refuse_flag(flag, text,
                    "is beyond the range of float32, in which the logits of these files are computed");
    }
    if (!std::isfinite(value)) refuse_flag(flag, text, "is beyond the range of float64");
    return value;
}

}  // namespace

AttentionOptions attention_options(const AttentionQuestion& question, std::size_t dim, bool in_float,
                                   const Context& context) {
    AttentionOptions options;
    options.causal = question.causal;
    options.scale = question.scale ? positive_value("scale", *question.scale, in_float, context)
                                   : 1 / std::sqrt(static_cast<double>(dim));
    if (question.softcap) options.softcap = positive_value("softcap", *question.softcap, in_float, context);
    return options;
}

std::string logits_text(const AttentionQuestion& question, std::size_t dim) {
    std::string text = question.scale ? "q.k times " + *question.scale
                                      : "q.k / sqrt(" + std::to_string(dim) + "), the default scale";
    if (question.softcap) text += ", capped: x becomes c tanh(x / c), c = " + *question.softcap;
    return text + (question.causal ? ", causal" : "");
}

}  // namespace sigprop
