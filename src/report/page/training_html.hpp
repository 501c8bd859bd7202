#pragma once
// Several training runs in one page: a table of how they ended, and one chart for each quantity with a curve
// for each run, which is called by what tells it from the others.

#include <string>
#include <vector>

#include "report/page/page.hpp"

namespace sigprop {

/// A report of `sigprop train` among those of a page. Refers to it.
struct ComparedRun {
    const PageReport* report = nullptr;
    std::string name;  ///< "post_norm", "rate=1e-3"; the file's where the designs are the same
};

/// The training runs of a page, where there are two or more; else none.
[[nodiscard]] std::vector<ComparedRun> compared_runs(const Page& page);

/// Whether the chart of this series stands among those of the runs.
[[nodiscard]] bool is_of_training(const Series& series);

/// A section with the id `runs`.
[[nodiscard]] std::string training_html(const std::vector<ComparedRun>& runs);

}  // namespace sigprop
