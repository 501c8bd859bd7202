#include "measure/model/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/evaluate.hpp>

#include "core/base/suggest.hpp"
#include "core/base/valid_text.hpp"
#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "measure/model/deviation.hpp"
#include "measure/model/family.hpp"
#include "measure/model/findings.hpp"
#include "measure/model/groups.hpp"
#include "measure/model/schemes.hpp"

namespace sigprop {
namespace {

void find_state(ModelAudit& audit) {
    // Layers that share their std have not been trained, whoever drew them: that says nothing of the others.
    std::set<std::size_t> untold;
    for (const ModelGroup& one : groups_of(audit.scan)) {
        constexpr std::size_t several = 3;
        if (one.parts.size() >= several && one.unlike.empty() && one.trend.starts_with("the same"))
            untold.insert(one.parts.begin(), one.parts.end());
    }
    double fresh = 0;
    double all = 0;
    for (const ModelPart& one : audit.scan.parts) {
        if (!one.is_matrix() || !is_informative(one.seen) || one.law.form == SeenLaw::Form::table) continue;
        const auto i = static_cast<std::size_t>(&one - audit.scan.parts.data());
        const bool is_right = audit.expected && audit.expected->agrees(i);
        if (audit.expected && audit.expected->unlawful.contains(i)) continue;
        if (!is_right && !one.law.is_fresh() && untold.contains(i)) continue;
        if (one.is_coarse() && (is_right || one.law.is_fresh())) continue;  // trained ones may look so, too
        const auto weights = static_cast<double>(one.statistics().count);
        all += weights;
        if (is_right || one.law.is_fresh()) fresh += weights;
    }
    if (!(all > 0)) return;
    audit.fresh_share = fresh / all;
    constexpr double most = 0.75;
    constexpr double least = 0.25;
    audit.state = audit.fresh_share >= most    ? ModelState::fresh
                  : audit.fresh_share <= least ? ModelState::trained
                                               : ModelState::mixed;
}

std::string percent(double share) { return number_text(100 * share, 3) + " %"; }

std::string share_text(const ModelAudit& audit) {
    switch (audit.state) {
        case ModelState::fresh: return "freshly initialised";
        case ModelState::trained:
            return "trained: no initialiser's law fits " + percent(1 - audit.fresh_share) +
                   " of the weights in matrices";
        case ModelState::mixed:
            return percent(audit.fresh_share) +
                   " of the weights in matrices look freshly initialised, the others look trained";
        case ModelState::unknown:
            return audit.is_too_coarse()
                       ? "undecided whether trained or fresh: the weights are stored too coarsely"
                       : "undecided whether trained or fresh: the model has too few weights";
    }
    return "";
}

std::string sizes_text(const RecipeFit& fit) {
    std::string text;
    for (const ModelSize& one : fit.sizes) {
        const bool shown = (one.from != "the recipe's" || one.name == "std") && one.name != "activation" &&
                           one.from != "unknown";
        if (shown) text += (text.empty() ? "" : ", ") + one.name + " " + one.value;
    }
    return text;
}

std::string left_out_text(const ModelAudit& audit) {
    std::string sizes;
    for (const ModelSize& one : audit.left_out)
        sizes += (sizes.empty() ? "" : ", ") + one.name + " " + one.value;
    if (sizes.empty()) return "";
    const RecipeFit& fit = audit.recipes.front();
    return " (the sizes in config.json, " + sizes + ", " +
           (fit.is_given ? "do not fit " + fit.recipe : "fit no recipe") + " and are ignored)";
}

/// What types are coded, and how far their numbers tell a std. The least exact tensor of a type speaks for
/// it.
void note_coded(ModelAudit& audit) {
    struct Coded {
        std::size_t tensors = 0;
        double widest = 0;  ///< of the distances, over the rms
    };
    std::map<std::string, Coded> types;
    std::set<std::size_t> seen;
    for (const ModelPart& one : audit.scan.parts) {
        if (one.coded.empty()) continue;
        Coded& type = types[one.coded];
        if (seen.insert(one.tensor).second) ++type.tensors;
        const WeightStatistics& found = one.statistics();
        if (found.rms > 0) type.widest = std::max(type.widest, found.grid_rms / found.rms);
    }
    std::string text;
    for (const auto& [name, type] : types)
        text +=
            fmt::format("{}{} in {} tensor{} (the std is accurate to {} %)", text.empty() ? "" : ", ", name,
                        type.tensors, type.tensors == 1 ? "" : "s", number_text(100 * type.widest, 2));
    if (!text.empty())
        audit.notes.emplace_back("stored", text + "; the statistics are those of the decoded numbers");
}

/// A GGUF file has no config.json: it names its architecture itself. Nothing is accused by it, since its
/// tensors have other names than the library's.
void note_architecture(ModelAudit& audit, const TensorFiles& files) {
    const auto found = std::ranges::find(files.metadata(), "general.architecture",
                                         [](const auto& one) -> const std::string& { return one.first; });
    if (found == files.metadata().end() || found->second.empty()) return;
    const std::string name = valid_text(found->second);
    const ModelFamily* const family = family_of_gguf(found->second);
    audit.notes.emplace_back("says", "general.architecture " + name +
                                         (family == nullptr ? ""
                                                            : ": " + family->name + " of " + family->library +
                                                                  " " + family->version));
}

/// Other people's code takes over names and draws otherwise: that is told, and no fault.
std::string namesake_text(const ModelAudit& audit) {
    if (!audit.namesake || audit.state == ModelState::trained) return "";
    const RandomShare share = random_share(*audit.namesake, audit.scan);
    if (share.right == share.of) return "";  // too few to tell
    return fmt::format("; it has the names of {} but not its initialisation: {} of {} random tensors differ",
                       audit.namesake->says, share.of - share.right, share.of);
}

std::string summary_of(const ModelAudit& audit) {
    std::string text = share_text(audit) + left_out_text(audit) + namesake_text(audit);
    if (audit.expected && !audit.expected->is_recipe) {
        const ModelExpectation& family = *audit.expected;
        const char* const otherwise =
            family.is_other_law ? ", which may have other laws: differences are only remarks" : "";
        const std::string version =
            family.other_version.empty()
                ? ""
                : fmt::format(" (config.json is from {}{})", valid_text(family.other_version), otherwise);
        if (!audit.holds_expected())
            return text + (family.is_namesake() ? "; it has the names of " : "; config.json names ") +
                   family.says + version;
        text += fmt::format("; {}{}{}: {} of {} tensors have the law of its code",
                            family.is_namesake() ? "by its names " : "", family.says, version,
                            family.explained(), family.known.size());
        const std::size_t others = audit.scan.parts.size() - family.known.size();
        if (others > 0) text += fmt::format("; for {} the code has no simple law", others);
        if (!family.undrawn.empty())
            text += fmt::format("; its rows were not drawn from {}, so differences are only remarks",
                                family.undrawn);
        return text;
    }
    if (!audit.recipes.empty() && audit.recipes.front().is_given && !audit.recipes.front().problem.empty())
        return text + "; --recipe " + audit.recipes.front().recipe +
               " does not fit: " + audit.recipes.front().problem;
    const bool is_given = !audit.recipes.empty() && audit.recipes.front().is_given;
    const bool coarse = std::ranges::any_of(audit.scan.parts, &ModelPart::is_coarse);
    if (coarse && !is_given && audit.state != ModelState::fresh)  // many recipes would explain them
        return text + (audit.is_too_coarse() ? ", so the initialisation is unknown, too" : "");
    const std::string generic =
        audit.unnamed.one && audit.state == ModelState::fresh ? "; " + audit.unnamed.one->text() : "";
    const std::string shares = audit.unnamed.shares.empty() || audit.state != ModelState::fresh
                                   ? ""
                                   : "; " + text_of(audit.unnamed.shares, audit.scan);
    if (audit.recipes.empty() || !audit.recipes.front().problem.empty())
        return text + (generic.empty() ? "; no built-in recipe has its shapes" + shares : generic);
    const RecipeFit& best = audit.recipes.front();
    if (best.matched == 0)
        return text + (generic.empty() ? "; no built-in recipe has its tensors" + shares : generic);
    if (!audit.has_recipe()) {
        if (best.by_role && !generic.empty()) return text + generic;
        text += best.by_role ? "" : "; it has the names of the recipe " + best.recipe;
        if (!best.assumes.empty())
            return text + fmt::format("; the laws of {} depend on {}, which is not given: write --set {}=N{}",
                                      best.recipe, best.assumes, best.assumes,
                                      best.alibi.empty()
                                          ? ""
                                          : "; " + best.alibi + " would explain every random tensor");
        if (audit.state != ModelState::fresh) return text;
        if (!generic.empty()) return text + generic;
        text += best.by_role ? "; no built-in recipe has these names" : "; no built-in recipe explains it";
        if (!best.by_role)
            text += fmt::format(": {} is nearest, with {} of {} tensors", best.recipe, best.explained,
                                best.matched);
        return text + shares;
    }
    const std::size_t parts = audit.scan.parts.size();
    text += fmt::format(" as by {}{}: {} of {} tensors{}", best.recipe, best.by_role ? " (by roles)" : "",
                        best.explained, parts,
                        best.explained == parts || !audit.expected ? "" : "; the others are below");
    if (best.by_role) text += generic;
    // Another recipe that explains as much is not told apart; one of other names may even explain more.
    for (std::size_t i = 1; i < audit.recipes.size(); ++i) {
        const RecipeFit& other = audit.recipes[i];
        if (best.is_given || !other.problem.empty() || other.weights_explained < best.weights_explained ||
            other.explained < best.explained)
            continue;
        text += fmt::format("; {} explains {}", other.recipe,
                            other.explained == best.explained ? "as many" : std::to_string(other.explained));
        if (!best.by_role && other.by_role) text += " by roles";
    }
    return text + ". Sizes: " + sizes_text(best);
}

/// The law of whoever is expected to have made the model comes first, where it explains the weights.
void add_expected_laws(ModelAudit& audit) {
    if (!audit.expected || audit.expected->is_recipe) return;
    for (const Agreement& one : audit.expected->agreements) {
        std::vector<LikelyLaw>& likely = audit.scan.parts[one.part].likely;
        likely.insert(likely.begin(),
                      {audit.expected->name + "'s, std " + one.written, one.scale, one.log_likelihood});
    }
}

/// The recipe's own law joins the schemes where it explains the weights.
void add_recipe_laws(ModelAudit& audit) {
    if (!audit.has_recipe()) return;
    const RecipeFit& best = audit.recipes.front();
    for (const Agreement& one : best.expected.agreements) {
        std::vector<LikelyLaw>& likely = audit.scan.parts[one.part].likely;
        const auto behind = std::ranges::find_if(
            likely, [&](const LikelyLaw& other) { return other.log_likelihood < one.log_likelihood; });
        const ModelPart& part = audit.scan.parts[one.part];
        if (is_informative(part.seen) && (best.is_given || !part.is_coarse()))
            likely.insert(behind, {best.recipe + "'s, std " + one.written, one.scale, one.log_likelihood});
    }
}

class Recorder {
public:
    Recorder(ModelAudit& audit, const Context& context) : audit_(audit), context_(context) {}

