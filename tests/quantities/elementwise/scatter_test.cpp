// How RMSNorm's output spreads around the best map of its input entry.
// Reference: mpmath 1.2.1, both moments integrated over the law of the other squares, and by hyperu.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {Reference{"2, 0.001", "0.049294456794445748829272844"},
                             Reference{"2, 1", "0.2535676524997157130052155"},
                             Reference{"3, 0.5", "0.3373905001401683543691208433"},
                             Reference{"4, 1", "0.3176084903102179997911284547"},
                             Reference{"4, 100", "0.0002447654368673702585405"},
                             Reference{"16, 3", "0.2787876806745489843087105609"},
                             Reference{"64, -0.5", "0.045976859118313438980487711"},
                             Reference{"64, -1, std=2", "0.045976859118313438980487711"},
                             Reference{"768, 2", "0.0508223525222861545925349434"},
                             Reference{"1000000, 1", "0.00070710775345659834438481"}};

Result of(const std::string& call, const std::string& methods = answers::proofs) {
    return ask("elementwise.scatter(" + call + ")", 20, methods);
}

}  // namespace

TEST_CASE("every scatter has its reference value by both routes") {
    answers::check_references(rows, [](const std::string& call) { return of(call); });
    CHECK_FALSE(answers::matches(of(rows[1].call), answers::printed(rows[2].value)));
    CHECK(answers::disagreement(of("4, 1", "*")).empty());  // samples of whole vectors agree, too
}

TEST_CASE("one dimension has none, and zero stays zero") {
    CHECK(of("1, 2").value() == 0.0);
    CHECK(answers::status("elementwise.scatter(1, 0)") == "domain");
    CHECK(of("5, 0").value() == 0.0);
    CHECK(answers::complains("elementwise.scatter(0, 1)", "dim"));
    CHECK(answers::complains("elementwise.scatter(4, 1, std=0)", "std"));
}
