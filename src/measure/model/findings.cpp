#include "measure/model/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/base/words.hpp"
#include "measure/model/copies.hpp"
#include "measure/model/deviation.hpp"
#include "measure/model/known_faults.hpp"

namespace sigprop {
namespace {

class Finder {
public:
    Finder(const ModelAudit& audit, const TensorFiles& files)
        : audit_(audit), scan_(audit.scan), files_(files) {
        if (audit.holds_expected()) expected_ = &*audit.expected;
        if (!audit.judgement) return;
        for (std::size_t k = 0; k < audit.judgement->records.size(); ++k) {
            if (audit.judgement->records[k].verdict == Verdict::confirmed)
                accepted_.insert(audit.judgement->parts[k]);
        }
    }

    std::vector<ModelFinding> operator()() {
        not_finite();
        never_written();
        constants();
        unlike_layers();
        copies();
        fresh_and_trained();
        if (expected_ != nullptr) unlike_expected();
        namesake_never_ran();
        strays();
        untied();
        closer_looks();
        gains();
        return std::move(findings_);
    }

private:
    [[nodiscard]] const ModelPart& part(std::size_t i) const { return scan_.parts[i]; }
    [[nodiscard]] const std::string& name(std::size_t i) const { return part(i).seen.name; }

    void add(const char* kind, std::vector<std::size_t> parts, std::string text, bool accuses) {
        findings_.push_back({kind, std::move(parts), std::move(text), accuses});
    }

    /// The parts as a reader calls them: the name of one, the pattern and the layers of several.
    [[nodiscard]] std::string called(const std::vector<std::size_t>& parts) const {
        if (parts.size() == 1) return name(parts.front());
        const std::string layers = layers_text(scan_, parts);
        const std::string& group = part(parts.front()).group;
        const bool same = std::ranges::all_of(parts, [&](std::size_t i) { return part(i).group == group; });
        if (same && !layers.empty()) return group + ", " + layers;
        std::string text = name(parts.front());
        constexpr std::size_t most = 4;
        for (std::size_t k = 1; k < std::min(parts.size(), most); ++k) text += ", " + name(parts[k]);
        const std::size_t rest = parts.size() - std::min(parts.size(), most);
        return rest == 0 ? text : fmt::format("{} and {} other{}", text, rest, rest == 1 ? "" : "s");
    }

    /// Whether a specification says that this part is right.
    [[nodiscard]] bool is_accepted(std::size_t i) const { return accepted_.contains(i); }

    /// Whether what it should be is known: it is then right, or said to be unlike that.
    [[nodiscard]] bool is_known(std::size_t i) const {
        return has_law(i) || (expected_ != nullptr && expected_->unlawful.contains(i));
    }
    /// Not so where it is known to follow no simple law: what its siblings say then counts.
    [[nodiscard]] bool has_law(std::size_t i) const {
        if (is_accepted(i)) return true;
        if (expected_ == nullptr || !expected_->known.contains(i)) return false;
        // What is only told as a remark says nothing against what siblings say.
        return !expected_->is_namesake() || expected_->agrees(i) || expected_->accuses(i);
    }
    [[nodiscard]] bool is_random(std::size_t i) const {
        return expected_ != nullptr && expected_->random.contains(i);
    }
    [[nodiscard]] std::size_t index_of(const ModelPart& one) const {
        return static_cast<std::size_t>(&one - scan_.parts.data());
    }
    [[nodiscard]] static bool is_constant(const ModelPart& one) {
        const WeightStatistics& found = one.statistics();
        return found.finite() > 1 && found.min == found.max;
    }

    /// The number of which each tensor has copies: one of them, or each in turn.
    [[nodiscard]] std::string constants_of(const std::vector<std::size_t>& parts) const {
        std::string text;
        std::set<double> told;
        for (const std::size_t i : parts) {
            const double number = part(i).statistics().min;
            if (!told.insert(number).second) continue;
            constexpr std::size_t most = 4;
            if (told.size() > most) return text + " and more";
            text += (text.empty() ? "" : ", ") + number_text(number, 6);
        }
        return told.size() > 1 ? text + ", one number per tensor" : text;
    }

