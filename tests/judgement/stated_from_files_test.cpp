// Which files stated_from may read, and what of them may be shown.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sigprop/core/base/errors.hpp>

#include "judgement/stated_from.hpp"

using namespace sigprop;
namespace fs = std::filesystem;

namespace {

/// gate/ (the folder of the claims file) beside outside.py, removed with all that is in it.
class Folders {
public:
    Folders() {
        std::string name = fs::temp_directory_path() / "sigprop-stated-XXXXXX";
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
        fs::create_directories(path_ / "gate" / "src");
        write("gate/src/act.py", "C = 0.5\n");
        write("outside.py", "C = 0.25\n");
    }
    Folders(const Folders&) = delete;
    Folders& operator=(const Folders&) = delete;
    ~Folders() { fs::remove_all(path_); }

    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << text;
    }
    [[nodiscard]] fs::path operator/(const std::string& name) const { return path_ / name; }
    /// What "C = (.*)" finds in a file, or the refusal.
    [[nodiscard]] std::string found(const std::string& path,
                                    StatedFromPaths allowed = StatedFromPaths::inside) const {
        try {
            return StatedFiles((path_ / "gate").string(), allowed).find(path, "C = (.*)").text;
        } catch (const InputError& error) {
            return error.what();
        } catch (const IoError& error) {
            return std::string("IoError ") + error.what();
        }
    }

private:
    fs::path path_;
};

