#include "core/expression/top_level.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

TEST_CASE("a character counts where nothing is open") {
    using Places = std::vector<std::size_t>;
    CHECK(top_level_places("a,b,c", ',', "(", ")") == Places{1, 3});
    CHECK(top_level_places("f(a,b),c", ',', "(", ")") == Places{6});
    CHECK(top_level_places("'a,b',\"c,'d\",e", ',', "(", ")") == Places{5, 12});
    CHECK(top_level_places("[a,b],c", ',', "(", ")") == Places{2, 5});
    CHECK(top_level_places("[a,b],c", ',', "([", ")]") == Places{5});
    CHECK(top_level_places("f(a,b", ',', "(", ")").empty());
}
