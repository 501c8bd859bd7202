#include "answer.hpp"

#include <pybind11/stl.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "core/ball/text.hpp"
#include "core/evidence/internal_error.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/named_call.hpp"

#include "report/outcome.hpp"
#include "running.hpp"

namespace sigprop::python {

Answer::Answer(ExpressionEvidence found, const Context& context)
    : found_(std::move(found)), context_(context) {
    context_.cancelled = nullptr;
    context_.watch = nullptr;
    context_.deadline.reset();
}

const Evidence* Answer::best() const {
    if (const Evidence* enclosure = narrowest_enclosure(found_.evidence)) return enclosure;
    if (!found_.by_simulation) return nullptr;
    for (const Evidence& one : found_.evidence) {
        if (one.kind == Kind::sample && one.status == Status::ok) return &one;
    }
    return nullptr;
}

std::string Answer::status() const {
    if (!found_.contradiction.empty()) return "contradiction";
    return std::string(to_string(Result(found_.evidence, context_.digits, found_.by_simulation).status()));
}

std::string Answer::reason() const {
    if (!found_.contradiction.empty()) return found_.contradiction;
    return Result(found_.evidence, context_.digits, found_.by_simulation).reason();
}

std::optional<std::string> Answer::kind() const {
    const Evidence* one = best();
    if (one == nullptr) return std::nullopt;
    return std::string(to_string(one->kind));
}

std::optional<std::string> Answer::decimal() const {
    const Evidence* one = best();
    if (one == nullptr) return std::nullopt;
    if (one->kind == Kind::enclosure) return sigprop::proved_decimal(one->value, context_.digits);
    if (one->count) return shortest(*value());
    return decimal_ball(one->value, context_.digits).midpoint;
}

std::optional<double> Answer::value() const {
    const Evidence* one = best();
    if (one == nullptr) return std::nullopt;
    if (one->count) return static_cast<double>(one->count->hits) / static_cast<double>(one->count->of);
    return nearest_double(one->value);
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> Answer::count() const {
    const Evidence* one = best();
    if (one == nullptr || !one->count) return std::nullopt;
    return std::pair(one->count->hits, one->count->of);
}

long Answer::proved_digits() const {
    const Evidence* one = narrowest_enclosure(found_.evidence);
    return one == nullptr ? 0 : sigprop::proved_digits(one->value, context_.digits);
}

std::optional<std::string> Answer::exact_text() const {
    const Evidence* one = narrowest_enclosure(found_.evidence);
    if (one == nullptr) return std::nullopt;
    return one->value.exact_text();
}

std::optional<std::pair<double, double>> Answer::bounds() const {
    const Evidence* one = narrowest_enclosure(found_.evidence);
    if (one == nullptr) return std::nullopt;
    return std::pair(one->value.lower_double(), one->value.upper_double());
}

Record Answer::record() const { return record_of(found_, context_); }

std::optional<int> Answer::compare(const Answer& other) const {
    const Evidence* a = narrowest_enclosure(found_.evidence);
    const Evidence* b = narrowest_enclosure(other.found_.evidence);
    if (a == nullptr || b == nullptr) return std::nullopt;
    const Ball difference = a->value - b->value;
    if (difference.is_positive()) return 1;
    if (difference.is_negative()) return -1;
    if (difference.is_exact() && difference.contains_zero()) return 0;
    return std::nullopt;
}

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::shared_ptr<Answer> answered(const std::string& text, const py::dict& options) {
    return run(context_of(options), [&](const Context& context, Progress&) {
        ExpressionEvidence found = or_internal_error(
            context, [&] { return expression_evidence(bind_expression(text), context); },
            [&](std::string message) {
                return ExpressionEvidence{.text = text,
                                          .evidence = internal_error_evidence(std::move(message))};
            });
        return std::make_shared<Answer>(std::move(found), context);
    });
}

/// Seconds that the library itself takes for one of `repeats` evaluations, for the bench.
double seconds_of(const std::string& text, std::uint64_t repeats, const py::dict& options) {
    return run(context_of(options), [&](const Context& context, Progress&) {
        const auto start = std::chrono::steady_clock::now();
        for (std::uint64_t i = 0; i < repeats; ++i)
            static_cast<void>(expression_evidence(bind_expression(text), context));
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return taken.count() / static_cast<double>(std::max<std::uint64_t>(repeats, 1));
    });
}

std::string call_text(const std::string& quantity, const Pairs& arguments) {
    const Quantity* known = find_quantity(quantity);
    if (known == nullptr) throw InputError("there is no quantity '" + quantity + "'");
    return text_of_call(*known, arguments);
}

/// (route, method, kind, status, reason, midpoint, radius, value, evaluations, samples, interval)
py::list evidence_rows(const Answer& answer) {
    py::list rows;
    for (const EvidenceRecord& one : answer.record().evidence) {
        py::object interval = py::none();
        if (one.interval)
            interval = py::make_tuple(one.interval->level, one.interval->lower, one.interval->upper);
        py::object count = py::none();
        if (one.count) count = py::make_tuple(one.count->hits, one.count->of);
        rows.append(py::make_tuple(to_string(one.route), one.method, to_string(one.kind),
                                   to_string(one.status), one.reason, one.midpoint, one.radius, one.value,
                                   one.evaluations, one.samples, interval, count));
    }
    return rows;
}

std::string report_text(const Answer& answer) {
    Report report;
    report.records.push_back(answer.record());
    return write_report(report);
}

}  // namespace

void bind_answers(py::module_& module) {
    py::class_<Answer, std::shared_ptr<Answer>>(module, "Answer")
        .def_property_readonly("text", [](const Answer& a) { return a.found().text; })
        .def_property_readonly("limit", [](const Answer& a) { return a.found().limit; })
        .def_property_readonly("assumed", [](const Answer& a) { return a.found().assumed; })
        .def_property_readonly("warnings", [](const Answer& a) { return a.found().warnings; })
        .def_property_readonly("status", &Answer::status)
        .def_property_readonly("reason", &Answer::reason)
        .def_property_readonly("kind", &Answer::kind)
        .def_property_readonly("decimal", &Answer::decimal)
        .def_property_readonly("value", &Answer::value)
        .def_property_readonly("count", &Answer::count)
        .def_property_readonly("digits", &Answer::proved_digits)
        .def_property_readonly("exact_text", &Answer::exact_text)
        .def_property_readonly("bounds", &Answer::bounds)
        .def("evidence", &evidence_rows)
        .def("report", &report_text)
        .def("compare", &Answer::compare);
    module.def("evaluate", &answered, py::arg("text"), py::arg("options"));
    module.def("seconds_of", &seconds_of, py::arg("text"), py::arg("repeats"), py::arg("options"));
    module.def(
        "call",
        [](const std::string& quantity, const Pairs& arguments, const py::dict& options) {
            return answered(call_text(quantity, arguments), options);
        },
        py::arg("quantity"), py::arg("arguments"), py::arg("options"));
}

}  // namespace sigprop::python
