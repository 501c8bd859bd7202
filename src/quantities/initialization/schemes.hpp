#pragma once
// The initialisation schemes: what each prescribes for the standard deviation of a weight. A scheme reads its
// parameters through a SchemeReader, which refuses a call that leaves one of them out and a call that gives
// one the scheme does not use: an ignored argument is how a wrong std gets into code.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop {

enum class FanMode : std::uint8_t;
enum class InitScheme : std::uint8_t;
enum class SchemeRole : std::uint8_t;

/// What is known of the weights, each under its name as a parameter of init.std, in the ranges of these.
struct SchemeInputs {
    std::optional<std::int64_t> fan_in = {}, fan_out = {};
    std::optional<Activation> activation = {};  ///< without it, the scheme's name implies one
    std::optional<FanMode> mode = {};           ///< without it, fan_in
    std::optional<SchemeRole> role = {};
    std::optional<std::int64_t> layers = {}, width = {}, head_dim = {};
    std::optional<std::int64_t> encoder_layers = {}, decoder_layers = {};
    std::optional<std::int64_t> base_width = {};
    std::optional<Real> base_std = {};  ///< without it, 1
    std::optional<Real> omega = {};     ///< without it, 30
};

/// What happens to inputs that a scheme does not use: a call must not have them, but a network offers every
/// scheme all that it knows about itself.
enum class Surplus : std::uint8_t { refused, ignored };

/// Reads the inputs of a scheme as it asks for them.
class SchemeReader {
public:
    SchemeReader(std::string_view scheme, SchemeInputs inputs)
        : scheme_(scheme), inputs_(std::move(inputs)) {}
    SchemeReader(const SchemeReader&) = delete;  // what was used is known by its address
    SchemeReader& operator=(const SchemeReader&) = delete;

    [[nodiscard]] Real fan_in() { return needed(inputs_.fan_in); }
    [[nodiscard]] Real fan_out() { return needed(inputs_.fan_out); }
    [[nodiscard]] Real layers() { return needed(inputs_.layers); }
    [[nodiscard]] Real width() { return needed(inputs_.width); }
    [[nodiscard]] Real head_dim() { return needed(inputs_.head_dim); }
    [[nodiscard]] Real base_width() { return needed(inputs_.base_width); }
    [[nodiscard]] Real base_std() { return used(inputs_.base_std).value_or(1); }
    [[nodiscard]] Real omega() { return used(inputs_.omega).value_or(30); }
    [[nodiscard]] std::int64_t encoder_layers() { return used(inputs_.encoder_layers).value_or(0); }
    [[nodiscard]] std::int64_t decoder_layers() { return used(inputs_.decoder_layers).value_or(0); }
    [[nodiscard]] const std::optional<Activation>& activation() { return used(inputs_.activation); }
    /// fan_in, fan_out or their average, as `mode` says.
    [[nodiscard]] Real fan();
    /// One of the roles the scheme knows; the first of them where `may_be_left_out`.
    [[nodiscard]] SchemeRole role(const std::vector<SchemeRole>& known, bool may_be_left_out = false);
    /// Adds a sentence to the message about a fan or mode that is not used.
    void hint(std::string sentence) { hint_ = std::move(sentence); }

    /// Errors   InputError naming all missing inputs, or if none is missing, one that is not used
    void finish(Surplus surplus = Surplus::refused) const;

private:
    template <class T>
    const std::optional<T>& used(const std::optional<T>& input) {
        used_.insert(&input);
        return input;
    }
    Real needed(const std::optional<std::int64_t>& input);

    std::string scheme_;
    SchemeInputs inputs_;
    std::string hint_;
    std::string roles_;  ///< that the scheme knows, if it lacks one
    std::set<const void*> used_, missing_;
};

/// Routes to the std that the scheme prescribes for the weights, after any truncation.
/// Errors   InputError for missing, superfluous or impossible inputs
[[nodiscard]] std::vector<Route> scheme_routes(InitScheme scheme, const SchemeInputs& inputs,
                                               Surplus surplus);

}  // namespace sigprop
