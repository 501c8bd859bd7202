#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "formats/csv.hpp"

namespace {

std::string row(const std::vector<std::string>& fields) { return sigprop::csv_row(fields); }

}  // namespace

TEST_CASE("fields are quoted only where RFC 4180 asks for it") {
    CHECK(row({"id", "0.25", "x y"}) == "id,0.25,x y\n");
    CHECK(row({"f(a, b)", "c"}) == "\"f(a, b)\",c\n");
    CHECK(row({"say \"no\""}) == "\"say \"\"no\"\"\"\n");
    CHECK(row({"two\nlines", "cr\r"}) == "\"two\nlines\",\"cr\r\"\n");
    CHECK(row({" lead", "trail ", " "}) == "\" lead\",\"trail \",\" \"\n");
    CHECK(row({"µ²"}) == "µ²\n");
}

TEST_CASE("empty fields and rows") {
    CHECK(row({"", "", "a"}) == ",,a\n");
    CHECK(row({""}) == "\"\"\n");
    CHECK(row({}) == "\n");
}

TEST_CASE("a table is its rows in order") {
    const std::vector<std::vector<std::string>> rows = {{"n", "value"}, {"64", "1,5"}};
    CHECK(sigprop::write_csv(rows) == "n,value\n64,\"1,5\"\n");
    CHECK(sigprop::write_csv({}).empty());
    const std::vector<std::vector<std::string>> hostile = {{"::error::a", "\x1b[2J\n::error::b"}};
    CHECK(sigprop::write_csv(hostile) == "\\x3a:error::a,\\x1b[2J\\n\\x3a:error::b\n");
}

TEST_CASE("text that a spreadsheet would compute is quoted, a number is not") {
    const auto written = [](const std::string& field) { return sigprop::shown_csv_row({field, "b"}); };
    for (const std::string formula : {"=1+1", "+cmd", "-cmd", "@sum(a1)", "=", "-2*sqrt(2)", "+1+cmd"})
        CHECK(written(formula) == "'" + formula + ",b\n");
    CHECK(written("=cmd|' /c x'!a") == "'=cmd|' /c x'!a,b\n");
    for (const std::string number : {"-1.5", "+2", "-1e-300", "-1/3", "-inf", "-", "a=b", "1-cmd", "'x"})
        CHECK(written(number) == (number == "-" ? "'-,b\n" : number + ",b\n"));
}
