// sigprop report: reports as one page for a browser.

#include <algorithm>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "core/base/words.hpp"
#include "engine/binding/catalogue.hpp"
#include "formats/files.hpp"
#include "report/page/page.hpp"

#include "command.hpp"
#include "destinations.hpp"
#include "first_tries.hpp"
#include "reading.hpp"

namespace sigprop::tool {
namespace {

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

PageReport read_page_report(const std::string& path) {
    refuse_as_report(path, "report");
    const std::string text = read_named("the report", path);
    const std::string name = name_of(path);
    Report report = read_report(text, name);
    return {path == "-" ? name : std::filesystem::path(path).filename().string(), std::move(report),
            read_provenance(text, name)};
}

void check_standard_input(const Invocation& call) {
    std::vector<std::string> all = call.words;
    if (call.options.baseline) all.push_back(*call.options.baseline);
    if (std::ranges::count(all, "-") > 1)
        throw InputError("report reads standard input only once: give the other reports as files");
}

}  // namespace

Exit run_report(const Invocation& call) {
    const std::optional<std::string> given = call.flags.output("html");
    if (!given) {
        std::vector<std::string> words = call.words;
        std::string page = "page.html";
        if (words.size() > 1 && ending_of_path(words.back()) == ".html") {
            page = words.back();
            words.pop_back();
        }
        words.insert(words.begin(), "report");
        words.insert(words.end(), {"--html", page});
        throw InputError("report writes a page: " + shell_line(words));
    }
    const std::string& path = *given;
    check_standard_input(call);
    check_destination(call, "--html", path, call.words);
    Page page;
    page.definition = called_formula_mathml;
    for (const std::string& word : call.words) page.reports.push_back(read_page_report(word));
    Exit code = Exit::ok;
    if (const auto& baseline = call.options.baseline) {
        if (page.reports.size() != 1)
            throw InputError("--baseline compares one report with the baseline: give one report");
        const PageReport before = read_page_report(*baseline);
        const PageReport& after = page.reports.front();
        page.comparison = {before.name, after.name, compare(before.report, after.report)};
        if (!page.comparison->diff.empty()) code = Exit::failed;
    }
    call.options.context.check_interrupted();
    write_file_atomically(path, [&page](const TextSink& out) { write_page(page, out); });
    return code;
}

}  // namespace sigprop::tool