bool says(const std::string& message, const std::string& part) {
    INFO(message, " / ", part);
    return message.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("paths lead below the folder of the claims file or the working directory") {
    const Folders folders;
    CHECK(folders.found("src/act.py") == "0.5");
    CHECK(folders.found("./src/../src/act.py") == "0.5");
    CHECK(folders.found((folders / "gate/src/act.py").string()) == "0.5");
    fs::create_symlink("src/act.py", folders / "gate/link.py");
    CHECK(folders.found("link.py") == "0.5");
    CHECK(says(folders.found("no.py"), "IoError cannot read"));
    fs::create_symlink("circle.py", folders / "gate/circle.py");
    CHECK(says(folders.found("circle.py"), "IoError cannot read circle.py: "));

    fs::create_symlink("../outside.py", folders / "gate/outside.py");
    fs::create_directory_symlink("..", folders / "gate/up");
    fs::create_directories(folders / "gate2");
    folders.write("gate2/act.py", "C = 0.75\n");  // begins like the folder, and is another
    const std::string outside[] = {"../outside.py",
                                   (folders / "outside.py").string(),
                                   "outside.py",
                                   "up/outside.py",
                                   "up/no.py",
                                   "../no.py",
                                   "src/../../outside.py",
                                   "../gate2/act.py",
                                   "/etc/passwd",
                                   "/no/such/file"};
    for (const std::string& path : outside) {
        CAPTURE(path);
        CHECK(says(folders.found(path), path + " is outside"));
    }
    CHECK(says(folders.found("../outside.py"),
               ": run the command in a folder that contains both, or allow it by --allow-outside"));
    CHECK(folders.found("../outside.py", StatedFromPaths::anywhere) == "0.25");
    CHECK(folders.found("up/outside.py", StatedFromPaths::anywhere) == "0.25");
    // Everything lies below the root folder: a claims file there allows nothing by that.
    StatedFiles root("/", StatedFromPaths::inside);
    CHECK_THROWS_AS(static_cast<void>(root.find((folders / "outside.py").string(), "C = (.*)")), InputError);

    // the tests run in the build folder
    const fs::path here =
        (folders / "").parent_path().filename().string() + ".txt";  // a name of this run's own
    const struct Removed {
        const fs::path& file;
        ~Removed() { fs::remove(file); }
    } removed{here};
    std::ofstream(here) << "C = 1.5";
    CHECK(folders.found(fs::absolute(here).string()) == "1.5");
    CHECK(StatedFiles("", StatedFromPaths::inside).find(here.string(), "C = (.*)").text == "1.5");
}

TEST_CASE("only regular files are read") {
    const Folders folders;
    REQUIRE(::mkfifo((folders / "gate/fifo").c_str(), 0600) == 0);
    for (const auto allowed : {StatedFromPaths::inside, StatedFromPaths::anywhere}) {
        CHECK(says(folders.found("fifo", allowed), "fifo is not a regular file"));
        CHECK(says(folders.found("src", allowed), "src is not a regular file"));
        CHECK(says(folders.found("", allowed), "path is empty"));
        CHECK(says(folders.found(std::string("src/act.py\0.txt", 15), allowed), "NUL"));
        CHECK(says(folders.found("-", allowed), "IoError cannot read"));  // a name, not standard input
        folders.write("gate/.git/config", "C = 0.5");
        CHECK(says(folders.found(".git/config", allowed), "is inside .git"));
    }
    CHECK(says(folders.found("/dev/zero", StatedFromPaths::anywhere), "not a regular file"));
    CHECK(says(folders.found("/proc/self/environ", StatedFromPaths::anywhere), "the kernel makes it up"));
    CHECK(says(folders.found("/proc/version", StatedFromPaths::anywhere), "the kernel makes it up"));
}

TEST_CASE("the cost of all searches is limited together") {
    const Folders folders;
    const std::size_t cost = find_stated("C = 0.5\n", "src/act.py", "C = (.*)").cost;
    StatedFiles twice((folders / "gate").string(), StatedFromPaths::inside, {.cost = 2 * cost});
    CHECK(twice.find("src/act.py", "C = (.*)").cost == cost);
    CHECK(twice.find("src/act.py", "C = (.*)").text == "0.5");
    CHECK_THROWS_AS(static_cast<void>(twice.find("src/act.py", "C = (.*)")), InputError);

    folders.write("gate/long", std::string(4'000'000, 'a') + "\n1\n");
    StatedFiles files((folders / "gate").string(), StatedFromPaths::inside);
    const std::string pattern = "(1)|" + std::string(600, 'x');
    std::string refusal;
    int searches = 0;
    for (; searches < 30 && refusal.empty(); ++searches) {
        try {
            static_cast<void>(files.find("long", pattern));
        } catch (const InputError& error) {
            refusal = error.what();
        }
    }
    CHECK(says(refusal, "takes too long"));
    CHECK(searches > 15);
}

TEST_CASE("only numbers are shown") {
    const Folders folders;
    for (const char* number :
         {"0.5", "-1.5e-3", "+0.5", "5.", ".5", "none", "2/3", "sqrt(2 / pi)", "(1 + sqrt(5)) / 2", "2^-1"}) {
        folders.write("gate/n", std::string("C = ") + number);
        CHECK(folders.found("n") == number);
    }
    for (const char* secret :
         {"sk-live-51Habc", "hunter2", "12345abc", "'0.5'", "pass(1)", "sqrt(hunter2)", "\"x\"", "[1, 2]",
          "0.5f", "nan", "1 < 2", "max(1, x=2)", "sqrt(x=2)", "", "1e999999999"}) {
        CAPTURE(secret);
        folders.write("gate/n", std::string("C = ") + secret);
        const std::string message = folders.found("n");
        CHECK(says(message, "the match of the regex in n:1 is not a number (and is not shown)"));
        if (*secret != '\0') CHECK(message.find(secret) == message.npos);
    }
}

TEST_CASE("a file is read once, and all files together have a limit") {
    const Folders folders;
    folders.write("gate/ten", "C = 0.5\n\n\n");  // 10 bytes
    folders.write("gate/more", "C = 0.5\n\n");
    folders.write("gate/too_many", "C = 0.5\n\n\n");
    StatedFiles files((folders / "gate").string(), StatedFromPaths::inside, {.bytes = 19});
    CHECK(files.find("ten", "C = (.*)").text == "0.5");
    fs::remove(folders / "gate/ten");
    CHECK(files.find("ten", "C = (0)").text == "0");
    CHECK(files.find("more", "C = (.*)").text == "0.5");  // 19 with the others
    CHECK_THROWS_WITH_AS(static_cast<void>(files.find("too_many", "C = (.*)")),
                         "the files of the claims before it and too_many together have more than 19 bytes, "
                         "the limit of what is read",
                         InputError);
}

TEST_SUITE("slow") {
    TEST_CASE("100 MB of a file are read, and 400 MB of all") {
        const Folders folders;
        StatedFiles files((folders / "gate").string(), StatedFromPaths::inside);
        const auto refusal = [&](const std::string& path) -> std::string {
            try {
                return files.find(path, "(1)").text;
            } catch (const InputError& error) {
                return error.what();
            }
        };
        const auto sparse = [&](const std::string& name, std::size_t size) {
            folders.write("gate/" + name, "1");
            fs::resize_file(folders / ("gate/" + name), size);
        };
        sparse("large", max_stated_bytes + 1);
        CHECK(says(refusal("large"), "larger than 100000000 bytes"));
        for (const char* name : {"a", "b", "c", "d"}) {
            sparse(name, max_stated_bytes);
            CHECK(refusal(name) == "1");
            CHECK(refusal(std::string("./") + name) == "1");  // read once, whatever it is called
        }
        sparse("e", 1);
        CHECK(says(refusal("e"), "more than 400000000 bytes together"));
    }

}  // TEST_SUITE
