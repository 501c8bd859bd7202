// One rule for what goes where: a flag of output alone prints to standard output; the word behind it is its
// file when it is '-' or ends as files of that form do; --json=FILE takes every name.

#include <doctest/doctest.h>

#include "tests/cli/refusals.hpp"

using cli::check_refused;
using cli::tool;
using Words = std::vector<std::string>;

namespace {

/// A call whose result the flag writes, and how that result begins.
struct Form {
    Words call;
    std::string flag, ending, beginning;
};

const std::vector<Form> forms = {{{"eval", "1/3"}, "--json", ".json", "{\n"},
                                 {{"eval", "1/3"}, "--csv", ".csv", "id,expression,"},
                                 {{"eval", "1/3"}, "--md", ".md", "| expression"},
                                 {{"verify", "jax.selu.alpha"}, "--junit", ".xml", "<?xml"},
                                 {{"list", "selu"}, "--json", ".json", "{\n"},
                                 {{"limits"}, "--md", ".md", "| what"},
                                 {{"sweep", "x^2", "--over", "x=1,2"}, "--csv", ".csv", "x,value,"}};

Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// A file of Markdown begins with a comment that standard output has not.
bool begins(const std::string& text, const std::string& beginning) {
    const std::size_t mark = text.starts_with("<!--") ? text.find('\n') + 1 : 0;
    return text.substr(mark).starts_with(beginning);
}

}  // namespace

TEST_CASE("each flag of output keeps to the one rule") {
    for (const Form& form : forms) {
        const cli::Folder folder;
        CAPTURE(form.call);
        CAPTURE(form.flag);
        const auto run = [&](const Words& more) {
            cli::Run done = tool(with(form.call, more), {.input = "", .folder = folder.path()});
            CHECK_MESSAGE(done.code == 0, done.err);
            return done;
        };
        const cli::Run bare = run({form.flag});
        CHECK(begins(bare.out, form.beginning));
        CHECK(begins(run({form.flag, "-"}).out, form.beginning));
        CHECK(begins(run({form.flag + "=-"}).out, form.beginning));
        CHECK(folder.empty());
        for (const std::string& name : {"a" + form.ending, "b.c" + form.ending}) {
            CHECK_FALSE(begins(run({form.flag, name}).out, form.beginning));
            CHECK(begins(folder.read(name), form.beginning));
            CHECK_FALSE(begins(run({form.flag + "=other" + name}).out, form.beginning));
            CHECK(begins(folder.read("other" + name), form.beginning));
        }
        run({form.flag + "=any.name"});
        CHECK(begins(folder.read("any.name"), form.beginning));
    }
}

TEST_CASE("a page is written by the same rule") {
    const cli::Folder folder;
    tool({"eval", "1/3", "--json", folder / "r.json"});
    const std::string page = "<!DOCTYPE html>";
    CHECK(tool({"report", folder / "r.json", "--html"}).out.starts_with(page));
    CHECK(tool({"report", folder / "r.json", "--html", "-"}).out.starts_with(page));
    CHECK(tool({"report", folder / "r.json", "--html", folder / "p.html"}).out.empty());
    CHECK(folder.read("p.html").starts_with(page));
    check_refused({"report", "--html", "r.json"}, "write --json r.json, or --html=r.json");
    check_refused({"report", "r.json"}, "sigprop report r.json --html page.html");
}

TEST_CASE("the file of another form is refused with what to write") {
    check_refused(
        {"eval", "1", "--json", "a.csv"},
        "--json a.csv: --json writes FILE.json: write --csv a.csv, or --json=a.csv to keep that name");
    check_refused({"eval", "1", "--csv", "a.json"}, "write --json a.json, or --csv=a.json");
    check_refused({"eval", "1", "--md", "a.HTML"}, "write --html a.HTML, or --md=a.HTML");
    check_refused({"verify", "--junit", "a.md"}, "write --md a.md, or --junit=a.md");
    check_refused({"eval", "1", "--csv", "a.tsv"}, "write --csv=a.tsv");
    check_refused({"sweep", "--shipped", "--json", "folder/"}, "write --json=folder/");
}

TEST_CASE("a word that ends as no file does stays a word") {
    CHECK(tool({"eval", "--json", "1 + 1"}).shows("\"decimal\": \"2\""));
    CHECK(tool({"eval", "--json", "0.5"}).shows("\"decimal\": \"0.5\""));
    CHECK(tool({"list", "--json", "selu.alpha"}).shows("selu.alpha"));
    CHECK(tool({"verify", "--json", "jax.selu.alpha"}).shows("\"jax.selu.alpha\""));
}