    void not_finite() {
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            const WeightStatistics& found = part(i).statistics();
            if (!found.first_bad) continue;
            const std::string memory = is_memory(i) ? "; " + memory_words(i) : "";
            // Limits that nothing reaches, such as those of activations that are clipped
            const bool limits = found.nans == 0 && found.finite() == 0;
            add("not finite", {i},
                fmt::format("{}: {} NaN and {} infinite weights, the first at {}{}", name(i), found.nans,
                            found.infinities, part(i).seen.first_bad, memory),
                !limits);
        }
    }

    /// Whether there are numbers that no initialiser draws and bytes of other data often are. Weights that
    /// training lets decay may be as small.
    [[nodiscard]] bool is_memory(std::size_t i) const {
        constexpr double huge = 1e20;
        const WeightStatistics& found = part(i).statistics();
        const bool odd = part(i).look.subnormal > 0 || found.max > huge || found.min < -huge;
        return odd && audit_.state != ModelState::trained && found.finite() > 1 && found.min != found.max;
    }
    [[nodiscard]] std::string memory_words(std::size_t i) const {
        const WeightStatistics& found = part(i).statistics();
        return fmt::format(
            "numbers between {} and {}, of which {} are below the least normal float32: is this "
            "uninitialised memory, as torch.empty returns it?",
            number_text(found.min), number_text(found.max), part(i).look.subnormal);
    }
    void never_written() {
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            if (!part(i).statistics().first_bad && is_memory(i) && !is_accepted(i))
                add("never written", {i}, name(i) + ": " + memory_words(i), true);
        }
    }

    void constants() {
        for (const ModelGroup& group : audit_.groups) {
            std::vector<std::size_t> zeros;
            std::vector<std::size_t> others;
            std::vector<std::size_t> rows;
            bool differs = false;  // others of the group are no constants
            for (const std::size_t i : group.parts) {
                if (!part(i).is_matrix()) continue;
                if (!is_constant(part(i))) differs = true;
                if (has_law(i)) continue;
                if (is_constant(part(i))) {
                    (part(i).statistics().min == 0 ? zeros : others).push_back(i);
                } else if (part(i).look.zero_rows > 0) {
                    rows.push_back(i);
                }
            }
            if (!zeros.empty()) add("zeros", zeros, called(zeros) + ": all weights are 0", differs);
            if (!others.empty())
                add("constant", others, called(others) + ": all weights are " + constants_of(others),
                    differs);
            if (rows.empty()) continue;
            const CloserLook& first = part(rows.front()).look;
            add("zero rows", rows,
                fmt::format("{}: {} of {} rows are 0{}; the first is row {}", called(rows), first.zero_rows,
                            first.rows, rows.size() > 1 ? " in the first tensor" : "", *first.first_zero),
                rows.size() < group.parts.size());
        }
    }

    void unlike_layers() {
        for (const ModelGroup& group : audit_.groups) {
            std::vector<std::size_t> fresh;
            for (const std::size_t i : group.unlike) {
                // Training moves layers apart; initialisation does not.
                if (audit_.state != ModelState::trained && !is_known(i) && !is_memory(i)) fresh.push_back(i);
            }
            if (fresh.empty()) continue;
            const std::set<std::size_t> unlike(group.unlike.begin(), group.unlike.end());
            const auto usual = std::ranges::find_if(group.parts, [&](std::size_t i) {
                return !unlike.contains(i) && part(i).layer && part(i).statistics().has_std() &&
                       !part(i).statistics().first_bad;
            });
            if (usual == group.parts.end()) continue;
            const std::size_t other = *usual;
            const std::size_t odd = fresh.front();
            std::string text =
                fmt::format("{}: std {}, but the other layers {} (layer {}: {})", called(fresh),
                            number_text(part(odd).statistics().std), trend_words(group.trend),
                            *part(other).layer, number_text(part(other).statistics().std));
            if (!part(odd).likely.empty()) text += "; it looks like " + part(odd).likely.front().name;
            add("unlike its layers", fresh, text, true);
        }
    }
    static std::string trend_words(const std::string& trend) {
        return trend.starts_with("the same") ? "have the same std" : "have a std that " + trend;
    }

