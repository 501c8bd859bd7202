// How closely element-wise maps, DyT and DyISRU among them, match RMSNorm: the table of these quantities.

#include "quantities/elementwise/maps.hpp"
#include "catalogue/elementwise.hpp"
#include "quantities/rows.hpp"

namespace sigprop {

std::vector<Quantity> elementwise_map_quantities() {
    const auto fit = [](Substitute form) {
        return [form](const MapFitArguments& given) { return map_fit_routes(form, given); };
    };
    return {quantity("elementwise.best_map", best_map_routes),
            quantity("elementwise.irreducible_error", map_irreducible_routes),
            quantity("elementwise.scatter", map_scatter_routes),
            quantity("elementwise.fit_alpha", fit(Substitute::dyt)),
            quantity("elementwise.fit_c", fit(Substitute::dyisru)),
            quantity("elementwise.excess_error", map_excess_routes),
            quantity("elementwise.error", map_error_routes),
            quantity("elementwise.jacobian_mismatch", map_mismatch_routes)};
}

}  // namespace sigprop
