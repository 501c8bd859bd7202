#include "measure/model/recipes.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <unordered_map>

#include "core/expression/substitute.hpp"
#include "measure/model/sizes.hpp"

namespace sigprop {
namespace {

/// Each part's tensor of a sized recipe; nullptr for those that it does not have.
using Assignment = std::vector<const SizedTensor*>;

/// The tensors that a part may be, in the recipe's order: those of no layer, and those of the part's own.
/// Tensors of other layers are most of a deep recipe, and are not looked at.
class OfLayer {
public:
    explicit OfLayer(const SizedRecipe& recipe) : recipe_(recipe) {
        for (std::size_t i = 0; i < recipe.tensors.size(); ++i) {
            const std::optional<std::int64_t>& layer = recipe.tensors[i].layer;
            all_.push_back(i);
            if (layer) {
                layers_[*layer].push_back(i);
            } else {
                none_.push_back(i);
            }
        }
    }

    /// The first tensor that fits(i), i its place in the recipe. Where the part has no layer,
    /// `no_layer_fits_all` says whether it may be of any layer or of none.
    template <class Fits>
    [[nodiscard]] const SizedTensor* first(const std::optional<std::int64_t>& layer, bool no_layer_fits_all,
                                           const Fits& fits) const {
        static const std::vector<std::size_t> nothing;
        const auto own = layer ? layers_.find(*layer) : layers_.end();
        const std::vector<std::size_t>& a = !layer && no_layer_fits_all ? all_ : none_;
        const std::vector<std::size_t>& b = own == layers_.end() ? nothing : own->second;
        for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
            const std::size_t at = j == b.size() || (i < a.size() && a[i] < b[j]) ? a[i++] : b[j++];
            if (fits(at)) return &recipe_.tensors[at];
        }
        return nullptr;
    }

private:
    const SizedRecipe& recipe_;
    std::vector<std::size_t> all_, none_;
    std::unordered_map<std::int64_t, std::vector<std::size_t>> layers_;
};

class ByName {
public:
    explicit ByName(const SizedRecipe& recipe) : of_layer_(recipe) {
        for (const SizedTensor& one : recipe.tensors)
            patterns_.push_back(std::make_unique<RE2>(one.pattern, RE2::Quiet));
    }

    [[nodiscard]] const SizedTensor* operator()(const ModelPart& part) const {
        const std::string name = part.whole_name();
        return of_layer_.first(part.layer, true,
                               [&](std::size_t i) { return RE2::PartialMatch(name, *patterns_[i]); });
    }

private:
    OfLayer of_layer_;
    std::vector<std::unique_ptr<RE2>> patterns_;
};

/// A recipe may know a role only fused, and a model only split, or the other way round.
bool is_role_of(const std::string& recipe, const std::string& model) {
    if (recipe == model) return true;
    const bool query_or_key = model == "query" || model == "key";
    if (recipe == "query_key_value") return query_or_key || model == "value";
    if (recipe == "query_key") return query_or_key;
    return recipe == "gate_up" && (model == "hidden" || model == "up");
}

class ByRole {
public:
    explicit ByRole(const SizedRecipe& recipe) : recipe_(recipe), of_layer_(recipe) {}

    [[nodiscard]] const SizedTensor* operator()(const ModelPart& part) const {
        if (part.role.role == "other") return nullptr;
        return of_layer_.first(part.layer, false, [&](std::size_t i) {
            return is_role_of(recipe_.tensors[i].role, part.role.role);
        });
    }

private:
    const SizedRecipe& recipe_;
    OfLayer of_layer_;
};

/// Holds the scan against one recipe under several values of its parameters.
class Fitter {
public:
    Fitter(const ModelScan& scan, const Recipe& recipe, const KnownSizes& known, bool is_given)
        : scan_(scan), recipe_(recipe), is_given_(is_given), inferred_(infer_sizes(scan, recipe, known)) {}

    RecipeFit operator()() {
        RecipeFit best = with_own_numbers();
        if (best.problem.empty() && !best.assumes.empty() && !best.by_role) best.alibi = alibi(best.assumes);
        return best;
    }

private:
    RecipeFit with_own_numbers() {
        RecipeFit best = attempt(inferred_.sizes);
        if (!best.problem.empty()) {
            forget_heads();
            best = attempt(inferred_.sizes);
        }
        if (!best.problem.empty() || best.random_explained == best.random_matched) return best;
        if (is_given_ && best.random_explained * 8 >= best.random_matched)
            return best;  // as the recipe is written
        improve_reals(best, inferred_.sizes);
        return best;
    }

