// What knowing only how often bytes occur is worth: counted on the whole of a text's last tenth.

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "models/training/task.hpp"

using namespace sigprop;

namespace {

class TextFile {
public:
    explicit TextFile(const std::string& text)
        : path_(std::filesystem::temp_directory_path() / "sigprop_text_flat_loss_test.txt") {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TextFile() { std::filesystem::remove(path_); }
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;

    [[nodiscard]] double flat_loss(std::uint64_t seed, bool is_examined, Objective objective) const {
        TaskDesign design;
        design.kind = TaskKind::text;
        design.objective = objective;
        design.vocabulary = objective == Objective::masked ? 257 : 256;
        design.path = path_.string();
        if (is_examined) design.digest = examine_text(design.path).digest;
        return make_task(design, seed)->flat_loss();
    }

private:
    std::filesystem::path path_;
};

}  // namespace

TEST_CASE("tasks: the flat loss of a text is the entropy of all its last bytes, for every seed") {
    // 9000 bytes of training, then 750 of a and 250 of b
    const double expected = -(0.75 * std::log(0.75) + 0.25 * std::log(0.25));
    const TextFile file(std::string(9000, 'x') + std::string(750, 'a') + std::string(250, 'b'));
    for (const Objective objective : {Objective::causal, Objective::masked}) {
        for (const bool is_examined : {false, true}) {
            CAPTURE(is_examined);
            const double found = file.flat_loss(1, is_examined, objective);
            CHECK(std::fabs(found - expected) <= 1e-15);
            CHECK(file.flat_loss(2, is_examined, objective) == found);
        }
    }
    const TextFile other(std::string(9000, 'x') + std::string(1000, 'a'));
    CHECK(other.flat_loss(1, true, Objective::causal) == 0);
}
