#include "answer.hpp"

#include <array>
#include <chrono>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "core/ball/text.hpp"
#include "core/evidence/internal_error.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/named_call.hpp"

#include "functions.hpp"
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

std::pair<std::string, std::string> Answer::status_and_reason() const {
    if (!found_.contradiction.empty()) return {"contradiction", found_.contradiction};
    const Result result(found_.evidence, context_.digits, found_.by_simulation);
    return {std::string(to_string(result.status())), result.reason()};
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

Value answered(const std::string& text, const Request& request) {
    return answer_value(run(context_of(request), request, [&](const Context& context, Progress&) {
        ExpressionEvidence found = or_internal_error(
            context, [&] { return expression_evidence(bind_expression(text), context); },
            [&](std::string message) {
                return ExpressionEvidence{.text = text,
                                          .evidence = internal_error_evidence(std::move(message))};
            });
        return std::make_shared<Answer>(std::move(found), context);
    }));
}

/// {text, options}
Value evaluate(const Request& request) { return answered(request.text("text"), request); }

/// {quantity, arguments: [[name, text]], options}
Value call(const Request& request) {
    const std::string quantity = request.text("quantity");
    const Quantity* known = find_quantity(quantity);
    if (known == nullptr) throw InputError("there is no quantity '" + quantity + "'");
    return answered(text_of_call(*known, request.pairs("arguments")), request);
}

/// {text, repeats, options}: seconds that the library itself takes for one evaluation, for the bench.
Value seconds_of(const Request& request) {
    const std::string text = request.text("text");
    const auto repeats = request["repeats"].get<std::uint64_t>();
    return run(context_of(request), request, [&](const Context& context, Progress&) {
        const auto start = std::chrono::steady_clock::now();
        for (std::uint64_t i = 0; i < repeats; ++i)
            static_cast<void>(expression_evidence(bind_expression(text), context));
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return taken.count() / static_cast<double>(std::max<std::uint64_t>(repeats, 1));
    });
}

/// {answer}: rows of route, method, kind, status, reason, midpoint, radius, value, evaluations, samples,
/// interval, count
Value evidence_rows(const Request& request) {
    Value rows = Value::array();
    for (const EvidenceRecord& one : request.object<Answer>("answer")->record().evidence) {
        Value interval;
        if (one.interval)
            interval = Value::array({one.interval->level, one.interval->lower, one.interval->upper});
        Value count;
        if (one.count) count = Value::array({one.count->hits, one.count->of});
        rows.push_back(
            Value::array({to_string(one.route), one.method, to_string(one.kind), to_string(one.status),
                          one.reason, or_null(one.midpoint), or_null(one.radius), or_null(one.value),
                          one.evaluations, one.samples, interval, count}));
    }
    return rows;
}

/// {answer}: the report that the tool writes, as text
Value answer_report(const Request& request) {
    Report report;
    report.records.push_back(request.object<Answer>("answer")->record());
    return write_report(report);
}

/// {answer}: what it knows of the number
Value facts(const Request& request) {
    const auto answer = request.object<Answer>("answer");
    const Answer& a = *answer;
    auto [status, reason] = a.status_and_reason();
    Value made = Value::object();
    made["limit"] = a.found().limit;
    made["assumed"] = a.found().assumed;
    made["status"] = std::move(status);
    made["reason"] = std::move(reason);
    made["kind"] = or_null(a.kind());
    made["decimal"] = or_null(a.decimal());
    made["value"] = or_null(a.value());
    made["count"] = or_null(a.count());
    made["digits"] = a.proved_digits();
    made["exact_text"] = or_null(a.exact_text());
    made["bounds"] = or_null(a.bounds());
    return made;
}

/// {answer, other}
Value compare(const Request& request) {
    return or_null(request.object<Answer>("answer")->compare(*request.object<Answer>("other")));
}

}  // namespace

Value answer_value(std::shared_ptr<Answer> answer) {
    const ExpressionEvidence& found = answer->found();
    Value made = Value::array();  // element by element: a list of them is copied
    made.push_back(found.text);
    made.push_back(found.warnings);
    made.push_back(keep(std::move(answer)));
    return made;
}

std::span<const Function> answer_functions() {
    static constexpr std::array all = {Function{"evaluate", &evaluate},
                                       Function{"call", &call},
                                       Function{"seconds_of", &seconds_of},
                                       Function{"answer.facts", &facts},
                                       Function{"answer.evidence", &evidence_rows},
                                       Function{"answer.report", &answer_report},
                                       Function{"answer.compare", &compare}};
    return all;
}

}  // namespace sigprop::python
