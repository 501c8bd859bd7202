// The forms for CI servers: JUnit XML and workflow annotations.

#include <doctest/doctest.h>

#include "report/export.hpp"

#include "core/base/utf8.hpp"
#include "tests/report/report_samples.hpp"

using namespace sigprop;
using namespace std::string_literals;

namespace {

bool has(const std::string& text, const std::string& part) {
    INFO(text, " / ", part);
    return text.find(part) != std::string::npos;
}

/// Elements must close in order, attributes be quoted, and every character be allowed in XML.
bool is_well_formed(const std::string& xml) {
    for (std::size_t i = 0; i < xml.size(); i += utf8_length(xml, i)) {
        if (utf8_length(xml, i) == 0) return false;
        const auto byte = static_cast<unsigned char>(xml[i]);
        if (byte < 0x20U && byte != '\n' && byte != '\t') return false;
        if (xml.compare(i, 3, "\xEF\xBF\xBF") == 0) return false;
        if (xml[i] == '&' && xml.find(';', i) - i > 6) return false;
    }
    std::vector<std::string> open;
    for (std::size_t i = xml.find('<'); i != xml.npos; i = xml.find('<', i)) {
        const std::size_t end = xml.find('>', i);
        if (end == xml.npos) return false;
        const std::string tag = xml.substr(i + 1, end - i - 1);
        i = end + 1;
        if (tag.find('<') != tag.npos) return false;
        if (tag.front() == '?') continue;
        if (tag.front() == '/') {
            if (open.empty() || open.back() != tag.substr(1)) return false;
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(tag.substr(0, tag.find(' ')));
        }
    }
    return open.empty();
}

}  // namespace

TEST_CASE("JUnit: one testcase a record, failures told apart from errors") {
    const std::string xml =
        write_junit({samples::claim("good"), samples::claim("wrong", Verdict::refuted),
                     samples::claim("known", Verdict::refuted, Verdict::refuted),
                     samples::claim("surprise", Verdict::confirmed, Verdict::refuted),
                     samples::claim("open", Verdict::undecided), samples::claim("odd", Verdict::inconsistent),
                     samples::external("outside")});
    CHECK(is_well_formed(xml));
    CHECK(xml.starts_with(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"sigprop\" tests=\"7\" failures=\"2\" errors=\"2\">\n"
        "  <testsuite name=\"sigprop\" tests=\"7\" failures=\"2\" errors=\"2\" skipped=\"1\">\n"
        "    <testcase classname=\"sigprop\" name=\"good\"/>\n"));
    CHECK(has(xml, "name=\"known\"/>"));
    CHECK(has(xml,
              "<failure type=\"refuted\" message=\"refuted (expected: confirmed): the reason\">statement: "));
    CHECK(has(xml, "<failure type=\"confirmed\" message=\"confirmed (expected: refuted)\">"));
    CHECK(has(xml, "<error type=\"undecided\" message=\"undecided (expected: confirmed): the reason\">"));
    CHECK(has(xml, "<error type=\"inconsistent\""));
    CHECK(has(xml, "name=\"outside\">\n      <skipped message=\"external"));
    CHECK(has(xml, "stated: 0.7737413 (truncated)\n"));
    CHECK(is_well_formed(write_junit({})));
}

TEST_CASE("JUnit: an expression passes when it has a value") {
    const std::string xml =
        write_junit({samples::value("1/2", "0.5"), samples::without_value("1/0", Status::domain)});
    CHECK(has(xml, "tests=\"2\" failures=\"0\" errors=\"1\""));
    CHECK(has(xml, "<error type=\"domain\" message=\"the integral diverges\">"));
}

TEST_CASE("JUnit: an internal error is an error, even beside a value") {
    const std::string xml = write_junit(samples::report_with_faults().records);
    CHECK(has(xml, "tests=\"2\" failures=\"0\" errors=\"2\""));
    CHECK(has(xml, "<error type=\"internal\" message=\"network: map::at\">"));
}

TEST_CASE("JUnit: what XML cannot hold is replaced, what it would read is escaped") {
    Record record = samples::claim("<a> & \"b\" 'c'", Verdict::refuted);
    record.reason = "nul\0 bell\x07 esc\x1b tab\t line\n return\r bad\xff non\xEF\xBF\xBF end"s;
    record.note = "]]> <![CDATA[";
    const std::string xml = write_junit({record});
    CHECK(is_well_formed(xml));
    CHECK(has(xml, "name=\"&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;\""));
    CHECK(has(xml, "nul\\x00 bell\\x07 esc\\x1b tab&#9; line&#10; return&#13; bad\\xff non\uFFFD end\""));
    CHECK(has(xml, "]]&gt; &lt;![CDATA["));
    CHECK_FALSE(is_well_formed("<a b=\"\x07\"/>"));  // the controls of the check itself
    CHECK_FALSE(is_well_formed("<a><b></a></b>"));
    CHECK_FALSE(is_well_formed("<a>"));
}

TEST_CASE("GitHub: an annotation at path:line for each claim without its expected verdict") {
    Record record = samples::claim("act.gelu", Verdict::refuted);
    record.source.where = "src/act.py:41";
    CHECK(write_github({samples::claim("good"), record, samples::external("x"), samples::value("1/2", "0.5"),
                        samples::claim("known", Verdict::refuted, Verdict::refuted)}) ==
          "::error file=src/act.py,line=41,title=sigprop%3A act.gelu::refuted (expected: confirmed); stated "
          "0.7737413 (truncated); computed 0.773741303549923247179911367677%0Athe reason%0AThe variance "
          "within two sigma.\n");
    for (const char* where :
         {"eq. 1", "", "line 41", ":3", "a:", "a:b", "a:0", "https://host:8080", "a:1b"}) {
        record.source.where = where;
        CAPTURE(where);
        CHECK(write_github({record}).starts_with("::error title=sigprop%3A act.gelu::"));
    }
    record.read_from = "models/src/act.py:41";  // not as source.where has it, from the claims file
    CHECK(write_github({record}).starts_with("::error file=models/src/act.py,line=41,title="));
    record.verdict = Verdict::undecided;
    CHECK(write_github({record}).starts_with("::error "));
}

TEST_CASE("GitHub: a claim cannot write commands of its own") {
    Record record = samples::claim("a,b", Verdict::refuted);
    record.source.where = "odd,na%me:dir/x.py:7";
    record.reason = "100%\r\n::warning::mine";
    const std::string text = write_github({record});
    CHECK(text.starts_with("::error file=odd%2Cna%25me%3Adir/x.py,line=7,title=sigprop%3A a%2Cb::"));
    CHECK(has(text, "%0A100%25%0D%0A\\x3a:warning::mine%0A"));
    CHECK(text.find('\n') == text.size() - 1);
    CHECK(text.find('\r') == std::string::npos);
}
