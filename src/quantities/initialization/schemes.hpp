#pragma once
// The initialisation schemes: what each prescribes for the standard deviation of a weight. A scheme reads its
// parameters through a SchemeReader, which refuses a call that leaves one of them out and a call that gives
// one the scheme does not use: an ignored argument is how a wrong std gets into code.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop {

/// What happens to arguments that a scheme does not use: a call must not have them, but a network offers
/// every scheme all that it knows about itself.
enum class Surplus : std::uint8_t { refused, ignored };

/// Reads the parameters of a scheme as it asks for them.
class SchemeReader {
public:
    /// `activation` is what the scheme's name says of the layers, relu or identity.
    SchemeReader(const Arguments& arguments, std::string scheme, std::string_view activation = "identity")
        : arguments_(arguments), scheme_(std::move(scheme)), implied_(activation) {}

    /// An integer that must be given.
    [[nodiscard]] Real count(const std::string& name);
    /// An integer, by default 0.
    [[nodiscard]] std::int64_t optional_count(const std::string& name);
    [[nodiscard]] Real real(const std::string& name);
    /// The call's, else the one that the scheme's name implies.
    [[nodiscard]] Activation activation();
    /// fan_in, fan_out or their average, as `mode` says (fan_in by default).
    [[nodiscard]] Real fan();
    /// One of the roles the scheme knows; the first of them where `may_be_left_out`.
    [[nodiscard]] std::string role(const std::vector<std::string>& known, bool may_be_left_out = false);
    /// Adds a sentence to the message about a fan or mode that is not used.
    void hint(std::string sentence) { hint_ = std::move(sentence); }

    /// Errors   InputError naming all missing parameters, or if none is missing, one that is not used
    void finish(Surplus surplus = Surplus::refused) const;

private:
    void use(const std::string& name) { used_.insert(name); }

    const Arguments& arguments_;
    std::string scheme_;
    std::string_view implied_;
    std::string hint_;
    std::set<std::string> used_;
    std::map<std::string, std::string> missing_;  ///< by name: how the message writes it
};

/// The parameters of init.std: the scheme, and all that schemes may need.
[[nodiscard]] const std::vector<Parameter>& scheme_parameters();

/// Routes to the std that the scheme prescribes for the weights, after any truncation.
/// Errors   InputError for missing, superfluous or impossible parameters; their ranges are in the table
[[nodiscard]] std::vector<Route> scheme_routes(const Arguments& arguments);

/// The same for arguments that code has assembled, in the ranges of scheme_parameters(): what the scheme does
/// not use is ignored.
[[nodiscard]] std::vector<Route> scheme_routes_for(const Arguments& offered);

}  // namespace sigprop
