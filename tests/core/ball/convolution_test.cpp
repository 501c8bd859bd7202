// All sums of products at once, against one after the other.

#include <doctest/doctest.h>

#include "core/ball/convolution.hpp"

using namespace sigprop;

namespace {

/// e^(-k^2/8) from the middle on: entries of very different sizes.
ArbVector bell(std::int64_t size, long bits) {
    ArbVector values(static_cast<std::size_t>(size));
    for (std::int64_t k = 0; k < size; ++k)
        values.set(k, exp(-pow(Ball(k - size / 3).at_precision(bits), 2) / 8));
    return values;
}

}  // namespace

TEST_CASE("a convolution is the sums of products, small ones with all their bits") {
    constexpr long bits = 200;
    const ArbVector a = bell(40, bits), b = bell(65, bits);
    for (const bool swapped : {false, true}) {
        const ArbVector products = swapped ? convolution(b, a, bits) : convolution(a, b, bits);
        REQUIRE(products.size() == 104);
        for (slong k = 0; k < products.size(); ++k) {
            Ball sum = Ball(0).at_precision(2 * bits);
            for (slong i = 0; i < a.size(); ++i)
                if (k - i >= 0 && k - i < b.size()) sum += a.get(i, 2 * bits) * b.get(k - i, 2 * bits);
            const Ball found = products.get(k, bits);
            CHECK(found.overlaps(sum));
            CHECK(found.accuracy_bits() > bits - 30);
            CHECK_FALSE((found * Ball(1.0000001)).overlaps(sum));
        }
    }
}
