#include <doctest/doctest.h>

#include "report/table.hpp"

#include "report/text_width.hpp"
#include "tests/report/report_samples.hpp"

using namespace sigprop;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

}  // namespace

TEST_CASE("the table, then the summary") {
    CHECK(verify_text({samples::claim("a.b"),
                       samples::claim("longer.name.of.a.claim", Verdict::refuted, Verdict::refuted),
                       samples::external("outside")}) ==
          "claim                   stated     computed                    digits  verdict             "
          "strength\n"
          "a.b                     0.7737413  0.77374130354992324717991…     8.3  confirmed           "
          "enclosure\n"
          "longer.name.of.a.claim  0.7737413  0.77374130354992324717991…     8.3  refuted (expected)  "
          "enclosure\n"
          "outside                 43.27                                          external\n"
          "\n"
          "2 claims: 1 confirmed, 1 refuted; all as expected; 1 external\n");
    CHECK(verify_text({}) == "0 claims\n");
}

TEST_CASE("what is unexpected is told in full below the table") {
    const std::string text = verify_text({samples::claim("a.b", Verdict::refuted), samples::claim("c.d")});
    CHECK(text.find("\n\na.b: refuted (expected: confirmed)\n"
                    "  statement   The variance within two sigma.\n"
                    "  expression  truncated_normal.variance(-2, 2)\n"
                    "  stated      0.7737413 (truncated)\n"
                    "  computed    0.773741303549923247179911367677\n"
                    "  reason      the reason\n"
                    "  source      An author, A paper (2021), eq. 1, https://example.org/a\n"
                    "  note        A note.\n"
                    "\n2 claims: 1 confirmed, 1 refuted; 1 unexpected\n") != std::string::npos);
    CHECK(text.find("c.d: ") == std::string::npos);
    CHECK(verify_text({samples::claim("a.b", Verdict::confirmed, Verdict::refuted)})
              .find("confirmed (unexpected)") != std::string::npos);
    CHECK(
        summary_line({samples::claim("a", Verdict::undecided), samples::claim("b", Verdict::inconsistent)}) ==
        "2 claims: 1 undecided, 1 inconsistent; 2 unexpected");
}

TEST_CASE("every line fits the width, numbers keep their exponent") {
    Record record = samples::claim("a.claim.with.a.rather.long.name.that.goes.on.and.on.and.on.and.on");
    record.stated->text = "4.9067142850219823512345678901e-198";
    record.computed.decimal = "4.906714285021982351234567890123456789012345678901234567890e-198";
    for (const std::size_t width : {82U, 90U, 100U, 140U}) {
        CAPTURE(width);
        const auto lines = lines_of(verify_text({record}, {.width = width}));
        for (const std::string& line : lines) CHECK(columns(line) <= width);
        CHECK(lines[1].find("…e-198") != std::string::npos);
        CHECK(columns(lines[1]) == width);
    }
    CHECK(verify_text({record}, {.width = 300}).find("…") == std::string::npos);
}

TEST_CASE("columns are aligned by what is seen") {
    Record wide = samples::claim("标准化.é");
    wide.id += "e\u0301";  // a combining accent takes no column
    const auto lines = lines_of(verify_text({wide, samples::claim("ascii.name")}));
    const std::size_t at = lines[2].find("0.7737413");
    CHECK(columns(lines[1].substr(0, lines[1].find("0.7737413"))) == at);
    CHECK(columns("标准化") == 6);
    CHECK(columns("e\u0301") == 1);
    CHECK(columns("é…±") == 3);
    CHECK(cut("标准化", 4) == "标…");
    CHECK(cut("标准化", 6) == "标准化");
    CHECK(cut_name("truncated_normal.variance", 12) == "tru…variance");
    CHECK(cut_name("标准化标准化", 7) == "标…准化");
    CHECK(cut_name("short", 12) == "short");
    CHECK(cut_number("-1.23456789e-12", 10) == "-1.23…e-12");
    CHECK(cut_number("1.23456789e-12", 5) == "1.23…");
    CHECK(wrapped("one two  three", 7) == std::vector<std::string>{"one two", "three"});
}

TEST_CASE("colour only when asked for, and no order of its own from a claim") {
    Record record = samples::claim("a\x1b[2J\u009b\u202eb\nc", Verdict::refuted);
    const std::string plain = verify_text({record});
    CHECK(plain.find('\x1b') == std::string::npos);
    CHECK(plain.find("a\\x1b[2J\\u009b\\u202eb c") != std::string::npos);
    const std::string colored = verify_text({record, samples::claim("x")}, {.color = true});
    CHECK(colored.find("\x1b[31mrefuted\x1b[0m") != std::string::npos);
    CHECK(colored.find("\x1b[32mconfirmed\x1b[0m") != std::string::npos);
    CHECK(colored.find("\x1b[2J") == std::string::npos);
    CHECK(verify_text({samples::claim("u", Verdict::undecided)}, {.color = true}).find("\x1b[33mundecided") !=
          std::string::npos);
}
