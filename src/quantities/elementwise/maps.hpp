#pragma once
// Code that the quantities of element-wise substitutes for normalisation share: the distance between the best
// map and a form g of one parameter p,
//
//     dyt: g = tanh(alpha x)        dyisru: g = x/sqrt(x^2 + C)        (both later times sqrt(d)),
//
// for x ~ N(0, 1). With v = f*/sqrt(d) the error E(f* - sqrt(d) g)^2 is d E(g - v)^2.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "methods/route.hpp"

#include "quantities/elementwise/best_map.hpp"
#include "quantities/support.hpp"

namespace sigprop {

struct BestMapArguments;
struct IrreducibleErrorArguments;
struct MapErrorArguments;
struct MapFitArguments;

enum class Substitute : std::uint8_t { dyt, dyisru };

/// Why a table of the best map needs more work than the budget allows; nullopt when it does not.
[[nodiscard]] std::optional<Answer> beyond_budget(std::int64_t dim, long bits, const Context& context);

/// Means under x ~ N(0, 1) that combine the best map with a form. The parameter may be a wide ball; the means
/// then enclose those for each of its points.
class MapMeans {
public:
    MapMeans(MapForm form, std::int64_t dim, long bits);

    [[nodiscard]] Ball best_square() const;                                      ///< E v^2
    [[nodiscard]] Ball distance(Substitute form, const Ball& p) const;           ///< E (g - v)^2
    [[nodiscard]] Ball product(Substitute form, const Ball& p) const;            ///< E g v
    [[nodiscard]] Ball square(Substitute form, const Ball& p) const;             ///< E g^2
    [[nodiscard]] Ball slope(Substitute form, const Ball& p) const;              ///< E (g - v) dg/dp
    [[nodiscard]] Ball curvature(Substitute form, const Ball& p) const;          ///< derivative of slope by p
    [[nodiscard]] Ball derivative_square(Substitute form, const Ball& p) const;  ///< E g'(x)^2
    /// E g' v' by parts: E v (x g' - g'').
    [[nodiscard]] Ball derivative_product_by_parts(Substitute form, const Ball& p) const;
    /// E g' v' directly, with v' computed as a mean.
    [[nodiscard]] Ball derivative_product(Substitute form, const Ball& p) const;

    /// The p that minimises E (g - v)^2, dim >= 2: the only zero of its slope. Enclosures over all p between
    /// two limits show that there is no other zero; outside of them inequalities give the sign of the slope.
    /// Errors   none: `unable` if that fails
    [[nodiscard]] Answer fitted_parameter(Substitute form, const Context& context) const;

private:
    MapForm map_;
    std::int64_t dim_;
    MapTable table_;
};

// The routes of the quantities.
[[nodiscard]] std::vector<Route> best_map_routes(const BestMapArguments& given);
[[nodiscard]] std::vector<Route> map_irreducible_routes(const IrreducibleErrorArguments& given);
[[nodiscard]] std::vector<Route> map_scatter_routes(const BestMapArguments& given);
[[nodiscard]] std::vector<Route> map_fit_routes(Substitute form, const MapFitArguments& given);
[[nodiscard]] std::vector<Route> map_excess_routes(const MapErrorArguments& given);
[[nodiscard]] std::vector<Route> map_error_routes(const MapErrorArguments& given);
[[nodiscard]] std::vector<Route> map_mismatch_routes(const MapErrorArguments& given);

}  // namespace sigprop
