// attention.* against numbers that another program computed in other ways: mpmath and Python's integers.

#include "tests/quantities/attention/references.hpp"

#include "tests/support/answers.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;

namespace {

/// All digits of the reference except the last four.
long digits_of(const std::string& value) {
    const std::string digits = value.substr(0, value.find('e'));
    const std::size_t first = digits.find_first_of("123456789");
    const auto points = std::ranges::count(digits.substr(first), '.');
    return static_cast<long>(digits.size() - first) - static_cast<long>(points) - 4;
}

}  // namespace

TEST_CASE("every proof contains what mpmath found, and not what is off in the last digit asked for") {
    std::size_t piece = 0;
    for (const references::Attention& row : references::attention) {
        if (!test::in_share(piece++, 3)) continue;
        const char* const expression = row.expression;
        CAPTURE(expression);
        const long digits = std::min(row.digits, digits_of(row.value));
        const Result result = answers::ask(expression, digits);
        CHECK(answers::enclosures(result.evidence()) >= 1);
        const Ball reference = answers::printed(row.value);
        CHECK(answers::matches(result, reference));
        const Ball off = reference + abs(reference) * pow(Ball(10).at_precision(200), 2 - digits);
        CHECK_FALSE(answers::matches(result, off));
    }
}
