// Checkpoints as a store: states are found again, by the same work alone, and never half written.

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sigprop/core/base/errors.hpp>

#include "formats/checkpoint.hpp"
#include "formats/files.hpp"
#include "formats/json.hpp"
#include "formats/sha256.hpp"

using namespace sigprop;

namespace {

struct File {
    File() { std::filesystem::remove(path); }
    ~File() { std::filesystem::remove(path); }
    std::string path =
        (std::filesystem::temp_directory_path() / ("sigprop-unit-" + std::to_string(getpid()) + ".json"))
            .string();
};

const CheckpointOwner owner{
    "1.2.3", "eval", {"a", "b"}, 18'446'744'073'709'551'615U, 9'223'372'036'854'775'808U};
constexpr auto writing = Checkpoint::Access::read_write;
constexpr auto reading = Checkpoint::Access::read_only;

std::string refusal(const CheckpointOwner& other, const std::string& text) {
    try {
        const Checkpoint checkpoint("c.json", other, text, reading);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("what is kept is found again") {
    const File file;
    {
        Checkpoint checkpoint(file.path, owner, "", writing);
        CHECK(std::filesystem::exists(file.path));  // immediately
        CHECK(!checkpoint.find("one"));
        checkpoint.keep("one", "1 2 3", false);
        checkpoint.keep("two \"quoted\" é", "", true);
        checkpoint.keep("one", "4 5 6", true);
        CHECK(checkpoint.find("one") == "4 5 6");
    }
    Checkpoint again(file.path, owner, read_checkpoint(file.path), writing);
    CHECK(again.find("one") == "4 5 6");
    CHECK(again.find("two \"quoted\" é") == "");
    CHECK(!again.find("three"));
    // an unchanged state is not written
    const auto time = std::filesystem::last_write_time(file.path);
    std::filesystem::last_write_time(file.path, time - std::chrono::hours(1));
    again.keep("one", "4 5 6", true);
    again.save();
    CHECK(std::filesystem::last_write_time(file.path) == time - std::chrono::hours(1));
    again.keep("one", "7", true);
    CHECK(std::filesystem::last_write_time(file.path) > time - std::chrono::hours(1));
}

TEST_CASE("a rank that only reads writes nothing") {
    const File file;
    Checkpoint checkpoint(file.path, owner, "", reading);
    checkpoint.keep("one", "1", true);
    checkpoint.save();
    CHECK(checkpoint.find("one") == "1");
    CHECK(!std::filesystem::exists(file.path));
    CHECK(read_checkpoint(file.path).empty());
}

TEST_CASE("only for the same work, and undamaged") {
    const File file;
    Checkpoint(file.path, owner, "", writing).keep("one", "1 2 3", true);
    const std::string text = read_checkpoint(file.path);
    CHECK(refusal(owner, text).empty());
    const auto differs = [&](auto change, const std::string& there, const std::string& here) {
        CheckpointOwner other = owner;
        change(other);
        const std::string message = refusal(other, text);
        CAPTURE(message);
        CHECK(holds(message, "c.json"));
        CHECK(holds(message, "'" + there + "'"));
        CHECK(holds(message, "'" + here + "'"));
    };
    differs([](auto& o) { o.version = "1.2.4"; }, "1.2.3", "1.2.4");
    differs([](auto& o) { o.command = "verify"; }, "eval", "verify");
    differs([](auto& o) { o.subjects[1] = "c"; }, "b", "c");
    differs([](auto& o) { o.subjects.pop_back(); }, "2", "1");
    differs([](auto& o) { o.seed = 1; }, "18446744073709551615", "1");
    differs([](auto& o) { o.samples -= 1; }, "9223372036854775808", "9223372036854775807");
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string flipped = text;
        flipped[i] = static_cast<char>(flipped[i] ^ 1);
        CHECK(holds(refusal(owner, flipped), "sigprop does not use it"));
        if (i > 0) CHECK(holds(refusal(owner, text.substr(0, i)), "sigprop does not use it"));
    }
}

TEST_CASE("what is never written is refused, whatever its checksum") {
    const auto forged = [](const std::string& more_states, const std::string& more_keys) {
        std::string text =
            R"({"schema_version": "1.0", "kind": "checkpoint", "version": "1", "command": "eval", )"
            R"("subjects": [], "seed": 1, "samples": 2, "simulations": [{"name": "b", "state": "1")" +
            more_states + "}]" + more_keys + "}";
        Json document = parse_json(text, "forged");
        document.set("checksum", sha256_hex(write_json(document, JsonStyle::canonical)));
        return refusal({"1", "eval", {}, 1, 2}, write_json(document));
    };
    CHECK(forged("", "").empty());
    for (const char* const states :
         {R"(}, {"name": "b", "state": "2")", R"(}, {"name": "a", "state": "2")", R"(, "more": 1)"})
        CHECK(holds(forged(states, ""), "the file has entries that no checkpoint of sigprop has"));
    CHECK(holds(forged("", R"(, "more": 1)"), "the file has entries that no checkpoint of sigprop has"));
}

TEST_CASE("long subjects are shown where they differ") {
    CheckpointOwner mine = owner;
    mine.subjects = {std::string(500, 'x') + "there" + std::string(500, 'y')};
    const File file;
    const Checkpoint checkpoint(file.path, mine, "", writing);
    CheckpointOwner other = mine;
    other.subjects = {std::string(500, 'x') + "here" + std::string(500, 'y')};
    const std::string message = refusal(other, read_checkpoint(file.path));
    CHECK(holds(message, "xxthereyy"));
    CHECK(holds(message, "xxhereyy"));
    CHECK(message.size() < 500);
}

TEST_CASE("memory is bounded: the oldest is forgotten") {
    Checkpoint checkpoint("unused", owner, "", reading);
    const std::size_t third = Checkpoint::max_bytes / 3;
    for (const char* const name : {"a", "b", "c"}) checkpoint.keep(name, std::string(third, '1'), false);
    for (const char* const name : {"a", "d"}) checkpoint.keep(name, std::string(third, '2'), false);
    CHECK(checkpoint.find("a"));
    CHECK(!checkpoint.find("b"));
    CHECK(checkpoint.find("d"));
    checkpoint.keep("large", std::string(Checkpoint::max_bytes + 1, '1'), false);
    CHECK(checkpoint.find("large"));
    CHECK(!checkpoint.find("d"));
}

TEST_CASE("what is no file that can be replaced") {
    CHECK_THROWS_AS(static_cast<void>(read_checkpoint("/dev/null")), IoError);
    CHECK_THROWS_AS(static_cast<void>(read_checkpoint(std::filesystem::temp_directory_path().string())),
                    IoError);
    CHECK_THROWS_AS(Checkpoint("/no/such/folder/c.json", owner, "", writing), IoError);
}
