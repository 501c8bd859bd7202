#include "report/page/html_text.hpp"

#include <doctest/doctest.h>

using sigprop::html_beginning, sigprop::html_text, sigprop::script_json, sigprop::visible_text;

TEST_CASE("markup is text") {
    CHECK(html_text("<script>alert(\"1\")</script> & 'x'") ==
          "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;");
    CHECK(html_text("]]> <!-- -->") == "]]&gt; &lt;!-- --&gt;");
    CHECK(html_text("1.5 ± 2, ℝ, 中文") == "1.5 ± 2, ℝ, 中文");
}

TEST_CASE("what would be obeyed or hidden has a name, and layout stays") {
    CHECK(visible_text("a\u202Eb") == "a⟨U+202E⟩b");
    CHECK(visible_text(std::string_view("a\0b", 3)) == "a⟨U+0000⟩b");
    CHECK(visible_text("a\x1b[31mb\r") == "a⟨U+001B⟩[31mb⟨U+000D⟩");
    CHECK(visible_text("\U000E0041") == "⟨U+E0041⟩");
    CHECK(visible_text("two\nlines\tand a tab") == "two\nlines\tand a tab");
    CHECK(visible_text("עברית") == "עברית");
    CHECK(visible_text("a\xff\xc3") == "a\uFFFD\uFFFD");
}

TEST_CASE("a beginning ends between characters, before escaping") {
    CHECK(html_beginning("<<<<", 2) == "&lt;&lt;…");
    CHECK(html_beginning("中文字", 2) == "中文…");
    CHECK(html_beginning("ab", 2) == "ab");
    CHECK(html_beginning("", 0).empty());
}

TEST_CASE("JSON in a script ends no script and opens no comment") {
    const std::string text = script_json(sigprop::Json::array({"</script><!--", "\u2028"}));
    CHECK(text.find('<') == text.npos);
    CHECK(text.starts_with(R"(["\u003c/script>\u003c!--")"));
    CHECK(sigprop::parse_json(text, "t").as_array()[0].as_string() == "</script><!--");
}
