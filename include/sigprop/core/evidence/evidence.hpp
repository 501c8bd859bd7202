#pragma once
// What one method says about one number. Several pieces of evidence stand side by side and are compared; only
// an enclosure proves anything. Work is counted in evaluations and samples, never in seconds, so that two
// runs agree.

#include <cstdint>
#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// Where the number comes from. Two methods on one route share its transcription errors, so only agreement
/// between *routes* is meaningful.
enum class RouteKind : std::uint8_t {
    closed_form,  ///< our algebra
    definition,   ///< what the source wrote, integrated or iterated
    simulation,   ///< the sampled network, measured
    measurement,  ///< a user's tensors
};

/// What the radius of the value means.
enum class Kind : std::uint8_t {
    enclosure,  ///< proved: the number lies inside
    estimate,   ///< an a-posteriori error estimate, no proof
    sample,     ///< one standard error
};

enum class Status : std::uint8_t {
    ok,
    domain,      ///< proved: there is no such number
    unable,      ///< the method could not decide; nothing is claimed
    unreliable,  ///< an estimate or a sample that misses a proof (verdict.hpp, reconcile)
    internal,    ///< a fault of the library, which `reason` quotes; nothing is claimed
};

struct Work {
    std::uint64_t evaluations = 0;
    std::uint64_t samples = 0;
};

/// How many of few repetitions had a property.
struct Count {
    std::uint64_t hits = 0, of = 0;
    friend bool operator==(const Count&, const Count&) = default;
};

struct Evidence {
    RouteKind route = RouteKind::definition;
    std::string method;  ///< a name of INTERFACE.md: closed_form, arb_trapezoid, boost_tanh_sinh, …
    Kind kind = Kind::enclosure;
    Status status = Status::unable;
    Ball value;          ///< meaningful when status is ok or unreliable
    std::string reason;  ///< one line; with status ok, what else to know, mostly nothing
    Work work;
    /// Degrees of freedom of a sample's standard error that comes from few independent repetitions; 0 if it
    /// comes from so many that it counts as known.
    int degrees_of_freedom = 0;
    /// For the share that a sample counted. Its interval is not symmetric about the share, so that the
    /// midpoint of `value` is the middle of the interval, which estimates nothing: reports show the count in
    /// its place.
    std::optional<Count> count = std::nullopt;
};

[[nodiscard]] std::string_view to_string(RouteKind route);
[[nodiscard]] std::string_view to_string(Kind kind);
[[nodiscard]] std::string_view to_string(Status status);

/// The narrowest enclosure with status ok; nullptr when nothing is proved.
[[nodiscard]] const Evidence* narrowest_enclosure(const std::vector<Evidence>& evidence);

}  // namespace sigprop
