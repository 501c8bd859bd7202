#include "core/base/small_map.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace sigprop;

TEST_CASE("every key keeps its value, however many there are") {
    SmallMap<std::string, int> map;
    CHECK(map.find("0") == nullptr);
    for (int i = 0; i < 200; ++i) {
        CHECK(map.find(std::to_string(i)) == nullptr);
        map.insert(std::to_string(i), i);
        for (int j = 0; j <= i; j += 7) {
            const int* found = map.find(std::to_string(j));
            REQUIRE(found != nullptr);
            CHECK(*found == j);
        }
    }
    CHECK(map.find("200") == nullptr);
}
