#include <doctest/doctest.h>

#include <algorithm>

#include "report/export.hpp"

#include "tests/report/report_samples.hpp"

using namespace sigprop;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++n;
    return n;
}

}  // namespace

TEST_CASE("CSV: one row a record") {
    CHECK(write_records_csv(std::vector<Record>{}) ==
          "id,expression,verdict,expected,strength,stated,convention,computed,agreeing_digits,status,reason,"
          "relative_error,first_wrong_digit,identified,kind,says,quote,limit\n");
    const std::string text = write_records_csv(
        std::vector<Record>{samples::claim("a.b"), samples::value("1/2", "0.5"),
                            samples::without_value("1/0", Status::domain), samples::external("x")});
    CHECK(text ==
          "id,expression,verdict,expected,strength,stated,convention,computed,agreeing_digits,status,reason,"
          "relative_error,first_wrong_digit,identified,kind,says,quote,limit\n"
          "a.b,\"truncated_normal.variance(-2, 2)\",confirmed,confirmed,enclosure,0.7737413,truncated,"
          "0.773741303549923247179911367677,8.3,ok,,,,,published,,,\n"
          "1/2,1/2,,,,,,0.5,,ok,,,,,,,,\n"
          "1/0,1/0,,,,,,,,domain,the integral diverges,,,,,,,\n"
          "x,,undecided,,,43.27,rounded,,,,needs a trained model,,,,external,,,\n");
}

TEST_CASE("CSV: commas and quotes stay inside their field, line breaks are escaped") {
    Record record = samples::claim("a,\"b\"");
    record.reason = "two\nlines";
    const std::string text = write_records_csv(std::vector<Record>{record});
    CHECK(text.find("\n\"a,\"\"b\"\"\",") != std::string::npos);
    CHECK(text.ends_with(",two\\nlines,,,,published,,,\n"));
    const Record measured = samples::measured("m");
    CHECK(write_records_csv(std::vector{measured})
              .ends_with(",ok,the reason,-0.0307,,,published,about,约为四分之三,width -> inf\n"));
}

TEST_CASE("Markdown: warnings and remarks are told apart") {
    Record record = samples::claim("a.b", Verdict::refuted);
    record.warnings = {"copy: *a*"};
    record.remarks = {"zeros: b"};
    const std::string text = write_markdown(std::vector{record});
    CHECK(count(text, "warning: ") == 1);
    CHECK(count(text, "remark: zeros: b") == 1);
    record.remarks.clear();
    CHECK(count(write_markdown(std::vector{record}), "remark") == 0);
}

TEST_CASE("CSV of series: one row a point, the last axis fastest") {
    CHECK(write_series_csv({samples::series("c")}) ==
          "id,expression,method,kind,n,s,value,radius,status\n"
          "c,\"attention.entropy(n, std=s)\",arb_trapezoid,enclosure,64,1/3,1.5,1e-09,ok\n"
          "c,\"attention.entropy(n, std=s)\",arb_trapezoid,enclosure,64,0.5,2.5,1e-09,ok\n"
          "c,\"attention.entropy(n, std=s)\",arb_trapezoid,enclosure,64,1e400,3.5,1e-09,ok\n"
          "c,\"attention.entropy(n, std=s)\",arb_trapezoid,enclosure,128,1/3,4.5,1e-09,ok\n"
          "c,\"attention.entropy(n, std=s)\",arb_trapezoid,enclosure,128,0.5,5.5,0.5,ok\n"
          "c,\"attention.entropy(n, std=s)\",arb_trapezoid,enclosure,128,1e400,,,unable\n");
}

TEST_CASE("CSV of series: axes that a series does not have stay empty") {
    Series other = samples::series("d");
    other.axes = {{"value", {"7"}}, {"n", {"1"}}};  // an axis may have the name of a column
    other.value = {"0.5"};
    other.number = {0.5};
    other.radius = {0.0};
    other.status = {Status::ok};
    const std::string text = write_series_csv({samples::series("c"), other});
    CHECK(text.starts_with("id,expression,method,kind,n,s,value,value,radius,status\nc,"));
    CHECK(text.find("enclosure,64,1/3,,1.5,1e-09,ok\n") != std::string::npos);
    CHECK(text.ends_with("enclosure,1,,7,0.5,0,ok\n"));
    CHECK(write_series_csv({}) == "id,expression,method,kind,value,radius,status\n");
}

TEST_CASE("Markdown: the claims, the summary, and what is unexpected in full") {
    const std::string text =
        write_markdown({samples::claim("a.b"), samples::claim("c.d", Verdict::refuted),
                        samples::claim("e.f", Verdict::refuted, Verdict::refuted), samples::external("x")});
    CHECK(
        text.starts_with("| claim | stated | computed | digits | verdict | strength |\n"
                         "| --- | --- | --- | ---: | --- | --- |\n"
                         "| `a.b` | `0.7737413` | `0.773741303549923247179911367677` | 8.3 | confirmed | "
                         "enclosure |\n"));
    CHECK(text.find("| **refuted** |") != std::string::npos);
    CHECK(text.find("| refuted (as expected) |") != std::string::npos);
    CHECK(text.find("3 claims: 1 confirmed, 2 refuted; 1 unexpected; 1 external") != std::string::npos);
    CHECK(count(text, "\n### ") == 1);
    CHECK(text.find("\n### `c.d`: refuted (expected: confirmed)\n\n- statement: ") != std::string::npos);
    CHECK(text.find("- source: An author, A paper \\(2021\\), eq. 1, https://example.org/a\n") !=
          std::string::npos);
    CHECK(write_markdown({samples::value("1/2", "0.5"), samples::without_value("1/0", Status::domain)}) ==
          "| expression | computed | status |\n| --- | --- | --- |\n| `1/2` | `0.5` | ok |\n"
          "| `1/0` | `domain` | domain |\n");
}

TEST_CASE("Markdown: nothing a claims file says becomes markup or ends a row") {
    Record record = samples::claim("a|b`c", Verdict::refuted);
    record.reason = "<img src=x>\n# heading | *bold* @someone \x1b[31m";
    record.stated->text = "1|2";
    const std::string text = write_markdown({record});
    CHECK(text.find("| `` a\\|b`c `` | `1\\|2` |") != std::string::npos);
    CHECK(text.find("- reason: \\<img src=x\\> \\# heading \\| \\*bold\\* \\@someone \\\\x1b\\[31m\n") !=
          std::string::npos);
    CHECK(text.find('\x1b') == std::string::npos);
    for (const std::size_t line : {text.find("| `` a")}) {
        const std::string row = text.substr(line, text.find('\n', line) - line);
        CHECK(count(row, "|") - count(row, "\\|") == 7);
    }
}
