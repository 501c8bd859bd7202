// What a norm costs for one row of features, counted from its formulas: by polynomials in the number of
// features, and by carrying out the formulas with numbers that count.

#include "catalogue/normalization.hpp"
#include "quantities/normalization/support.hpp"
#include "quantities/rows.hpp"

#include <optional>

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

// ---- by polynomials

/// a dim + b operations; sums over the row; passes over it.
struct CostOfRow {
    std::int64_t per_entry = 0, per_row = 0, sums = 0, passes = 1;
};

CostOfRow cost_of(CostLayer layer, CostDirection direction) {
    const bool forward = direction == CostDirection::forward;
    switch (layer) {
        case CostLayer::layer_norm: return forward ? CostOfRow{7, 3, 2, 3} : CostOfRow{11, 0, 2, 2};
        case CostLayer::rms_norm: return forward ? CostOfRow{4, 3, 1, 2} : CostOfRow{8, 0, 1, 2};
        case CostLayer::dyt: return forward ? CostOfRow{4, 0, 0, 1} : CostOfRow{10, 0, 1, 1};
    }
    return {};
}

// ---- by carrying them out

/// What one row takes. A pass is a loop over the row that starts when the loops before it have ended.
struct Ledger {
    std::int64_t operations = 0, sums = 0, passes = 0, dim = 0;

    template <class Body>
    void pass(const Body& body) {
        ++passes;
        for (std::int64_t i = 0; i < dim; ++i) body(i);
    }
};

/// A number without a value, whose operations the ledger counts.
struct Counted {
    Ledger* ledger;
    Counted counted() const {
        ++ledger->operations;
        return *this;
    }
};
Counted operator+(const Counted& a, const Counted&) { return a.counted(); }
Counted operator-(const Counted& a, const Counted&) { return a.counted(); }
Counted operator*(const Counted& a, const Counted&) { return a.counted(); }
Counted operator/(const Counted& a, const Counted&) { return a.counted(); }
Counted sqrt(const Counted& a) { return a.counted(); }
Counted tanh(const Counted& a) { return a.counted(); }

/// A sum over the row: its first term is no addition.
class RowSum {
public:
    explicit RowSum(Ledger& ledger) : total_{&ledger} { ++ledger.sums; }
    void add(const Counted& term) {
        if (!is_empty_) total_ = total_ + term;
        is_empty_ = false;
    }
    [[nodiscard]] const Counted& total() const { return total_; }

private:
    Counted total_;
    bool is_empty_ = true;
};

/// y = gamma (x - mu)/sqrt(var + eps) + beta, without mean and beta for RMSNorm; DyT: gamma tanh(alpha x) +
/// beta.
void run_forward(CostLayer layer, Ledger& ledger) {
    const Counted x{&ledger}, gamma = x, beta = x, n = x, eps = x, one = x, alpha = x;
    if (layer == CostLayer::dyt) {
        ledger.pass([&](std::int64_t) { static_cast<void>(gamma * tanh(alpha * x) + beta); });
        return;
    }
    const bool centres = layer == CostLayer::layer_norm;
    if (centres) {
        RowSum sum(ledger);
        ledger.pass([&](std::int64_t) { sum.add(x); });
        static_cast<void>(sum.total() / n);
    }
    RowSum squares(ledger);
    ledger.pass([&](std::int64_t) {
        const Counted deviation = centres ? x - x : x;  // kept for the next pass
        squares.add(deviation * deviation);
    });
    const Counted scale = one / sqrt(squares.total() / n + eps);
    ledger.pass([&](std::int64_t) {
        const Counted y = gamma * (x * scale);
        if (centres) static_cast<void>(y + beta);
    });
}

/// From the gradient g of y and the kept y^ = (x - mu)/s and 1/s (DyT: t = tanh(alpha x)) to those of x and
/// of the parameters, which add up over rows.
void run_backward(CostLayer layer, Ledger& ledger) {
    const Counted g{&ledger}, gamma = g, kept = g, scale = g, n = g, one = g, alpha = g, x = g, total = g;
    if (layer == CostLayer::dyt) {
        RowSum of_alpha(ledger);
        ledger.pass([&](std::int64_t) {
            const Counted u = g * gamma * (one - kept * kept);
            static_cast<void>(alpha * u);
            of_alpha.add(u * x);
            static_cast<void>(total + g * kept);
            static_cast<void>(total + g);
        });
        static_cast<void>(total + of_alpha.total());
        return;
    }
    const bool centres = layer == CostLayer::layer_norm;
    RowSum along(ledger);
    std::optional<RowSum> mean;
    if (centres) mean.emplace(ledger);
    ledger.pass([&](std::int64_t) {
        const Counted h = g * gamma;
        along.add(h * kept);
        if (mean) mean->add(h);
        static_cast<void>(total + g * kept);
        if (centres) static_cast<void>(total + g);
    });
    const Counted a = along.total() / n;
    if (mean) static_cast<void>(mean->total() / n);
    ledger.pass([&](std::int64_t) {
        const Counted left = g - kept * a;
        static_cast<void>(scale * (centres ? left - a : left));
    });
}

// ---- routes

Routes cost_routes(const NormCostArguments& given) {
    const CostOfRow cost = cost_of(given.layer, given.direction);
    const auto chosen = [of = given.of](std::int64_t sums, std::int64_t passes, std::int64_t operations) {
        return of == CostNumber::reductions ? sums : of == CostNumber::passes ? passes : operations;
    };
    const std::int64_t number = chosen(cost.sums, cost.passes, cost.per_entry * given.dim + cost.per_row);
    return {constant(RouteKind::closed_form, "closed_form", whole(number)),
            enclosure(RouteKind::definition, "recursion", [given, chosen](long, const Context&) -> Answer {
                Ledger ledger{.dim = given.dim};
                if (given.direction == CostDirection::forward) run_forward(given.layer, ledger);
                if (given.direction == CostDirection::backward) run_backward(given.layer, ledger);
                return Ball(chosen(ledger.sums, ledger.passes, ledger.operations));
            })};
}

}  // namespace

std::vector<Quantity> norm_cost_quantities() { return {quantity("norm.cost", cost_routes)}; }

}  // namespace sigprop
