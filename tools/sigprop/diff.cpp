// sigprop diff: compares two reports by meaning.

#include "report/diff.hpp"
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "formats/files.hpp"

#include "command.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

Report read(const std::string& path) {
    return read_report(read_file(path), path == "-" ? "standard input" : path);
}

}  // namespace

Exit run_diff(const Invocation& call) {
    if (call.words[0] == "-" && call.words[1] == "-") {
        throw InputError("diff reads standard input once: name one of the reports");
    }
    const Report before = read(call.words[0]);
    const Diff diff = compare(before, read(call.words[1]));
    if (!call.options.quiet) print(diff_text(diff));
    return diff.empty() ? Exit::ok : Exit::failed;
}

}  // namespace sigprop::tool