    /// Where the number of heads was only assumed, and the recipe refuses it: one head fits every size, and
    /// most laws do not ask.
    void forget_heads() {
        const auto heads = std::ranges::find(inferred_.sizes, std::string("heads"), &ModelSize::name);
        if (heads == inferred_.sizes.end() || heads->from.find("assumed") == std::string::npos) return;
        *heads = {"heads", "1", "unknown"};
        std::erase_if(inferred_.sizes, [](const ModelSize& one) {
            return one.name == "kv_heads" || one.name == "head_dim" || one.name == "d_kv";
        });
    }

    static bool is_better(const RecipeFit& a, const RecipeFit& b) {
        if (a.weights_explained != b.weights_explained) return a.weights_explained > b.weights_explained;
        return a.log_likelihood > b.log_likelihood;
    }

    [[nodiscard]] RecipeFit attempt(const std::vector<ModelSize>& sizes) {
        RecipeFit fit;
        fit.recipe = recipe_.name;
        fit.sizes = sizes;
        fit.by_role = inferred_.by_role;
        RecipeSettings settings;
        for (const ModelSize& one : sizes) settings.emplace_back(one.name, one.value);
        try {
            const SizedRecipe made = sized(recipe_, settings);
            for (const auto& [name, value] : made.parameters) {
                const bool given = std::ranges::any_of(
                    sizes, [&, &called = name](const ModelSize& one) { return one.name == called; });
                if (given) continue;
                fit.sizes.push_back({name, value, "the recipe's"});
                if (is_in_laws_alone(name)) fit.assumes = name;
            }
            judge(fit, made);
        } catch (const InputError& error) {
            fit.problem = error.what();
        }
        return fit;
    }

    /// At the model's own width, muP is what everybody does: that is no alibi.
    std::string alibi(const std::string& name) {
        const auto real =
            std::ranges::find(recipe_.parameters, RecipeParameterKind::real, &RecipeParameter::kind);
        if (real == recipe_.parameters.end()) return "";
        const auto with = [&](double number, double std) {
            std::vector<ModelSize> sizes = inferred_.sizes;
            sizes.push_back({name, number_text(number, 9), "from the weights"});
            sizes.push_back({real->name, number_text(std, 6), "from the weights"});
            return sizes;
        };
        // Heads divide the model's width, as they must divide muP's base width.
        const auto width = std::ranges::find(inferred_.sizes, "d_model", &ModelSize::name);
        const double own = width == inferred_.sizes.end() ? 1 : numbers_(width->value);
        constexpr double factor = 4;
        const std::vector<Unit> at_one = units(with(own, 1));
        const std::vector<Unit> at_four = units(with(factor * own, 1));
        std::vector<std::pair<double, std::uint64_t>> stds;
        for (std::size_t k = 0; k < std::min(at_one.size(), at_four.size()); ++k) {
            const Unit& one = at_one[k];
            if (one.std == at_four[k].std)
                vote(stds, one.found->std / one.std, 3 * one.found->standard_error / one.std,
                     one.found->count);
        }
        const auto explains_all = [&](double number, double std) {
            const RecipeFit fit = attempt(with(number, std));
            return fit.problem.empty() && fit.random_explained == fit.random_matched;
        };
        for (const double std : most_voted(stds)) {
            std::optional<Estimate> sharpest;
            for (std::size_t k = 0; k < std::min(at_one.size(), at_four.size()); ++k) {
                const WeightStatistics& found = *at_one[k].found;
                const double power = std::log(at_four[k].std / at_one[k].std) / std::log(factor);
                if (power == 0) continue;
                const double number = own * std::pow(found.std / (std * at_one[k].std), 1 / power);
                const double error = std::abs(3 * number * found.standard_error / (found.std * power));
                if (std::isfinite(number) && number < 1e9 && (!sharpest || error < sharpest->error))
                    sharpest = {number, error};
            }
            if (!sharpest) continue;
            const std::optional<double> width = written_width(*sharpest);
            if (width && *width != own && !explains_all(own, std) && explains_all(*width, std))
                return number_text(*width, 9);
        }
        return "";
    }

