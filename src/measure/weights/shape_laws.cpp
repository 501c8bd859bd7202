#include "measure/weights/shape_laws.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

class Fitted {
public:
    Fitted(const std::vector<std::size_t>& shape, WeightLayout layout, const WeightStatistics& found)
        : shape_(shape), found_(found), fans_(fans_of(shape, layout)) {
        const bool torch = layout == WeightLayout::torch;
        if (shape.size() < 2) return;
        const std::size_t last = shape.size() - 1;
        in_ = shape[torch ? 1 : last - 1];
        out_ = shape[torch ? 0 : last];
    }

    std::vector<KnownLaw> operator()() {
        if (!(fans_.in > 0) || !(fans_.out > 0) || !(found_.std > 0)) return {};
        omega();
        if (shape_.size() > 2) {
            groups();
            other_fans();
        }
        return std::move(known_);
    }

private:
    [[nodiscard]] double relative_error() const {
        return accepted_errors * found_.standard_error / found_.std;
    }

    /// SIREN at another omega than its usual 30, if the largest weight leaves one whole number.
    void omega() {
        const double limit = std::max(-found_.min, found_.max);
        const double omega = std::round(std::sqrt(6 / fans_.in) / limit);
        constexpr double most = 200;
        constexpr double gaps =
            20;  // the largest of n lies no further below the limit, in units of 1/n of it
        if (omega < 2 || omega > most || omega * gaps / static_cast<double>(found_.finite()) > 0.2) return;
        known_.push_back(
            {fmt::format("SIREN's hidden layer at omega {}, uniform ±sqrt(6/fan_in)/{}", omega, omega),
             WeightLaw::between(std::sqrt(6 / fans_.in) / omega),
             fmt::format("sqrt(2/{})/{}", number_text(fans_.in, 15), omega)});
    }

    /// The laws of a scheme that can have the std of the weights.
    void add(const std::string& name, const std::string& text, double variance) {
        const double ratio = found_.std / std::sqrt(variance);  // 0.88 where a cut is not corrected
        if (ratio < 0.8 || ratio > 1.2) return;
        std::vector<KnownLaw> laws;
        add_scheme(laws, name, text, variance);
        for (KnownLaw& one : laws) {
            const double std = moments_of(one.law, 0).std;
            if (std::abs(found_.std / std - 1) <= 2 * relative_error() + 0.01)
                known_.push_back(std::move(one));
        }
    }

    void groups() {
        constexpr std::size_t most = 1U << 16U;
        for (std::size_t groups = 2; groups <= std::min(out_, most); ++groups) {
            if (out_ % groups != 0) continue;
            const auto count = static_cast<double>(groups);
            const std::string in = fmt::format("({}*{})", groups, fans_.in);
            const std::string all = fmt::format(" of all {} groups", groups);
            add("kaiming (gain sqrt(2), fan_in" + all + ")", "2/" + in, 2 / (count * fans_.in));
            add("lecun (fan_in" + all + ")", "1/" + in, 1 / (count * fans_.in));
            add("xavier (fans" + all + ")", fmt::format("2/({} + {})", in, fans_.out),
                2 / (count * fans_.in + fans_.out));
            add("variance 1/(3 fan_in), fan_in" + all, "1/(3*" + in + ")", 1 / (3 * count * fans_.in));
            add(fmt::format("kaiming (gain sqrt(2), fan_out of one of {} groups)", groups),
                fmt::format("2*{}/{}", groups, fans_.out), 2 * count / fans_.out);
        }
    }

    void other_fans() {
        double sum = 0;
        for (const std::size_t length : shape_) sum += static_cast<double>(length);
        add("xavier of summed axes", fmt::format("2/({})", fmt::join(shape_, " + ")), 2 / sum);
        const auto pair = [&](double in, double out, const std::string& which) {
            const std::string first = number_text(in, 15);
            add("xavier" + which, fmt::format("2/({} + {})", first, number_text(out, 15)), 2 / (in + out));
            add("kaiming (gain sqrt(2), fan_in)" + which, "2/" + first, 2 / in);
            add("lecun" + which, "1/" + first, 1 / in);
        };
        pair(static_cast<double>(in_), static_cast<double>(out_), " without the kernel's area");
        const auto length = [&](std::size_t axis) { return static_cast<double>(shape_[axis]); };
        const std::size_t last = shape_.size() - 1;
        pair(length(last - 1), length(last), " of the last two axes");
        if (shape_.size() != 3) return;
        pair(length(0), length(1) * length(2), " of a projection to heads");
        pair(length(0) * length(1), length(2), " of a projection from heads");
    }

    const std::vector<std::size_t>& shape_;
    const WeightStatistics& found_;
    Fans fans_;
    std::size_t in_ = 0, out_ = 0;
    std::vector<KnownLaw> known_;
};

}  // namespace

std::vector<KnownLaw> shape_laws(const std::vector<std::size_t>& shape, WeightLayout layout,
                                 const WeightStatistics& found) {
    return Fitted(shape, layout, found)();
}

}  // namespace sigprop