    void operator()() {
        add_model();
        if (audit_.judgement) {
            for (std::size_t k = 0; k < audit_.judgement->records.size(); ++k)
                add(audit_.judgement->records[k], audit_.judgement->parts[k]);
        } else {
            for (std::size_t i = 0; i < audit_.scan.parts.size(); ++i) {
                const ModelPart& part = audit_.scan.parts[i];
                const auto evaluate = [&](const std::string& text) { return record_of(text); };
                add(described(part.seen, part.likely, evaluate, context_).record, i);
            }
        }
        for (const ModelFinding& one : audit_.findings) {
            for (const std::size_t part : one.parts) {
                const auto place = places_.find(part);
                if (place != places_.end()) tell(audit_.records[place->second], one);
            }
        }
    }

private:
    static void tell(Record& record, const ModelFinding& finding) {
        (finding.accuses ? record.warnings : record.remarks).push_back(finding.kind + ": " + finding.text);
    }

    Record record_of(const std::string& expression) {
        const auto found = known_.find(expression);
        if (found != known_.end()) return found->second;
        return known_.emplace(expression, evaluate_record(expression, context_)).first->second;
    }

    void add_model() {
        const ModelScan& scan = audit_.scan;
        Record record;
        record.id = audit_.path;
        record.statement = audit_.summary;
        record.source.title = audit_.path;
        record.measured = {{"tensors", static_cast<double>(scan.tensors)},
                           {"parts", static_cast<double>(scan.parts.size())},
                           {"weights", static_cast<double>(scan.weights)},
                           {"bytes", static_cast<double>(scan.bytes)},
                           {"layers", static_cast<double>(scan.layers)},
                           {"fresh_share", audit_.fresh_share},
                           {"accusations", static_cast<double>(audit_.accusations())},
                           {"findings", static_cast<double>(audit_.findings.size())}};
        record.described = {{"kind", "model"}, {"state", state_word()}};
        if (!audit_.recipes.empty() && audit_.recipes.front().problem.empty()) {
            const RecipeFit& best = audit_.recipes.front();
            record.described.emplace_back("nearest_recipe", best.recipe);
            if (audit_.has_recipe()) record.described.emplace_back("recipe", best.recipe);
            for (const ModelSize& one : best.sizes)
                record.described.emplace_back("size." + one.name, one.value);
            record.measured.emplace_back("explained", static_cast<double>(best.explained));
            record.measured.emplace_back("matched", static_cast<double>(best.matched));
        }
        if (audit_.expected) {
            record.described.emplace_back("expected", audit_.expected->says);
            record.described.emplace_back("named_by", audit_.expected->named_by);
            record.measured.emplace_back("as_expected", static_cast<double>(audit_.expected->explained()));
            record.measured.emplace_back("expected", static_cast<double>(audit_.expected->known.size()));
        }
        if (audit_.unnamed.one) record.described.emplace_back("generic", audit_.unnamed.one->name);
        if (!audit_.unnamed.shares.empty())
            record.described.emplace_back("laws", text_of(audit_.unnamed.shares, scan));
        for (const ModelApart& one : audit_.apart) record.remarks.push_back("apart: " + text_of(one, scan));
        for (const ModelFinding& one : audit_.findings) tell(record, one);
        for (const auto& [what, text] : audit_.notes)
            record.remarks.push_back(what + ": " + valid_text(text));
        for (const auto& [what, count] : audit_.ignored)
            record.remarks.push_back(
                fmt::format("ignored: {}: {}", valid_text(what), counted(count, "finding")));
        for (const SkippedTensor& one : scan.skipped)
            record.remarks.push_back("skipped: " + one.name + ": " + one.why);
        audit_.records.push_back(std::move(record));
    }