    /// A number that weights tell, and how far it may be off.
    struct Estimate {
        double value, error;
    };
    /// The roundest width near the estimate. Widths are multiples of 8, as heads and hardware want them: a
    /// number between two of them is nobody's, but noise or another law.
    static std::optional<double> written_width(const Estimate& estimate) {
        for (const double step : {64.0, 32.0, 16.0, 8.0}) {
            const double width = std::round(estimate.value / step) * step;
            if (width > 0 && std::abs(width - estimate.value) <= estimate.error) return width;
        }
        return std::nullopt;
    }

    /// Whether it is a whole number that stands in a law and in no shape.
    [[nodiscard]] bool is_in_laws_alone(const std::string& name) const {
        const auto found = std::ranges::find(recipe_.parameters, name, &RecipeParameter::name);
        if (found == recipe_.parameters.end() || found->kind != RecipeParameterKind::integer) return false;
        const auto has = [&](const std::string& text) {
            return !text.empty() && mentions(parse_expression(text), name);
        };
        const auto in_shape = [&](const RecipeTensor& one) { return std::ranges::any_of(one.shape, has); };
        return std::ranges::any_of(recipe_.tensors, has, &RecipeTensor::scale) &&
               std::ranges::none_of(recipe_.tensors, in_shape);
    }

    [[nodiscard]] Assignment assign(const SizedRecipe& recipe) const {
        const auto each = [&](const auto& tensor_of) {
            Assignment assigned;
            for (const ModelPart& one : scan_.parts) assigned.push_back(tensor_of(one));
            return assigned;
        };
        return inferred_.by_role ? each(ByRole(recipe)) : each(ByName(recipe));
    }

    void judge(RecipeFit& fit, const SizedRecipe& made) {
        const Assignment assigned = assign(made);
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            const ModelPart& part = scan_.parts[i];
            if (assigned[i] == nullptr) {
                if (part.is_matrix()) fit.foreign.push_back(i);
                continue;
            }
            if (!assigned[i]->has_law) {
                fit.expected.unlawful.insert(i);
                continue;
            }
            const ExpectedLaw law = expected_law(*assigned[i], numbers_);
            const bool random = law.form != TensorLaw::constant;
            const std::uint64_t weights = part.statistics().count;
            fit.expected.judge(i, part, law, assigned[i]->std, random ? assigned[i]->std : "",
                               has_depth(assigned[i]->written));
            ++fit.matched;
            if (random) ++fit.random_matched;
            fit.weights_matched += weights;
            if (!fit.expected.agrees(i)) continue;
            ++fit.explained;
            if (random) ++fit.random_explained;
            fit.weights_explained += weights;
            fit.log_likelihood += law.log_likelihood_of(part.seen);
        }
    }

    /// Numbers such as initializer_range are estimated from the tensors whose std is proportional to them,
    /// and rounded as far as these allow.
    void improve_reals(RecipeFit& best, const std::vector<ModelSize>& sizes) {
        for (const RecipeParameter& one : recipe_.parameters) {
            if (one.kind != RecipeParameterKind::real || inferred_.is_known(one.name)) continue;
            for (const double value : estimates(one, sizes)) {
                std::vector<ModelSize> with = sizes;
                with.push_back({one.name, number_text(value, 6), "from the weights"});
                keep_better(best, with);
            }
        }
    }

    void keep_better(RecipeFit& best, const std::vector<ModelSize>& sizes) {
        RecipeFit fit = attempt(sizes);
        if (fit.problem.empty() && is_better(fit, best)) best = std::move(fit);
    }

