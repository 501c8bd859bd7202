#pragma once
// Where the results of eval, verify and sweep go: standard output, files, a comparison with a stored report.
// Problems with the destinations are found before anything is computed. Files are written at the end, each as
// a whole, and before standard output, so that a reader that goes away costs nothing.

#include <chrono>
#include <functional>
#include <sigprop/engine/record.hpp>
#include <string>

#include "command.hpp"
#include "output_formats.hpp"

namespace sigprop::tool {

class Delivery {
public:
    /// Refuses two results for standard output or for one file, folders that cannot be written, and a
    /// baseline that is no report.
    /// Errors   InputError, IoError
    explicit Delivery(const Invocation& call);

    /// Limits the baseline to the requested records, where only some were requested.
    void keep_of_baseline(const std::function<bool(const std::string& id)>& asked_for);

    /// Whether a record of the baseline has this warning.
    [[nodiscard]] bool baseline_warns(const std::string& warning) const;

    /// Writes everything; returns the code, or a worse one if a comparison found a change.
    [[nodiscard]] Exit finish(Report report, Exit code, const Forms& forms) const;

private:
    void tell_warnings(const Report& report) const;
    void write_files(const Report& report, const Forms& forms) const;
    void write_stdout(const Report& report, const Forms& forms, const std::string& comparison) const;

    const Invocation& call_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    Report baseline_;
};

}  // namespace sigprop::tool
