#pragma once
// Reports as one page for a browser: a single file without a network, in which each record opens into its
// formula, its source and its evidence, and each curve is drawn. Everything that can be read stands in the
// page as HTML; scripts only filter, zoom and draw, so that a page without them, printed or read aloud, says
// the same. The wrong tool for another program: that reads the JSON.

#include <functional>
#include <optional>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

#include "formats/text_sink.hpp"

#include "report/diff.hpp"
#include "report/provenance.hpp"

namespace sigprop {

struct PageReport {
    std::string name;  ///< of the file
    Report report;
    Provenance provenance;
};

struct PageComparison {
    std::string before, after;  ///< names of the files
    Diff diff;
};

struct Page {
    std::vector<PageReport> reports;
    std::optional<PageComparison> comparison;
    /// What an expression is by definition, as a <math> element that the page shows below it; "" where
    /// nothing is known. Markup, so never made from a report's own text unescaped. The report floor cannot
    /// see the quantities: whoever can gives it.
    std::function<std::string(const std::string& expression)> definition = nullptr;
};

/// The first lines of a page.
inline constexpr std::string_view page_mark = "<!DOCTYPE html>\n<!-- written by sigprop -->\n";

/// HTML 5 in UTF-8. Equal input gives equal bytes.
void write_page(const Page& page, const TextSink& out);

}  // namespace sigprop
