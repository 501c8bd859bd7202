#include "core/evidence/evidence_text.hpp"

#include <charconv>
#include <sigprop/core/base/errors.hpp>

#include "core/base/fields.hpp"

namespace sigprop {
namespace {

template <class Number>
void add_number(std::string& text, Number number) {
    add_field(text, std::to_string(number));
}

class Fields {
public:
    explicit Fields(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool empty() const { return rest_.empty(); }

    std::string_view field() {
        const std::optional<std::string_view> field = cut_field(rest_);
        if (!field) fail();
        return *field;
    }
    template <class Number>
    Number number() {
        return parsed<Number>(field());
    }
    /// An enumerator, of which `last` is the last one.
    template <class Enum>
    Enum word(Enum last) {
        const int value = number<int>();
        if (value < 0 || value > static_cast<int>(last)) fail();
        return static_cast<Enum>(value);
    }

private:
    [[noreturn]] static void fail() { throw InputError("not the exact text of evidence"); }

    template <class Number>
    static Number parsed(std::string_view text) {
        Number number{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || end != text.data() + text.size()) fail();
        return number;
    }

    std::string_view rest_;
};

}  // namespace

std::string exact_text(const std::vector<Evidence>& all) {
    std::string text;
    for (const Evidence& one : all) {
        add_number(text, static_cast<int>(one.route));
        add_field(text, one.method);
        add_number(text, static_cast<int>(one.kind));
        add_number(text, static_cast<int>(one.status));
        add_number(text, one.value.precision());
        add_field(text, one.value.exact_text());
        add_field(text, one.reason);
        add_number(text, one.work.evaluations);
        add_number(text, one.work.samples);
        add_number(text, one.degrees_of_freedom);
        const Count count = one.count.value_or(Count());
        add_number(text, count.hits);
        add_number(text, count.of);
    }
    return text;
}

std::vector<Evidence> evidence_from_exact_text(std::string_view text) {
    std::vector<Evidence> all;
    for (Fields fields(text); !fields.empty();) {
        Evidence one;
        one.route = fields.word(RouteKind::measurement);
        one.method = fields.field();
        one.kind = fields.word(Kind::sample);
        one.status = fields.word(Status::internal);
        const long precision = fields.number<long>();
        one.value = Ball::from_exact_text(fields.field(), precision);
        one.reason = fields.field();
        one.work.evaluations = fields.number<std::uint64_t>();
        one.work.samples = fields.number<std::uint64_t>();
        one.degrees_of_freedom = fields.number<int>();
        Count count;
        count.hits = fields.number<std::uint64_t>();
        count.of = fields.number<std::uint64_t>();
        if (count.of > 0) one.count = count;
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace sigprop
