#pragma once
// What no output of the tool may hold, whatever file it read, and a claims file with every kind of claim.

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/utf8.hpp"
#include "tests/cli/run_tool.hpp"

namespace cli {

using Words = std::vector<std::string>;

inline bool holds_any(const std::string& line, std::initializer_list<const char*> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const char* part) { return line.find(part) != std::string::npos; });
}

/// What is wrong with a line, or nothing. Only --github may write annotations, which begin in one way.
inline std::string fault_of(std::string line, bool annotations) {
    if (annotations && (line.starts_with("::error title=") || line.starts_with("::error file="))) {
        line.erase(0, 2);
    }
    for (const char c : line) {
        if (static_cast<unsigned char>(c) < 0x20U || c == '\x7f') return "a control character";
    }
    for (std::size_t i = 0; i < line.size(); i += sigprop::utf8_length(line, i)) {
        if (sigprop::utf8_length(line, i) == 0) return "a byte that is no UTF-8";
    }
    if (holds_any(line, {"\u009b", "\u202e", "\u2066", "\u200f", "\u061c", "\u2028"})) return "a hidden one";
    if (holds_any(line, {"##[", "##vso["})) return "a command";
    for (const std::string blank : {" ", "\u00a0", "\u3000"}) {
        for (std::size_t at = 0; line.compare(at, blank.size(), blank) == 0;) line.erase(0, blank.size());
    }
    return line.starts_with("::") ? "a line that begins with ::" : "";
}

inline void check_text(const std::string& text, bool annotations) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (const std::string fault = fault_of(line, annotations); !fault.empty()) {
            CAPTURE(line);
            FAIL_CHECK(fault);
        }
    }
}

inline int check_run(const Words& words) {
    const cli::Run run = tool(words);
    CAPTURE(words[0] + " " + words.back());
    check_text(run.out, std::ranges::find(words, "--github") != words.end());
    check_text(run.err, false);
    CHECK(run.code < 6);
    CHECK_FALSE(run.says("internal error"));
    return run.code;
}

inline const std::string claims_file =
    R"~({"defaults": {"source": {"title": "t", "author": "u"}, "note": "n"}, "claims": [
  {"id": "a", "statement": "s", "source": {"title": "t", "author": "u", "year": 2020, "url": "https://a.b", "where": "w:1"},
   "expression": "1/3", "stated": "0.35", "convention": "rounded", "expected": "confirmed", "note": "n"},
  {"id": "b", "statement": "s", "expression": "1/3", "stated": "0.35", "dtype": "float32", "tolerance": {"ulps": 4}},
  {"id": "c", "statement": "s", "expression": "1/3", "stated": "0.35", "tolerance": "1e-3"},
  {"id": "d", "statement": "s", "expression": "1/3", "stated": "0.35", "bound": "upper"},
  {"id": "e", "statement": "s", "expression": "1/3", "stated": "0.35", "standard_error": "1e-3"},
  {"id": "f", "statement": "s", "kind": "external", "external": "wording", "reason": "r"},
  {"id": "h", "statement": "s", "says": "about", "quote": "q", "quote_en": "e", "expression": "1/3", "stated": "3", "factor": "2"},
  {"id": "i", "statement": "s", "kind": "finding", "source": {"title": "t", "use": "widely"}, "expression": "1/3", "stated": "0.35"},
  {"id": "g", "statement": "s", "expression": "activation.mean(\"x\")", "stated_from": {"path": "p.py", "regex": "x=(.*)"}}]})~";

}  // namespace cli