    [[nodiscard]] std::string state_word() const {
        switch (audit_.state) {
            case ModelState::fresh: return "fresh";
            case ModelState::trained: return "trained";
            case ModelState::mixed: return "mixed";
            case ModelState::unknown: return "unknown";
        }
        return "";
    }

    void add(Record record, std::size_t i) {
        const ModelPart& part = audit_.scan.parts[i];
        places_[i] = audit_.records.size();
        record.source.title = audit_.path;
        const auto tested = std::ranges::find(
            record.described, "tested", [](const auto& entry) -> const std::string& { return entry.first; });
        const std::string what = tested == record.described.end() ? "" : tested->second;
        record.described = {
            {"kind", "tensor"},
            {"role", part.role.role},
            {"rule", part.role.rule},
            {"group", part.group},
            {"shape", list_text(part.seen.shape)},
            {"dtype", part.type_text()},
            {"layout", part.layout == WeightLayout::torch ? "out_in" : "in_out"},
            {"law", part.law.text},
            {"state", part.law.form == SeenLaw::Form::constant ? "constant"
                      : part.law.form == SeenLaw::Form::table  ? "fixed"
                      : part.law.is_fresh()                    ? (part.is_coarse() ? "unknown" : "fresh")
                      : part.law.form == SeenLaw::Form::few || part.law.form == SeenLaw::Form::none
                          ? "unknown"
                          : "trained"}};
        if (!part.likely.empty()) record.described.emplace_back("likely", part.likely.front().name);
        if (!what.empty()) record.described.emplace_back("tested", what);
        if (part.layer) record.measured.emplace_back("layer", static_cast<double>(*part.layer));
        if (part.fans.in > 0) {
            record.measured.emplace_back("fan_in", part.fans.in);
            record.measured.emplace_back("fan_out", part.fans.out);
        }
        if (part.look.rows > 0)
            record.measured.emplace_back("zero_rows", static_cast<double>(part.look.zero_rows));
        if (part.statistics().grid_max > 0)
            record.measured.emplace_back("grid_rms", part.statistics().grid_rms);
        if (part.likely.size() > 1)
            record.measured.emplace_back("log_likelihood_ratio",
                                         part.likely[0].log_likelihood - part.likely[1].log_likelihood);
        if (audit_.theory) add_theory(record, i);
        audit_.records.push_back(std::move(record));
    }

