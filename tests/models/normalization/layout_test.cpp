// Which entry belongs to which group.

#include "tests/models/normalization/samples.hpp"

using namespace sigprop;
using namespace sigprop::test;

TEST_CASE("every entry stands in one group, and finds it") {
    const Shape shapes[] = {{6}, {4, 6}, {2, 4, 3}, {2, 4, 3, 2}};
    for (const NormLayer& layer : norm_layers()) {
        for (const Shape& shape : shapes) {
            const bool is_flat = layer.axes == NormAxes::features || layer.axes == NormAxes::column;
            if (shape.size() == 1 && !is_flat) continue;
            for (const bool last : {false, true}) {
                const NormLayoutOptions options{.groups = shape.size() == 3 && last ? 3U : 2U,
                                                .channels_last = last};
                const NormLayout layout = norm_layout(layer.axes, shape, options);
                std::vector<int> met(layout.size());
                for (std::size_t g = 0; g < layout.groups; ++g) {
                    for (std::size_t i = 0; i < layout.group_size(); ++i) {
                        const std::size_t at = layout.offset(g, i);
                        REQUIRE(at < layout.size());
                        ++met[at];
                        const NormPosition back = position_of(layout, at);
                        CHECK((back.group == g && back.index == i));
                        CHECK(layout.parameter(g, i) < layout.parameters());
                    }
                }
                CHECK(met == std::vector<int>(met.size(), 1));
            }
        }
    }
}
