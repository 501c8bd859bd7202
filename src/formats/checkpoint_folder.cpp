#include "formats/checkpoint_folder.hpp"

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>
#include <string_view>

#include "core/base/shown_text.hpp"
#include "core/base/words.hpp"
#include "formats/files.hpp"

namespace sigprop {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<fs::path>;

/// What a trainer saves beside a model.
bool is_of_trainer(const fs::path& path) {
    constexpr std::array others = {"optimizer", "scheduler", "training_args",
                                   "rng_state", "scaler",    "random_states"};
    const std::string name = path.filename().string();
    return std::ranges::any_of(others, [&](const char* other) { return name.starts_with(other); });
}

/// What is added to a model that is elsewhere.
bool is_adapter(const fs::path& path) { return path.filename().string().starts_with("adapter_model"); }

/// "pytorch_model-00001-of-00002.bin"
bool is_part(const fs::path& path) {
    const std::string stem = path.stem().string();
    const std::size_t of = stem.rfind("-of-");
    if (of == std::string::npos) return false;
    const std::size_t before = stem.find_last_not_of("0123456789", of - 1);
    return stem.find_first_not_of("0123456789", of + 4) == std::string::npos && before + 1 < of;
}

/// The files that belong together; what stands beside them goes to `others`.
Paths together(Paths files, std::vector<std::string>& others) {
    const auto set_aside = [&](const auto& is_aside) {
        if (std::ranges::all_of(files, is_aside)) return;
        const Paths before = files;  // what is asked of one depends on the others
        std::erase_if(files, [&](const fs::path& one) { return is_aside(one); });
        for (const fs::path& one : before)
            if (std::ranges::find(files, one) == files.end()) others.push_back(one.filename().string());
    };
    set_aside(is_of_trainer);
    set_aside(is_adapter);
    // As Mistral and Meta save the same weights under names of their own
    set_aside([](const fs::path& one) { return one.filename().string().starts_with("consolidated"); });
    // "model.fp16.safetensors" beside "model.safetensors"
    const Paths all = files;
    set_aside([&](const fs::path& one) {
        const std::string stem = one.stem().string();
        const std::string whole = stem.substr(0, stem.find('.')) + one.extension().string();
        return whole != one.filename() &&
               std::ranges::any_of(all, [&](const fs::path& other) { return other.filename() == whole; });
    });
    return files;
}

/// The snapshot of a hub's cache, models--org--name, that its main branch stands at, or the only one.
std::optional<fs::path> snapshot_in(const fs::path& folder, FileNotes& notes) {
    std::error_code none;
    const fs::path all = folder / "snapshots";
    if (!fs::is_directory(all, none) || !fs::is_directory(folder / "refs", none)) return std::nullopt;
    Paths snapshots;
    for (const fs::directory_entry& one : fs::directory_iterator(all, none))
        if (one.is_directory(none)) snapshots.push_back(one.path());
    std::ranges::sort(snapshots);
    const auto taken = [&](const fs::path& one, const char* why) {
        notes.emplace_back("snapshot", shown_text(one.filename().string()) + why);
        return one;
    };
    const fs::path main = folder / "refs" / "main";
    if (fs::is_regular_file(main, none)) {
        constexpr std::size_t longest = 200;
        std::string name = read_stored_file(main.string(), longest);
        while (!name.empty() && (name.back() == '\n' || name.back() == '\r')) name.pop_back();
        for (const fs::path& one : snapshots)
            if (one.filename() == name) return taken(one, ", to which refs/main points");
    }
    if (snapshots.size() == 1) return taken(snapshots.front(), ", the only one");
    throw InputError(folder.string() + ": this is a hub's cache, but its refs/main names none of its " +
                     std::to_string(snapshots.size()) + " snapshots" +
                     (snapshots.empty() ? ": the download failed"
                                        : "; give one of them, such as " + snapshots.front().string()));
}

class FolderReader {
public:
    explicit FolderReader(const std::string& path) : path_(path) {}