    void add_theory(Record& record, std::size_t i) const {
        const auto found = audit_.theory->spectra.find(i);
        if (found != audit_.theory->spectra.end()) {
            const Spectrum& one = found->second;
            record.measured.emplace_back("largest_singular_value", one.largest);
            if (one.smallest) record.measured.emplace_back("smallest_singular_value", *one.smallest);
            record.measured.emplace_back("marchenko_pastur_upper", one.upper_edge());
            record.measured.emplace_back("marchenko_pastur_lower", one.lower_edge());
            record.measured.emplace_back("stable_rank", one.stable_rank());
            if (one.outliers) record.measured.emplace_back("outliers", static_cast<double>(*one.outliers));
        }
        for (const BlockBranches& one : audit_.theory->blocks) {
            if (one.first != i) continue;
            record.measured.emplace_back("attention_branch", one.attention.value);
            record.measured.emplace_back("feed_forward_branch", one.feed_forward.value);
            if (one.stream) record.measured.emplace_back("stream_after", *one.stream);
        }
        for (const LayerLogits& one : audit_.theory->logits) {
            if (one.query != i) continue;
            record.measured.emplace_back("logit_std", one.median);
            record.measured.emplace_back("logit_std_least", one.least);
            record.measured.emplace_back("logit_std_most", one.most);
            if (one.entropy) record.measured.emplace_back("entropy_share", *one.entropy);
        }
    }