    void copies() {
        // The matrices of a fused tensor are copies together.
        std::map<std::vector<std::size_t>, std::vector<std::size_t>> fused;
        for (const std::vector<std::size_t>& set : copies_in(scan_, files_)) {
            std::vector<std::size_t> tensors;
            for (const std::size_t i : set) tensors.push_back(part(i).tensor);
            std::vector<std::size_t>& together = fused[tensors];
            together.insert(together.end(), set.begin(), set.end());
        }
        for (const auto& [tensors, set] : fused) add_copy(tensors, set);
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            // Experts that are made from one dense matrix begin as copies, on purpose.
            for (const std::vector<std::size_t>& set : equal_experts(part(i), files_))
                add("copy", {i},
                    fmt::format("{}: experts {} have the same numbers", name(i), fmt::join(set, ", ")),
                    part(i).law.is_fresh());
        }
        shared_by_layers();
    }

    /// What a file keeps once under several names is tied by design; of layers it may be a module that was
    /// put into a list several times.
    void shared_by_layers() {
        std::map<std::size_t, std::size_t> layers;  // by the tensor that others are
        for (const auto& [one, other] : scan_.shared) {
            const LayerName a = layer_name(files_.tensors()[one].name);
            const LayerName b = layer_name(files_.tensors()[other].name);
            if (a.group == b.group && a.layer != b.layer) ++layers[other];
        }
        for (const ModelGroup& group : audit_.groups) {
            std::vector<std::size_t> parts;
            std::size_t others = 0;
            for (const std::size_t i : group.parts) {
                const auto found = layers.find(part(i).tensor);
                if (found == layers.end()) continue;
                parts.push_back(i);
                others += found->second;
            }
            if (parts.empty()) continue;
            add("copy", parts,
                fmt::format(
                    "{}: {} other layer{} the same tensor, which is saved once: should the layers share it?",
                    called(parts), others, others == 1 ? " has" : "s have"),
                false);
        }
    }

    static std::string without_numbers(std::string text) {
        static const RE2 number("_?[0-9]+");
        RE2::GlobalReplace(&text, number, "");
        return text;
    }

    /// Sets of copies between the same tensors, one set for each matrix that they share, one behind the
    /// other.
    void add_copy(const std::vector<std::size_t>& tensors, const std::vector<std::size_t>& sets) {
        const std::size_t width = tensors.size();
        const auto pieces =
            static_cast<std::size_t>(std::ranges::count(scan_.parts, tensors.front(), &ModelPart::tensor));
        const bool within =
            std::ranges::adjacent_find(tensors) != tensors.end();  // query and key of one tensor
        const bool whole = !within && pieces > 1 && sets.size() == pieces * width;
        const auto called_one = [&](std::size_t column) {
            if (whole) return part(sets[column]).whole_name();
            std::string text = name(sets[column]);
            for (std::size_t k = column + width; k < sets.size(); k += width) text += ", " + name(sets[k]);
            return text;
        };
        std::string others;
        for (std::size_t k = 1; k < width; ++k) others += (k > 1 ? ", " : "") + called_one(k);
        const bool several = width > 2 || (!whole && sets.size() > width);
        // In a model of stages the layers have two numbers.
        const ModelPart& first = part(sets.front());
        const bool siblings = std::ranges::all_of(sets, [&](std::size_t i) {
            if (part(i).seen.shape != first.seen.shape) return false;
            // Keras and Flax number layers of one class: dense, dense_1, Dense_1.
            const bool kernels = first.layout == WeightLayout::keras && part(i).layout == WeightLayout::keras;
            return numberless(name(i)) == numberless(first.seen.name) ||
                   (kernels && without_numbers(name(i)) == without_numbers(first.seen.name));
        });
        const bool tied = !siblings && std::ranges::all_of(sets, [&](std::size_t i) {
            const std::string& role = part(i).role.role;
            return role == "embedding" || role == "head" || name(i).find("embed_tokens") != std::string::npos;
        });
        const bool by_design = audit_.expected && std::ranges::all_of(sets, [&](std::size_t i) {
                                   const std::string pattern = numberless(part(i).whole_name());
                                   const std::vector<std::string>& all = audit_.expected->copies;
                                   return std::ranges::find(all, pattern) != all.end();
                               });
        if (by_design) return;
        if (std::ranges::all_of(sets,
                                [&](std::size_t i) { return part(i).law.form == SeenLaw::Form::table; }))
            return;
        // An identity is the same wherever it stands.
        const bool random = std::ranges::all_of(sets, [&](std::size_t i) { return part(i).law.is_fresh(); });
        // Where each of them is known to be drawn, the same numbers twice are a seed set anew.
        const bool drawn = std::ranges::all_of(sets, [&](std::size_t i) { return is_random(i); });
        add(tied ? "tied" : "copy", sets,
            fmt::format("{} {} the same numbers as {}{}", others, several ? "have" : "has", called_one(0),
                        tied ? ": they are tied, or saved twice" : ""),
            random && (siblings || drawn) && !tied);
    }

    /// Weights loaded and then initialised again, keys that were missing, layers that were left out.
    void fresh_and_trained() {
        if (audit_.state == ModelState::unknown) return;
        const bool trained = audit_.state == ModelState::trained;
        std::map<std::string, std::vector<std::size_t>> odd;
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            if (!is_informative(part(i).seen) || !part(i).is_matrix()) continue;
            constexpr std::uint64_t enough = 10'000;  // a small trained tensor may look normal
            const bool fresh = part(i).law.is_fresh();
            if (part(i).law.form == SeenLaw::Form::table) continue;
            if (fresh && part(i).is_coarse()) continue;
            if (trained ? fresh && part(i).statistics().count >= enough : !fresh)
                odd[part(i).group].push_back(i);
        }
        for (auto& [group, parts] : odd) {
            const ModelPart& first = part(parts.front());
            if (!trained) {
                std::erase_if(parts, [&](std::size_t i) { return is_known(i); });
                if (!parts.empty())
                    add("not an initialiser's", parts, called(parts) + ": " + part(parts.front()).law.text,
                        false);
                continue;
            }
            std::string text =
                fmt::format("{}: fresh weights in a trained model, {}", called(parts), first.law.text);
            if (!first.likely.empty()) text += "; it looks like " + first.likely.front().name;
            add("fresh in a trained model", parts,
                text + ". Was the tensor initialised again after loading, or missing from the loaded file?",
                true);
        }
    }

    /// A model that has the names of a family and PyTorch's defaults: somebody's own code may mean them.
    void namesake_never_ran() {
        if (!audit_.namesake || audit_.state == ModelState::trained) return;
        const FoundDefaults found = defaults_in(scan_, *audit_.namesake);
        if (!found.never_ran()) return;
        add("never initialised", found.parts,
            fmt::format("{}: by its names this is {}, but its initialisation never ran: {} of its {} random "
                        "tensors have PyTorch's default",
                        called(found.parts), audit_.namesake->says, found.parts.size(), found.random),
            false);
    }

    /// timm's own fault, and that of PyTorch before 2.12.
    void strays() {
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            const std::uint64_t count = part(i).look.strays;
            if (count == 0) continue;
            add("stray weights", {i},
                fmt::format("{}: {} weight{} of exactly -2, which is {} std from 0: trunc_normal_ returns it "
                            "for the uniform number -1; the statistics omit it",
                            name(i), count, count == 1 ? "" : "s",
                            number_text(2 / part(i).statistics().std, 3)),
                false);
        }
    }

    /// Whether names alone say what it should be, and its whole kind differs.
    [[nodiscard]] bool is_otherwise(std::size_t i) const {
        return expected_->is_namesake() && !expected_->accuses(i);
    }

    /// What speaks against its law.
    [[nodiscard]] std::string reason_of(const Difference& one) const {
        return against(one.law, part(one.part));
    }

    /// Kinds of tensors that all differ from what the family of that name draws: somebody's own code may.
    void add_otherwise(const std::vector<std::size_t>& parts) {
        const Difference& first = *expected_->difference(parts.front());
        std::set<std::string> kinds;
        for (const std::size_t i : parts) kinds.insert(expected_->kinds.at(i));
        add(expected_->kind(), parts,
            fmt::format("{}: {} draws {} kind{} of tensor from another law; for {} the law is {}; {}",
                        called(parts), expected_->whose(), kinds.size(), kinds.size() == 1 ? "" : "s",
                        name(first.part), first.expected(), reason_of(first)),
            false);
    }

    /// Parts that differ from what is expected, in one way.
    struct Deviation {
        std::vector<std::size_t> parts;
        const Difference* first;
        std::string cause;
    };

    void unlike_expected() {
        const FoundDefaults defaults = defaults_in(scan_, *expected_);
        if (defaults.never_ran())
            add("never initialised", defaults.parts,
                fmt::format("{}: the initialisation of {} never ran: {} of its {} random tensors have "
                            "PyTorch's default",
                            called(defaults.parts), expected_->says, defaults.parts.size(), defaults.random),
                expected_->accuses());
        std::vector<std::size_t> otherwise;
        for (const Difference& one : expected_->differences)
            if (is_otherwise(one.part) && !part(one.part).statistics().first_bad && !is_memory(one.part))
                otherwise.push_back(one.part);
        if (!otherwise.empty()) add_otherwise(otherwise);
        const std::vector<Deviation> all = deviations(defaults);
        std::map<std::string, std::size_t> kinds;  // of tensors, by cause
        for (const Deviation& one : all) ++kinds[one.cause];
        // What is wrong throughout is told once.
        constexpr std::size_t several = 3;
        std::map<std::string, Deviation> throughout;
        for (const Deviation& one : all) {
            if (one.cause.empty() || kinds[one.cause] < several) {
                add_deviation(one, "");
                continue;
            }
            const auto [place, is_new] = throughout.try_emplace(one.cause, one);
            if (!is_new)
                place->second.parts.insert(place->second.parts.end(), one.parts.begin(), one.parts.end());
        }
        for (const auto& [cause, one] : throughout)
            add_deviation(one, fmt::format(": the same fault in {} kinds of tensors, {}; the first one",
                                           kinds[cause], cause));
    }

    /// What differs, but for what is told otherwise: together where group and law are the same. A constant
    /// among them is another mistake than a wrong std.
    [[nodiscard]] std::vector<Deviation> deviations(const FoundDefaults& defaults) const {
        std::map<std::tuple<std::string, std::string, std::string>, Deviation> together;
        for (const Difference& one : expected_->differences) {
            const ModelPart& seen = part(one.part);
            const bool bad = seen.statistics().first_bad || is_memory(one.part);
            const bool told = defaults.never_ran() && std::ranges::binary_search(defaults.parts, one.part);
            if (bad || told || is_accepted(one.part) || is_otherwise(one.part)) continue;
            const std::string constant = is_constant(seen) ? reason_of(one) : "";
            const auto [place, is_new] =
                together.try_emplace({seen.group, one.expected(), constant}, Deviation{{}, &one, constant});
            if (is_new && constant.empty()) place->second.cause = deviation_cause(seen, one, scan_, sizes());
            place->second.parts.push_back(one.part);
        }
        std::vector<Deviation> all;
        for (auto& [key, one] : together) all.push_back(std::move(one));
        return all;
    }

    /// Sizes of the best recipe, which say where a factor comes from.
    [[nodiscard]] const std::vector<ModelSize>& sizes() const {
        static const std::vector<ModelSize> none;
        return audit_.recipes.empty() ? none : audit_.recipes.front().sizes;
    }

    void add_deviation(const Deviation& one, const std::string& throughout) {
        const ModelPart& first = part(one.first->part);
        std::string text = fmt::format("{}{}: {} has {}; {}", called(one.parts), throughout,
                                       expected_->whose(), one.first->expected(), reason_of(*one.first));
        const std::string instead = deviation_text(first, *one.first, scan_, sizes());
        if (!instead.empty()) text += "; " + instead;
        if (is_torch_default(first))
            text += "; these weights have PyTorch's default, as if the initialisation never ran";
        add(expected_->kind(), one.parts, text, expected_->accuses());
    }

    /// A head of its own where config.json says that it shares the table of embeddings.
    void untied() {
        if (audit_.expected && !audit_.expected->is_recipe) {
            for (const TiedTensors& one : audit_.expected->ties)
                untied(with_name(one.name), with_name(one.source), audit_.expected->accuses());
            return;
        }
        if (!audit_.ties_embeddings) return;
        const auto first = [&](std::string_view role) {
            return std::ranges::find_if(scan_.parts,
                                        [&](const ModelPart& one) { return one.role.role == role; });
        };
        untied(first("head"), first("embedding"), true);
    }
    using Parts = std::vector<ModelPart>;
    /// The tensor with this name, or with its end: of a file of the base model alone.
    [[nodiscard]] Parts::const_iterator with_name(const std::string& called) const {
        const auto has = [&](const auto& is) {
            return std::ranges::find_if(scan_.parts, [&](const ModelPart& one) { return is(one.seen.name); });
        };
        const auto same = has([&](const std::string& name) { return name == called; });
        if (same != scan_.parts.end()) return same;
        return has([&](const std::string& name) { return called.ends_with("." + name); });
    }
    void untied(Parts::const_iterator head, Parts::const_iterator table, bool accuses) {
        if (table == scan_.parts.end() || head == scan_.parts.end() || table->seen.shape != head->seen.shape)
            return;
        const WeightStatistics& a = table->statistics();
        const WeightStatistics& b = head->statistics();
        if (a.mean == b.mean && a.std == b.std && a.max == b.max) return;
        add("not tied", {index_of(*head)},
            fmt::format("{}: config.json ties it to {}, but their numbers differ", head->seen.name,
                        table->seen.name),
            accuses);
    }

    /// Parts of a group that satisfy a condition, as one finding.
    template <class Is, class Text>
    void add_each_group(const char* kind, const Is& is, const Text& text) {
        for (const ModelGroup& group : audit_.groups) {
            std::vector<std::size_t> parts;
            for (const std::size_t i : group.parts) {
                if (is(part(i)) && (!is_known(i) || is_random(i))) parts.push_back(i);
            }
            if (parts.empty()) continue;
            const bool random = std::ranges::any_of(
                parts, [&](std::size_t i) { return is_random(i) && !expected_->is_namesake(); });
            add(kind, parts, called(parts) + ": " + text(part(parts.front())),
                random || (parts.size() < group.parts.size() && !is_known(parts.front())));
        }
    }

    void closer_looks() {
        add_each_group(
            "orthogonal",
            [&](const ModelPart& one) { return is_random(index_of(one)) && one.look.orthogonal; },
            [&](const ModelPart& one) {
                return fmt::format(
                    "its rows or columns are orthogonal and have length {}, as after "
                    "torch.nn.init.orthogonal_; {} has independent entries",
                    number_text(one.look.orthogonal->length), audit_.expected->says);
            });
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            const std::optional<Orthogonality>& found = part(i).look.orthogonal;
            // Keras and Flax draw a recurrent kernel as one matrix.
            if (found && found->missed && !is_known(i) && part(i).layout != WeightLayout::keras)
                add("orthogonal", {i}, name(i) + ": " + found->text(), false);
        }
        add_each_group(
            "clipped",
            [](const ModelPart& one) {
                constexpr std::uint64_t several = 8;
                return one.look.at_limits >= several && one.look.at_limits * 10'000 >= one.statistics().count;
            },
            [](const ModelPart& one) {
                const WeightStatistics& found = one.statistics();
                if (one.look.spikes) return one.look.spikes->text();
                return fmt::format(
                    "{} % of the weights are exactly {} or {}: they were clipped at the limits, not redrawn",
                    number_text(
                        100 * static_cast<double>(one.look.at_limits) / static_cast<double>(found.count), 3),
                    number_text(found.min), number_text(found.max));
            });
        constexpr double few = 0.75;
        add_each_group(
            "rounded", [](const ModelPart& one) { return one.look.distinct < few && one.law.is_fresh(); },
            [](const ModelPart& one) {
                return fmt::format(
                    "only {} % of the first weights are distinct: they were rounded, for example to "
                    "bfloat16, and then scaled",
                    number_text(100 * one.look.distinct, 3));
            });
        unlike_independent();
        if (!audit_.expected || audit_.recipes.empty() || !audit_.recipes.front().is_given ||
            audit_.recipes.front().by_role)
            return;
        const std::vector<std::size_t>& foreign = audit_.recipes.front().foreign;
        for (const ModelGroup& group : audit_.groups) {
            std::vector<std::size_t> parts;
            for (const std::size_t i : group.parts) {
                if (std::ranges::find(foreign, i) != foreign.end() && !is_accepted(i) &&
                    is_informative(part(i).seen) && part(i).role.role != "other")
                    parts.push_back(i);
            }
            if (parts.empty()) continue;
            const ModelPart& first = part(parts.front());
            add("not in the recipe", parts,
                fmt::format("{}: {} has no such tensor; the law of this one: {}{}", called(parts),
                            audit_.recipes.front().recipe, first.law.text,
                            first.likely.empty() ? "" : "; it looks like " + first.likely.front().name),
                true);
        }
    }

    /// Entries that look independent one by one, in a matrix whose singular values are not those of
    /// independent entries.
    void unlike_independent() {
        if (!audit_.theory) return;
        constexpr double scales = 8;
        const auto spectrum = [&](const ModelPart& one) -> const Spectrum* {
            const auto found =
                audit_.theory->spectra.find(static_cast<std::size_t>(&one - scan_.parts.data()));
            return found == audit_.theory->spectra.end() ? nullptr : &found->second;
        };
        add_each_group(
            "not independent",
            [&](const ModelPart& one) {
                const Spectrum* const found = spectrum(one);
                return found != nullptr && one.law.is_fresh() &&
                       found->largest > found->upper_edge() + scales * found->edge_scale();
            },
            [&](const ModelPart& one) {
                const Spectrum& found = *spectrum(one);
                return fmt::format(
                    "the largest singular value is {}, beyond the edge {} ± {} of independent entries",
                    number_text(found.largest), number_text(found.upper_edge()),
                    number_text(found.edge_scale(), 2));
            });
    }

    /// In a trained model the last norm's gain is often far from the others.
    void gains() {
        std::vector<std::size_t> all;
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            const bool gains = part(i).role.role == "norm_gain" && part(i).statistics().count > 1;
            if (gains && !part(i).statistics().first_bad) all.push_back(i);
        }
        std::vector<double> means;
        for (const std::size_t i : all) {
            if (part(i).layer) means.push_back(part(i).statistics().mean);
        }
        for (const ModelGroup& group : audit_.groups) {
            std::vector<std::size_t> zeros;
            for (const std::size_t i : group.parts) {
                const WeightStatistics& found = part(i).statistics();
                const bool zero = found.min == 0 && found.max == 0;
                if (zero && !has_law(i) && std::ranges::find(all, i) != all.end()) zeros.push_back(i);
            }
            if (zeros.empty()) continue;
            add("gains of 0", zeros,
                called(zeros) +
                    ": gains of 0. This is right only if the layer adds 1, as Gemma's does, or if the branch "
                    "should start at 0",
                zeros.size() * 2 < group.parts.size());
        }
        for (const ModelGroup& group : audit_.groups) {
            std::vector<std::size_t> ones;
            for (const std::size_t i : group.parts) {
                const WeightStatistics& found = part(i).statistics();
                if (part(i).role.role == "layer_scale" && found.min == 1 && found.max == 1 && !has_law(i))
                    ones.push_back(i);
            }
            if (!ones.empty())
                add("layer scale", ones,
                    called(ones) +
                        ": a LayerScale of 1, like the gain of a norm. LayerScale starts between 1e-6 and "
                        "0.1, so that branches start small: was it reset with the norms, or meant to be "
                        "loaded from a file?",
                    ones.size() < group.parts.size());
        }
        const auto last =
            std::ranges::find_if(all.rbegin(), all.rend(), [&](std::size_t i) { return !part(i).layer; });
        constexpr std::size_t enough = 3;
        if (last == all.rend() || means.size() < enough || is_known(*last)) return;
        const auto [least, most] = std::ranges::minmax(means);
        const double mean = part(*last).statistics().mean;
        if (mean >= least && mean <= most) return;
        add("last norm", {*last},
            fmt::format("{}: the mean gain is {}, but those of the layers' norms are between {} and {}",
                        name(*last), number_text(mean), number_text(least), number_text(most)),
            false);
    }

    const ModelAudit& audit_;
    const ModelScan& scan_;
    const ModelExpectation* expected_ = nullptr;  ///< of the weights as they are
    const TensorFiles& files_;
    std::set<std::size_t> accepted_;
    std::vector<ModelFinding> findings_;
};

}  // namespace

std::string layers_text(const ModelScan& scan, const std::vector<std::size_t>& parts) {
    std::vector<std::int64_t> layers;
    for (const std::size_t i : parts) {
        if (scan.parts[i].layer) layers.push_back(*scan.parts[i].layer);
    }
    std::ranges::sort(layers);
    layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
    std::string text;
    for (std::size_t first = 0; first < layers.size();) {
        std::size_t last = first;
        while (last + 1 < layers.size() && layers[last + 1] == layers[last] + 1) ++last;
        text += text.empty() ? "" : ", ";
        text += last > first + 1 ? fmt::format("{} to {}", layers[first], layers[last])
                                 : std::to_string(layers[first]);
        if (last == first + 1) text += ", " + std::to_string(layers[last]);
        first = last + 1;
    }
    if (text.empty()) return text;
    return (layers.size() > 1 ? "layers " : "layer ") + text;
}

std::vector<ModelFinding> findings_of(const ModelAudit& audit, const TensorFiles& files) {
    std::vector<ModelFinding> findings = Finder(audit, files)();
    std::vector<ModelFinding> faults = known_faults_of(audit);
    std::ranges::move(faults, std::back_inserter(findings));
    return findings;
}

}  // namespace sigprop