    CheckpointFolder operator()() {
        made_.folder = path_;
        if (std::optional<fs::path> snapshot = snapshot_in(path_, made_.notes))
            made_.folder = std::move(*snapshot);
        list();
        const std::span<const TensorFormat> formats = tensor_formats();
        for (const bool with_adapters : {false, true})
            for (std::size_t i = formats.size(); i-- > 0;)
                if (choose(formats[i], with_adapters)) return std::move(made_);
        if (!arrays_.empty()) {
            made_.arrays = std::move(arrays_);
            return std::move(made_);
        }
        for (std::size_t i = formats.size(); i-- > 0;)
            if (choose_whole(formats[i])) return std::move(made_);
        refuse_empty();
    }

private:
    void list() {
        try {
            for (const fs::directory_entry& one : fs::recursive_directory_iterator(
                     made_.folder, fs::directory_options::skip_permission_denied)) {
                const std::string name = one.path().filename().string();
                const fs::path in = one.path().parent_path();
                const bool is_here = in == made_.folder || in == made_.folder.parent_path();
                const bool is_known =
                    is_shard(name) || is_shard_index(name) || is_file_of(name, FileRole::whole);
                if (is_here && is_known && one.is_symlink() && !fs::exists(one.path()))
                    broken_.push_back(name);
                if (!one.is_regular_file()) continue;
                if (is_here && is_known) here_.push_back(one.path());
                if (is_file_of(name, FileRole::array)) arrays_.push_back(one.path());
            }
        } catch (const fs::filesystem_error& error) {
            throw IoError("cannot read " + made_.folder.string() + ": " + error.code().message());
        }
        std::ranges::sort(here_);
        std::ranges::sort(arrays_);
    }

    void refuse_several(const Paths& several, const std::string& what) const {
        if (several.size() < 2) return;
        throw InputError(path_ + ": the folder has " + std::to_string(several.size()) + what +
                         "; give one of them by name, such as " + several.front().string());
    }

    /// Takes what is an index or shards of the format, if there are any; `with_adapters`: or nothing but
    /// adapters.
    bool choose(const TensorFormat& format, bool with_adapters) {
        if (format.role != FileRole::shard && format.role != FileRole::saved) return false;
        Paths indices, shards;
        std::vector<std::string> others;
        for (const fs::path& one : here_) {
            const std::string name = one.filename().string();
            const bool is_index = is_shard_index(name);
            const std::string ending = (is_index ? one.stem().stem() : one).extension().string();
            if (std::ranges::find(format.endings, ending) == format.endings.end()) {
                others.push_back(name);
            } else {
                (is_index ? indices : shards).push_back(one);
            }
        }
        const auto is_model = [&](const fs::path& one) {
            const bool is_saved = format.role == FileRole::saved;  // others are shards, whatever their names
            return !(is_saved && is_of_trainer(one)) && (with_adapters || !is_adapter(one));
        };
        if (indices.empty() && std::ranges::none_of(shards, is_model)) return false;
        refuse_several(indices, " indices of shards");
        if (indices.empty()) {
            made_.files = together(std::move(shards), others);
            if (format.role == FileRole::saved && !std::ranges::all_of(made_.files, is_part))
                refuse_several(made_.files, " files of torch.save that are not parts of one model");
        } else {
            made_.index = indices.front();
            for (const fs::path& one : shards) others.push_back(one.filename().string());
        }
        std::ranges::sort(others);
        made_.others = std::move(others);
        return true;
    }

    /// The only file that holds a whole model, or all parts of one.
    bool choose_whole(const TensorFormat& format) {
        if (format.role != FileRole::whole) return false;
        Paths files;
        for (const fs::path& one : here_) {
            const std::string ending = one.extension().string();
            const bool is_of_format = std::ranges::find(format.endings, ending) != format.endings.end();
            if (is_of_format)
                files.push_back(one);
            else
                made_.others.push_back(one.filename().string());
        }
        if (files.empty()) {
            made_.others.clear();
            return false;
        }
        if (!std::ranges::all_of(files, is_part)) refuse_several(files, " files, each with a whole model");
        made_.files = std::move(files);
        return true;
    }

    [[noreturn]] void refuse_empty() const {
        if (!broken_.empty())
            throw InputError(path_ + ": " + shown_text(broken_.front()) +
                             " is a link to a missing file: the download did not finish");
        std::vector<std::string_view> endings = endings_of(FileRole::shard);
        std::ranges::copy(endings_of(FileRole::saved), std::back_inserter(endings));
        throw InputError(path_ + ": the folder has no " + joined(endings, ", no ") + " and no " +
                         joined(endings_of(FileRole::array), ", no ") + " files");
    }

    std::string path_;
    CheckpointFolder made_;
    Paths here_, arrays_;
    std::vector<std::string> broken_;
};

}  // namespace

CheckpointFolder read_checkpoint_folder(const std::string& path) { return FolderReader(path)(); }

}  // namespace sigprop