    ModelAudit& audit_;
    const Context& context_;
    std::map<std::string, Record> known_;
    std::map<std::size_t, std::size_t> places_;  ///< of the parts' records
};

/// Whether the model's names are the recipe's: one in ten may be another.
bool has_names_of(const RecipeFit& fit, const ModelScan& scan) {
    const auto matrices = std::ranges::count_if(scan.parts, &ModelPart::is_matrix);
    constexpr std::size_t few = 10;
    return fit.problem.empty() && !fit.by_role && fit.random_matched > 0 &&
           fit.foreign.size() * few <= static_cast<std::size_t>(matrices);
}

/// The recipe whose names the model has, if PyTorch's defaults stand in most of what it draws.
const RecipeFit* never_ran(const ModelAudit& audit) {
    const auto found = std::ranges::find_if(audit.recipes, [&](const RecipeFit& fit) {
        return fit.assumes.empty() && has_names_of(fit, audit.scan) &&
               defaults_in(audit.scan, fit.expected).never_ran();
    });
    return found == audit.recipes.end() ? nullptr : &*found;
}

ModelExpectation expectation_of(const RecipeFit& fit, std::string_view named_by) {
    ModelExpectation expected = fit.expected;
    expected.is_recipe = true;
    expected.name = fit.recipe;
    expected.says = fit.recipe;
    expected.named_by = named_by;
    return expected;
}

/// By the names of the tensors: of the recipe and the family that have them the one of which less differs.
std::optional<ModelExpectation> expectation_by_names(ModelAudit& audit) {
    const RecipeFit* best = audit.recipes.empty() ? nullptr : &audit.recipes.front();
    std::optional<ModelExpectation> recipe;
    if (best != nullptr) {
        const RecipeFit* const named = never_ran(audit);
        if (named != nullptr || (audit.has_recipe() && has_names_of(*best, audit.scan)))
            recipe = expectation_of(named != nullptr ? *named : *best, names_of_tensors);
    }
    std::optional<ModelExpectation> namesake = namesake_of(audit.scan);
    if (namesake && is_of(*namesake, audit.scan) &&
        (!recipe || namesake->differences.size() <= recipe->differences.size()))
        return namesake;
    if (!recipe) audit.namesake = std::move(namesake);
    return recipe;
}

/// Who named what the model is: the user, its config.json, or the names of its tensors where nothing else
/// does.
std::optional<ModelExpectation> expectation_of(ModelAudit& audit, const std::optional<Json>& config,
                                               const ModelFamily* given) {
    if (given != nullptr) {
        ModelExpectation expected = expect(*given, config.value_or(Json::object()), audit.scan);
        expected.named_by = "--recipe";
        return expected;
    }
    if (!audit.recipes.empty() && audit.recipes.front().is_given && audit.recipes.front().problem.empty())
        return expectation_of(audit.recipes.front(), "--recipe");
    if (const ModelFamily* const family = family_of(config)) return expect(*family, *config, audit.scan);
    return config ? std::nullopt : expectation_by_names(audit);
}

ModelAudit audit_files(const TensorFiles& files, const ModelQuestion& question, const Context& context,
                       const ReadProgress& progress) {
    ModelAudit audit;
    audit.path = valid_text(question.path);
    audit.notes = files.notes();
    const RoleRules built_in;
    audit.scan = scan_model(files, question.rules != nullptr ? *question.rules : built_in, question.layout,
                            context, progress);
    if (audit.scan.parts.empty()) {
        const std::vector<SkippedTensor>& skipped = audit.scan.skipped;
        throw InputError(
            question.path + ": there are no floating-point weights" +
            (skipped.empty() ? "" : fmt::format(" ({}: {})", skipped.front().name, skipped.front().why)));
    }
    note_architecture(audit, files);
    note_coded(audit);
    find_likely_laws(audit.scan);
    KnownSizes sizes = question.sizes;
    const std::optional<Json> config_json =
        read_config((std::filesystem::path(files.folder()) / "config.json").string());
    const KnownSizes config = sizes_of_config(config_json);
    sizes.insert(sizes.end(), config.begin(), config.end());
    const ModelFamily* const family = family_called(question.recipe);
    const std::string recipe = family == nullptr ? question.recipe : "";
    audit.recipes = fit_recipes(audit.scan, sizes, recipe, context);
    if (!config.empty() && !audit.recipes.front().problem.empty()) {
        std::vector<RecipeFit> without = fit_recipes(audit.scan, question.sizes, recipe, context);
        if (without.front().problem.empty()) {
            audit.recipes = std::move(without);
            audit.left_out = config;
        }
    }
    audit.expected = expectation_of(audit, config_json, family);
    audit.unnamed = unnamed_laws(audit.scan);
    audit.ties_embeddings = ties_embeddings(config_json, false);  // what nobody says is not missed
    find_state(audit);
    add_recipe_laws(audit);
    add_expected_laws(audit);
    audit.groups = groups_of(audit.scan);
    const bool is_named = audit.expected || question.spec != nullptr;
    if (!is_named && audit.state != ModelState::trained) audit.apart = apart_in(audit.scan, audit.groups);
    if (question.spec != nullptr)
        // Equal numbers of head and table are no copy unless config.json unties them.
        audit.judgement =
            judge_by_spec(audit.scan, files, *question.spec, context, ties_embeddings(config_json, true));
    if (question.spectrum) audit.theory = theory_of(audit, files, context);
    audit.findings = findings_of(audit, files);
    const std::vector<std::size_t> counts = leave_out(audit.findings, question.ignored, audit.scan);
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const IgnoredFindings& one = question.ignored[k];
        if (counts[k] == 0 && one.place)
            throw InputError(fmt::format("{}: '{}' matches no finding of {}: remove it; if it is for other "
                                         "models, write unused = \"allow\" below [tool.sigprop]",
                                         one.from, one.text(), question.path),
                             *one.place);
        audit.ignored.emplace_back(one.text() + (one.from.empty() ? "" : " (" + one.from + ")"), counts[k]);
    }
    audit.summary = summary_of(audit);
    Recorder(audit, context)();
    return audit;
}

/// Errors   InputError for a name that is neither a recipe's nor a family's, with the nearest
void check_recipe(const std::string& name) {
    if (name.empty() || family_called(name) != nullptr) return;
    if (name.find('.') == std::string::npos) {
        static_cast<void>(shipped_recipe(name));
        return;
    }
    constexpr std::string_view prefix = "family.";
    const bool has_prefix = name.starts_with(prefix);
    std::vector<std::string> known;
    for (const FamilyEntry& one : family_index())
        known.push_back(has_prefix ? std::string(prefix) + one.name : one.name);
    const std::optional<std::string> nearest = nearest_name(name, known);
    throw InputError("--recipe " + name + ": no family has this name" +
                     (nearest ? "; did you mean '" + *nearest + "'?"
                              : "; `sigprop show 'family.*'` describes all of them"));
}

}  // namespace

