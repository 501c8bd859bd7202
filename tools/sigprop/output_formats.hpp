#pragma once
// The forms in which a report can be written: a row for each, with its flag, its help and its writer. Another
// form is another row.

#include <functional>
#include <sigprop/report/report.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "formats/text_sink.hpp"
#include "report/document.hpp"

#include "flags.hpp"

namespace sigprop::tool {

/// Writes one form of a report, in pieces.
using Form = std::function<void(const Report&, const TextOptions&, const TextSink& out)>;

/// The form whose whole text is make(report, options), or make(report).
template <class Make>
Form whole(Make make) {
    return [make](const Report& report, const TextOptions& options, const TextSink& out) {
        if constexpr (std::is_invocable_v<const Make&, const Report&, const TextOptions&>) {
            out(make(report, options));
        } else {
            out(make(report));
        }
    };
}

/// Writers of one report in the forms that depend on the command.
struct Forms {
    Form text, csv, markdown;
};

/// The forms of a report that a document says.
[[nodiscard]] Forms document_forms(Document document);

/// The forms for a report that holds records.
[[nodiscard]] Forms record_forms(std::string (*text)(const std::vector<Record>&, const TextOptions&));

struct OutputFormat {
    Flag flag;  ///< with the path
    void (*write)(const Report& report, const Forms& forms, const TextSink& out);
    std::string_view mark = {};   ///< in front of it in a file, so that it is known as ours
    bool of_every_report = true;  ///< or of those that judge alone
};

[[nodiscard]] const std::vector<OutputFormat>& output_formats();

/// A command's own flags and those of every command that makes a report: the formats of every report, and
/// where it goes.
[[nodiscard]] std::vector<std::string_view> with_report(std::vector<std::string_view> own);

}  // namespace sigprop::tool
