#pragma once
// What a MathML element says, without how it is set: "frac{1}{n}", "sub{x}{i}", and the signs between them.
// formulas_by_temml.cjs reduces the MathML of other programs in the same way.

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mathml {

class Skeleton {
public:
    explicit Skeleton(std::string_view text) : text_(text) {}

    /// Throws std::runtime_error unless the text is one element whose tags all match.
    std::string operator()() {
        std::string whole = element();
        if (at_ != text_.size()) throw std::runtime_error("text after the last tag");
        return whole;
    }

private:
    std::string element() {
        if (at_ >= text_.size() || text_[at_] != '<') throw std::runtime_error("no tag");
        const std::size_t end = text_.find('>', at_);
        const std::string_view tag = text_.substr(at_ + 1, end - at_ - 1);
        const std::string name(tag.substr(0, tag.find(' ')));
        at_ = end + 1;
        std::vector<std::string> parts;
        while (text_.substr(at_, 2) != "</") {
            if (at_ >= text_.size()) throw std::runtime_error("no end of " + name);
            parts.push_back(text_[at_] == '<' ? element() : signs());
        }
        const std::string close = "</" + name + ">";
        if (!text_.substr(at_).starts_with(close)) throw std::runtime_error("not the end of " + name);
        at_ += close.size();
        return said(name, parts);
    }

    /// Text up to the next tag, without blanks and without what is not shown.
    std::string signs() {
        static const std::map<std::string, std::string> others = {
            {"&lt;", "<"},    {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"},
            {"&#x2061;", ""}, {" ", ""},     {"\u00a0", ""},   {"|", "∣"}};
        std::string all;
        while (at_ < text_.size() && text_[at_] != '<') {
            bool replaced = false;
            for (const auto& [from, to] : others) {
                if (!text_.substr(at_).starts_with(from)) continue;
                all += to;
                at_ += from.size();
                replaced = true;
                break;
            }
            if (!replaced) all += text_[at_++];
        }
        return all;
    }

    static std::string said(const std::string& name, const std::vector<std::string>& parts) {
        struct Call {
            std::string word;
            std::size_t arguments;
        };
        static const std::map<std::string, Call> calls = {
            {"mfrac", {"frac", 2}},       {"msub", {"sub", 2}},  {"munder", {"sub", 2}},
            {"msup", {"sup", 2}},         {"mover", {"sup", 2}}, {"msubsup", {"subsup", 3}},
            {"munderover", {"subsup", 3}}};
        std::string inside;
        const auto call = calls.find(name);
        for (const std::string& part : parts) inside += call == calls.end() ? part : "{" + part + "}";
        if (name == "msqrt") return "sqrt{" + inside + "}";
        if (call == calls.end()) return inside;
        if (parts.size() != call->second.arguments) throw std::runtime_error("arguments of " + name);
        return call->second.word + inside;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

inline std::string skeleton(std::string_view mathml) { return Skeleton(mathml)(); }

}  // namespace mathml