std::size_t ModelAudit::accusations() const {
    return static_cast<std::size_t>(std::ranges::count_if(findings, &ModelFinding::accuses));
}

bool ModelAudit::is_too_coarse() const {
    return state == ModelState::unknown && std::ranges::any_of(scan.parts, &ModelPart::is_coarse);
}

bool ModelAudit::holds_expected() const {
    if (!expected) return false;
    if (expected->named_by == "--recipe") return true;
    if (is_too_coarse()) return false;
    return expected->is_recipe || state != ModelState::trained;
}

bool ModelAudit::has_recipe() const {
    if (recipes.empty() || !recipes.front().problem.empty()) return false;
    const RecipeFit& best = recipes.front();
    if (best.is_given) return best.random_matched > 0;
    if (!best.assumes.empty()) return false;
    return best.random_matched > 0 && best.random_explained * 2 >= best.random_matched &&
           best.weights_matched * 2 >= scan.weights;
}

ModelAudit audit_model(const ModelQuestion& question, const Context& context, const ReadProgress& progress) {
    check_recipe(question.recipe);
    const TensorFiles files(question.path, {.bfloat16 = question.bfloat16});
    try {
        ModelAudit audit = audit_files(files, question, context, progress);
        files.check_whole();
        return audit;
    } catch (const InputError&) {
        files.check_whole();  // zeros in the place of numbers may be refused for another reason
        throw;
    }
}

}  // namespace sigprop
