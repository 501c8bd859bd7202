#include "output_formats.hpp"

#include <memory>

#include "report/export.hpp"
#include "report/own_report.hpp"

namespace sigprop::tool {

Forms document_forms(Document document) {
    const auto held = std::make_shared<const Document>(std::move(document));
    return {whole([held](const Report&, const TextOptions& options) { return text_of(*held, options); }),
            whole([held](const Report&) { return csv_of(*held); }),
            whole([held](const Report&) { return markdown_of(*held); })};
}

Forms record_forms(std::string (*text)(const std::vector<Record>&, const TextOptions&)) {
    return {whole([text](const Report& report, const TextOptions& options) {
                return text(report.records, options);
            }),
            whole([](const Report& report) { return write_records_csv(report.records); }),
            whole([](const Report& report) { return write_markdown(report.records); })};
}

const std::vector<OutputFormat>& output_formats() {
    using enum FlagValue;
    static const std::vector<OutputFormat> all = {
        {.flag = {"json", output, "FILE.json", "write the report as JSON, to a file or instead of the table",
                  false, ".json"},
         .write = [](const Report& report, const Forms&, const TextSink& out) { write_report(report, out); }},
        {.flag = {"csv", output, "FILE.csv", "write the report as CSV", false, ".csv"},
         .write = [](const Report& report, const Forms& forms,
                     const TextSink& out) { forms.csv(report, {}, out); }},
        {.flag = {"md", output, "FILE.md", "write the report as Markdown", false, ".md"},
         .write = [](const Report& report, const Forms& forms,
                     const TextSink& out) { forms.markdown(report, {}, out); },
         .mark = markdown_mark},
        {.flag = {"junit", output, "FILE.xml", "write the verdicts as JUnit XML", false, ".xml"},
         .write = [](const Report& report, const Forms&,
                     const TextSink& out) { out(write_junit(report.records)); },
         .of_every_report = false},
    };
    return all;
}

std::vector<std::string_view> with_report(std::vector<std::string_view> own) {
    for (const OutputFormat& format : output_formats())
        if (format.of_every_report) own.push_back(format.flag.name);
    for (const std::string_view flag : {"force", "baseline", "reproducible", "quiet", "color"})
        own.push_back(flag);
    return own;
}

}  // namespace sigprop::tool
