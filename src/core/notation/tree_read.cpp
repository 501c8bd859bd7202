// Reads LaTeX by recursive descent: one function for each construction of the subset.

#include "core/notation/tree.hpp"

#include <sigprop/core/base/errors.hpp>
#include <utility>

#include "core/base/digit.hpp"
#include "core/notation/symbols.hpp"

namespace sigprop {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_blank(char c) { return c == ' ' || c == '\n'; }

/// Whether letters or digits begin or end here, so that two of them side by side look like one word.
bool is_lettered(const NotationNode& node) {
    const NotationKind kind = base_of(node).kind;
    return kind == NotationKind::symbol || kind == NotationKind::number || kind == NotationKind::name;
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    NotationRow whole() {
        NotationRow row = row_until({});
        if (at_ < text_.size()) fail("'" + std::string(1, text_[at_]) + "' closes nothing");
        return row;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { fail(what, at_); }
    [[noreturn]] void fail(const std::string& what, std::size_t at) const {
        throw InputError(
            "formula: " + what + ", at column " + std::to_string(at + 1) + " of " + std::string(text_),
            {"formula", std::string(text_), at, 1});
    }

    bool at_end() const { return at_ == text_.size(); }
    bool next_is(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    bool skip_blanks() {
        const std::size_t from = at_;
        while (!at_end() && is_blank(text_[at_])) ++at_;
        return at_ > from;
    }
    void expect(std::string_view what, const std::string& why) {
        if (!next_is(what)) fail("'" + std::string(what) + "' is missing: " + why);
        at_ += what.size();
    }

    bool closes_here() const {
        return at_end() || text_[at_] == '}' || text_[at_] == ')' || text_[at_] == ']' || next_is("\\right");
    }

    /// All up to a closing delimiter, which stays.
    NotationRow row_until(std::string_view close) {
        constexpr int deepest = 32;
        if (++depth_ > deepest) fail("it is nested too deeply");
        NotationRow row;
        const std::size_t begin = at_;
        for (;;) {
            const bool blank = skip_blanks();
            if (closes_here()) break;
            if (is_script_mark(text_[at_])) {
                add_script(row);
                continue;
            }
            const std::size_t from = at_;
            NotationNode node = atom();
            node.after_blank = blank;
            check_touching(row, node, from);
            row.push_back(std::move(node));
        }
        if (!close.empty() && !next_is(close))
            fail("'" + std::string(close) + "' is missing", begin == 0 ? 0 : begin - 1);
        --depth_;
        return row;
    }

    /// LaTeX puts no space around a name, as it does around log.
    void check_touching(const NotationRow& row, const NotationNode& next, std::size_t at) const {
        if (row.empty() || !is_lettered(row.back()) || !is_lettered(next)) return;
        if (base_of(row.back()).kind == NotationKind::name || base_of(next).kind == NotationKind::name)
            fail("a name touches the next factor; put \\, between them", at);
    }

    static bool is_script_mark(char c) { return c == '^' || c == '_' || c == '\''; }

    /// Puts a script, or a prime, on the last node of the row.
    void add_script(NotationRow& row) {
        const std::size_t from = at_;
        if (row.empty() || row.back().kind == NotationKind::space)
            fail("nothing stands before the script; {} can");
        if (row.back().kind != NotationKind::scripts) {
            NotationNode scripts{NotationKind::scripts, {}, {}, {{row.back()}, {}, {}}};
            scripts.after_blank = row.back().after_blank;
            scripts.takes_limits = row.back().takes_limits;
            row.back() = std::move(scripts);
        }
        const char mark = text_[at_++];
        NotationRow& place = row.back().rows[mark == '_' ? 1 : 2];
        if (mark == '\'') {
            place.push_back({NotationKind::symbol, "′", "'"});
            return;
        }
        const bool only_primes = !place.empty() && place.back().sign == "′";
        if (!place.empty() && !only_primes) fail("a second script in the same place", from);
        NotationRow script = argument("a script");
        place.insert(place.end(), script.begin(), script.end());
    }

    /// A row in braces, or one character or command.
    NotationRow argument(const std::string& of) {
        skip_blanks();
        if (next_is("{")) return braced(of);
        if (closes_here() || is_script_mark(text_[at_])) fail(of + " is missing");
        if (next_is("*")) {
            ++at_;
            return {{NotationKind::symbol, "∗", "*"}};
        }
        if (is_digit(text_[at_])) {  // x^12 is x^1 2 to LaTeX
            const std::string digit(1, text_[at_++]);
            return {{NotationKind::number, digit, digit}};
        }
        return {atom()};
    }

    NotationRow braced(const std::string& of) {
        expect("{", of + " stands in braces");
        NotationRow row = row_until("}");
        ++at_;
        return row;
    }

    /// The letters in braces, without their escapes.
    std::string word() {
        expect("{", "letters stand in braces");
        std::string word;
        while (!at_end() && text_[at_] != '}') {
            if (next_is("\\_")) {
                ++at_;
            } else if (std::string_view("\\{$_^%#&~").find(text_[at_]) != std::string_view::npos) {
                fail("only letters, numbers and \\_ stand here");
            }
            word += text_[at_++];
        }
        expect("}", "the word does not end");
        if (word.empty()) fail("the word is empty");
        return word;
    }

    NotationNode atom() {
        const char c = text_[at_];
        if (c == '\\') return command();
        if (c == '{') return {NotationKind::group, {}, {}, {braced("a group")}};
        if (c == '(' || c == '[') return fenced(c, c == '(' ? ')' : ']');
        if (is_letter(c)) {
            ++at_;
            return {NotationKind::symbol, std::string(1, c), std::string(1, c)};
        }
        if (is_digit(c)) return number();
        const NotationSymbol* symbol = find_notation_symbol(text_.substr(at_, 1));
        if (symbol == nullptr) fail("'" + std::string(1, c) + "' is not in the subset of core/notation");
        ++at_;
        return node_of(*symbol);
    }

    static NotationNode node_of(const NotationSymbol& symbol) {
        NotationNode node{symbol.kind, std::string(symbol.sign),
                          std::string(symbol.plain.empty() ? symbol.sign : symbol.plain)};
        node.takes_limits = symbol.takes_limits;
        return node;
    }

    NotationNode number() {
        std::string digits;
        while (!at_end() && (is_digit(text_[at_]) ||
                             (text_[at_] == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))))
            digits += text_[at_++];
        return {NotationKind::number, digits, digits};
    }

    NotationNode fenced(char open, char close) {
        ++at_;
        NotationNode node{NotationKind::fenced, std::string(1, open), std::string(1, close)};
        node.rows.push_back(row_until(node.plain));
        ++at_;
        return node;
    }

    std::string delimiter() {
        skip_blanks();
        for (const auto& [latex, sign] :
             {std::pair{"\\|", "‖"}, {"|", "|"}, {"(", "("}, {")", ")"}, {"[", "["}, {"]", "]"}}) {
            if (!next_is(latex)) continue;
            at_ += std::string_view(latex).size();
            return sign;
        }
        fail("a delimiter is missing: one of ( ) [ ] | \\|");
    }

    NotationNode stretched() {
        NotationNode node{NotationKind::fenced, delimiter(), {}};
        node.is_stretched = true;
        node.rows.push_back(row_until("\\right"));
        at_ += std::string_view("\\right").size();
        node.plain = delimiter();
        return node;
    }

    NotationNode command() {
        const std::size_t from = at_++;
        if (next_is(",")) {
            ++at_;
            return {NotationKind::space, ",", " "};
        }
        std::size_t end = at_;
        while (end < text_.size() && is_letter(text_[end])) ++end;
        const std::string_view name = text_.substr(at_, end - at_);
        at_ = end;
        if (name == "frac") {
            NotationRow numerator = braced("the numerator");
            return {NotationKind::fraction, {}, {}, {std::move(numerator), braced("the denominator")}};
        }
        if (name == "sqrt") return {NotationKind::root, {}, {}, {braced("what is under the root")}};
        if (name == "left") return stretched();
        if (name == "text") return worded(NotationKind::words);
        if (name == "mathrm") return worded(NotationKind::name);
        if (name == "mathbb") return blackboard();
        if (name == "operatorname") {
            const bool limits = next_is("*");
            if (limits) ++at_;
            NotationNode node = worded(NotationKind::function);
            node.takes_limits = limits;
            return node;
        }
        const NotationSymbol* symbol = find_notation_symbol(name);
        if (symbol == nullptr)
            fail("the command \\" + std::string(name) + " is not in the subset of core/notation", from);
        return node_of(*symbol);
    }

    NotationNode worded(NotationKind kind) {
        std::string letters = word();
        return {kind, letters, letters};
    }

    NotationNode blackboard() {
        const std::size_t from = at_;
        const std::string letter = word();
        for (const auto& [plain, sign] : {std::pair{"E", "𝔼"}, {"P", "ℙ"}, {"R", "ℝ"}}) {
            if (letter == plain) return {NotationKind::symbol, sign, plain};
        }
        fail("\\mathbb has only E, P and R", from);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

NotationRow read_notation(std::string_view latex) { return Reader(latex).whole(); }

}  // namespace sigprop