    /// A part of a random law, and the std that a recipe would give it.
    struct Unit {
        const WeightStatistics* found;
        double std;
    };
    /// None where the sizes are none of the recipe.
    [[nodiscard]] std::vector<Unit> units(const std::vector<ModelSize>& sizes) {
        RecipeSettings settings;
        for (const ModelSize& one : sizes) settings.emplace_back(one.name, one.value);
        SizedRecipe made;
        try {
            made = sized(recipe_, settings);
        } catch (const InputError&) {
            return {};
        }
        std::vector<Unit> all;
        const Assignment assigned = assign(made);
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            const WeightStatistics& found = scan_.parts[i].statistics();
            if (assigned[i] == nullptr || assigned[i]->std.empty() || !(found.std > 0)) continue;
            const double std = numbers_(assigned[i]->law == TensorLaw::truncated_normal ? assigned[i]->scale
                                                                                        : assigned[i]->std);
            if (std > 0 && std::isfinite(std)) all.push_back({&found, std});
        }
        return all;
    }

    /// A few values of the parameter, each with the votes of tensors it explains: the largest votes first.
    [[nodiscard]] std::vector<double> estimates(const RecipeParameter& parameter,
                                                std::vector<ModelSize> sizes) {
        sizes.push_back({parameter.name, "1", ""});  // which may be no value of this parameter
        std::vector<std::pair<double, std::uint64_t>> votes;
        for (const Unit& one : units(sizes))
            vote(votes, one.found->std / one.std, 3 * one.found->standard_error / one.std, one.found->count);
        return most_voted(votes);
    }

    static std::vector<double> most_voted(std::vector<std::pair<double, std::uint64_t>>& votes) {
        std::ranges::stable_sort(votes, std::greater<>(), &std::pair<double, std::uint64_t>::second);
        std::vector<double> values;
        constexpr std::size_t most = 3;
        for (const auto& [value, weights] : votes) {
            if (values.size() < most) values.push_back(value);
        }
        return values;
    }

    static void vote(std::vector<std::pair<double, std::uint64_t>>& votes, double value, double error,
                     std::uint64_t weights) {
        constexpr int max_digits = 6;
        for (int digits = 1; digits <= max_digits; ++digits) {
            const double rounded = rounded_to(value, digits);
            if (std::abs(rounded - value) > error && digits < max_digits) continue;
            const auto same = std::ranges::find(votes, rounded, &std::pair<double, std::uint64_t>::first);
            if (same != votes.end()) {
                same->second += weights;
            } else {
                votes.emplace_back(rounded, weights);
            }
            return;
        }
    }

    const ModelScan& scan_;
    const Recipe& recipe_;
    bool is_given_;
    InferredSizes inferred_;
    Numbers numbers_;
};

bool is_known_size(const std::string& name) {
    return std::ranges::any_of(shipped_recipes(), [&](const Recipe& recipe) {
        return std::ranges::find(recipe.parameters, name, &RecipeParameter::name) != recipe.parameters.end();
    });
}

}  // namespace

std::vector<RecipeFit> fit_recipes(const ModelScan& scan, const KnownSizes& known, const std::string& given,
                                   const Context& context) {
    for (const ModelSize& one : known) {
        if (one.from != "--set" || is_known_size(one.name)) continue;
        throw InputError("--set " + one.name + ": no recipe has a size '" + one.name +
                         "'; `sigprop recipe NAME` lists the sizes of a recipe");
    }
    std::vector<RecipeFit> fits;
    for (const Recipe& one : shipped_recipes()) {
        context.check_interrupted();
        if (one.only_named && one.name != given) continue;
        fits.push_back(Fitter(scan, one, known, one.name == given)());
        fits.back().is_given = one.name == given;
    }
    // The recipe whose names the model has is what it was meant to be, as long as it explains half of what is
    // random; what it does not explain is then odd.
    const auto is_meant = [](const RecipeFit& one) {
        return !one.by_role && one.assumes.empty() && one.random_matched > 0 &&
               one.random_explained * 2 >= one.random_matched;
    };
    std::ranges::stable_sort(fits, [&](const RecipeFit& a, const RecipeFit& b) {
        if (a.is_given != b.is_given) return a.is_given;
        if (a.problem.empty() != b.problem.empty()) return a.problem.empty();
        if (a.alibi.empty() != b.alibi.empty()) return b.alibi.empty();
        if (is_meant(a) != is_meant(b)) return is_meant(a);
        if (a.weights_explained != b.weights_explained) return a.weights_explained > b.weights_explained;
        // Who needs one number less to explain as much explains it better.
        if (a.assumes.empty() != b.assumes.empty()) return a.assumes.empty();
        if (a.by_role != b.by_role) return !a.by_role;
        if (a.weights_matched != b.weights_matched) return a.weights_matched > b.weights_matched;
        return a.log_likelihood > b.log_likelihood;
    });
    return fits;
}

}  // namespace sigprop
