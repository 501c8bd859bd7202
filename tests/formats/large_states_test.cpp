// States in files beside a checkpoint: found again to the byte, by their owner alone, and refused when
// damaged.

#include "formats/large_states.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sigprop/core/base/errors.hpp>

#include "formats/files.hpp"

using namespace sigprop;

namespace {

struct Folder {
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    [[nodiscard]] std::string file() const { return (path / "run.json").string(); }
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("sigprop-states-" + std::to_string(getpid()));
};

SimulationStore::Writer writer(const std::string& state) {
    return [state](const std::function<void(std::string_view)>& out) {
        const std::size_t middle = state.size() / 2;
        out(std::string_view(state).substr(0, middle));
        out(std::string_view(state).substr(middle));
    };
}

std::string refusal(const LargeStates& states, std::string_view name) {
    try {
        static_cast<void>(states.find(name));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("large states: found again by name, replaced, and dropped") {
    const Folder folder;
    LargeStates states(folder.file(), "1.0");
    CHECK(!states.find("one"));
    const std::string bytes("\0\n\xff state", 9);
    states.keep("one", writer(bytes), true);
    states.keep("two", writer("other"), true);
    CHECK(states.find("one") == bytes);
    CHECK(states.find("two") == "other");
    states.keep("one", writer("new"), true);
    CHECK(LargeStates(folder.file(), "1.0").find("one") == "new");
    states.drop("one");
    CHECK(!states.find("one"));
    CHECK(states.find("two") == "other");
    states.drop("one");
}

TEST_CASE("large states: one that is not due costs nothing") {
    const Folder folder;
    LargeStates states(folder.file(), "1.0");
    int asked = 0;
    for (int k = 0; k < 100; ++k)
        states.keep(
            "one", [&](const auto&) { ++asked; }, false);
    CHECK(asked == 0);
    CHECK(!std::filesystem::exists(states.path_of("one")));
}

TEST_CASE("large states: whatever is not what was written is refused, with the file's name") {
    const Folder folder;
    LargeStates states(folder.file(), "1.0");
    states.keep("one", writer("a state of some length"), true);
    const std::string path = states.path_of("one");
    const std::string right = read_file(path);
    for (std::size_t k = 0; k < right.size(); ++k) {
        CAPTURE(k);
        std::string changed = right;
        changed[k] = static_cast<char>(changed[k] ^ 1);
        write(path, changed);
        CHECK(refusal(states, "one").starts_with(path));
        write(path, right.substr(0, k));
        CHECK(refusal(states, "one").starts_with(path));
    }
    write(path, right);
    CHECK(states.find("one") == "a state of some length");
    CHECK(refusal(LargeStates(folder.file(), "1.1"), "one").find("another version") != std::string::npos);
    std::filesystem::copy_file(path, states.path_of("two"));
    CHECK(refusal(states, "two").find("belongs to another run") != std::string::npos);
}
