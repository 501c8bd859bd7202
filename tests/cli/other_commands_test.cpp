// sweep, constants, list, show, schema, selftest, completions, manual.

#include <doctest/doctest.h>

#include <sstream>

#include "tests/cli/run_tool.hpp"

using cli::tool;

TEST_CASE("a sweep has a row for each point and method") {
    const cli::Run run = tool({"sweep", "truncated_normal.std(-b, b)", "--over", "b=1:4:x2", "--methods",
                               "closed_form", "--csv", "--evidence"});
    CHECK(run.code == 0);
    CHECK(run.out.starts_with("id,expression,method,kind,b,value,radius,status\n"));
    CHECK(cli::count(run.out, "\n") == 4);
    CHECK(run.shows(",2,0.87962566103423"));
    const cli::Run grid = tool({"sweep", "truncated_normal.mean(a, b)", "--over", "a=-1,0",
                                "--over=b=1:2:+0.5", "--methods", "closed_form", "--json", "--reproducible"});
    CHECK(grid.code == 0);
    CHECK(grid.shows("\"values\": [-1, 0]"));
    CHECK(grid.shows("\"values\": [1, 1.5, 2]"));
    CHECK(tool({"sweep", "x^2", "--over", "x=1,2,3", "--md"}).shows("| 3 | 9 | ok |"));
    CHECK(tool({"sweep", "x^2", "--over", "x=1,2,3"}).shows("9"));
}

TEST_CASE("the CSV of a sweep has a row for each point") {
    const cli::Run run = tool({"sweep", "truncated_normal.std(-b, b)", "--over", "b=1:4:x2", "--csv"});
    CHECK(run.code == 0);
    CHECK(run.out.starts_with("b,value,lower,upper,kind\n1,0.539"));
    CHECK(cli::count(run.out, "\n") == 4);
    CHECK(run.shows("\n2,0.87962566103423975041284141"));
    CHECK(run.shows(",0.8796256610342396,0.87962566103424,enclosure\n"));  // two doubles outward
    // exact values have no width, and points without one say why
    CHECK(tool({"sweep", "x^2", "--over", "x=3,4", "--csv"}).out ==
          "x,value,lower,upper,kind\n3,9,9,9,enclosure\n4,16,16,16,enclosure\n");
    CHECK(tool({"sweep", "1/x", "--over", "x=0,1", "--csv"}).shows("\n0,,,,domain\n"));
    // samples have their interval, beside proofs none is taken
    const cli::Run sampled = tool({"sweep", "activation.mean(gelu, std=s)", "--over", "s=1,2", "--over",
                                   "seed=0,1", "--methods", "monte_carlo", "--csv"});
    CHECK(sampled.out.starts_with("s,seed,value,lower,upper,kind\n1,0,0."));
    CHECK(cli::count(sampled.out, ",sample\n") == 4);
    CHECK(tool({"sweep", "activation.mean(gelu, std=s)", "--over", "s=1,2", "--over", "seed=0,1", "--csv"})
              .shows("2,1,"));
    // what is written is known as ours, and may be written again
    const cli::Folder folder;
    for (int time = 0; time < 2; ++time)
        CHECK(tool({"sweep", "x^2", "--over", "x=3,4", "--csv", folder / "x.csv"}).code == 0);
}

TEST_CASE("sweeps that are refused or have points without a value") {
    CHECK(tool({"sweep", "x^2"}).code == 2);
    CHECK(tool({"sweep", "x^2", "--over", "y=1,2"}).code == 2);
    CHECK(tool({"sweep", "x^2", "--over", "x=1,2", "--over", "x=3"}).code == 2);
    for (const char* axis :
         {"x", "x=", "x=1:2", "x=1:2:3", "x=2:1:+1", "x=1:2:x1", "x=1:2:+0", "x=1:1e9:+1", "x=a,b", "=1,2"}) {
        CAPTURE(axis);
        const cli::Run run = tool({"sweep", "x^2", "--over", axis});
        CHECK(run.code == 2);
        CHECK(run.out.empty());
    }
    CHECK(tool({"sweep", "1/x", "--over", "x=-1,0,1"}).code == 3);
    CHECK(tool({"sweep", "1/x", "--over", "x=-1,1"}).code == 0);
}

TEST_CASE("an axis of choices says what was meant") {
    const auto over = [](const char* values) {
        return tool({"sweep", "residual.skip_weight(s, sublayers=2)", "--over", values});
    };
    CHECK(over("s=pre_norm,post_norm").code == 0);
    CHECK(over("s=pre_norm,post_nrom")
              .says("'post_nrom' is not an activation or another known word; did you mean 'post_norm'?\n"));
    CHECK(over("s=pre_norm,gleu").says("unknown activation 'gleu'; did you mean 'gelu'?"));
    CHECK(over("s=pre_norm,gelu").says("at s = gelu: 'scheme' must be one of pre_norm"));
}

TEST_CASE("constants as code") {
    const cli::Run cpp = tool({"constants", "selu_*", "--emit", "cpp"});
    CHECK(cpp.code == 0);
    CHECK(cpp.shows("inline constexpr double selu_alpha = 1.6732632423543772;\n"));
    CHECK(cpp.shows("selu.alpha() = 1.67326324235437728481704299167, 30 digits proved"));
    CHECK_FALSE(cpp.shows("relu_gain"));
    CHECK(tool({"constants", "selu_alpha", "--emit=python", "--digits", "12"})
              .shows("\nselu_alpha = 1.6732632423543772\n"));
    CHECK(tool({"constants", "selu_alpha", "--emit=python", "--digits", "12"})
              .shows("= 1.67326324235, 12 digits proved"));
    CHECK(tool({"constants", "--emit", "json"}).shows("\"decimal\": \"1.67326324235437728481704299167\""));
    CHECK(tool({"constants", "selu_*", "--emit", "cpp", "--digits", "50"})
              .shows(": sigprop constants \"selu_*\" --emit cpp --digits 50\n"));
    CHECK(tool({"constants", "selu_alpha"}).shows("selu_alpha = 1.67326"));
    CHECK(tool({"constants", "no_such_*"}).code == 5);
}

TEST_CASE("constants are a header of doubles and of all their digits") {
    const cli::Folder folder;
    folder.write("c.hpp", tool({"constants", "--emit", "cpp", "--digits", "50"}).out);
    const auto compiles = [&](const std::string& more) {
        // twice, as two headers of one program include it
        folder.write("c.cpp", "#include \"c.hpp\"\n#include \"c.hpp\"\n" + more);
        return std::system(
                   ("c++ -std=c++17 -fsyntax-only -Wall -Werror " + folder / "c.cpp 2> /dev/null").c_str()) ==
               0;
    };
    CHECK(
        compiles("static_assert(relu_gain > 1.41421356 && relu_gain < 1.41421357);\n"
                 "static_assert(selu_alpha_digits == "
                 "\"1.6732632423543772848170429916716520384611553482812\");\n"));
    CHECK_FALSE(compiles("static_assert(selu_alpha_digits == \"1.67326324235437728\");\n"));
    // A double has all of 17 digits, so that a text of them would say nothing new.
    CHECK_FALSE(
        tool({"constants", "selu_alpha", "--emit", "cpp", "--digits", "17"}).shows("selu_alpha_digits"));
    CHECK(tool({"constants", "selu_alpha", "--emit", "python"})
              .shows("\nselu_alpha_digits = \"1.67326324235437728481704299167\"\n"));
}

TEST_CASE("list finds by glob, by word, by alias and by statement") {
    const cli::Run all = tool({"list"});
    CHECK(all.code == 0);
    for (const char* name : {"truncated_normal.std ", "selu.alpha", "leaky_relu", "jax.selu.alpha"}) {
        CHECK_MESSAGE(all.shows(name), name);
    }
    const cli::Run some = tool({"list", "quantities", "selu.*"});
    CHECK(some.shows("selu.lambda"));
    CHECK_FALSE(some.shows("truncated_normal"));
    CHECK(tool({"list", "claims", "VarianceScaling"}).shows("keras.truncated_normal.std"));
    CHECK(tool({"list", "activations", "leaky*"}).shows("leaky_relu"));
    CHECK(tool({"list", "no such thing"}).code == 5);
    CHECK(tool({"list", "claims", "jax.*", "--json"}).shows("\"name\": \"jax.selu.alpha\""));
}

TEST_CASE("the table of normalisation layers, whole and by layer") {
    const cli::Run whole = tool({"show", "normalization"});
    for (const char* part :
         {"\nlayer_norm  y = (x - mean) / sqrt(var + eps)\n", "\nmin_max  y = (x - min) / (max - min)\n",
          "0.1 x batch, keeps 1/(n-1)", "0.99 x old, keeps 1/n", "sqrt(max(sum x^2, eps))"}) {
        CHECK_MESSAGE(whole.shows(part), whole.out);
    }
    for (const char* name : {"rms_norm", "rmsnorm", "LlamaRMSNorm", "torch.nn.RMSNorm"}) {
        CHECK(tool({"show", name}).shows("rms_norm\n  formula     y = x / sqrt(mean x^2 + eps)\n"));
    }
    CHECK(tool({"show", "layer_norn"}).says("did you mean 'layer_norm'?"));
    CHECK(tool({"list", "layers", "*gemma*"}).shows("layers (1)\n  rms_norm  y = x / sqrt(mean x^2 + eps)"));
    CHECK(tool({"completions", "bash"}).shows("claims quantities activations layers "));
}

TEST_CASE("show has the whole of it") {
    const cli::Run quantity = tool({"show", "truncated_normal.std"});
    CHECK(quantity.code == 0);
    for (const char* part :
         {"truncated_normal.std(lower, upper, mean=0, std=1)", "formula", "source", "parameters", "routes"}) {
        CHECK_MESSAGE(quantity.shows(part), quantity.out);
    }
    CHECK(tool({"show", "leaky_relu"}).shows("leaky_relu(a=0.01)"));
    const cli::Run claim = tool({"show", "jax.complex_truncated_normal.std"});
    CHECK(claim.shows("0.95311164380491208  (float64)"));
    CHECK(claim.shows("expected    refuted"));
    const cli::Run slope = tool({"show", "training.coordinate_slope"});
    CHECK(slope.shows("    widths=[32, 64, 128] real, list"));
    CHECK(slope.shows(" others are those of training.validation_loss"));
    CHECK_FALSE(slope.shows("    warmup=0"));
    CHECK(tool({"show", "training.validation_loss"}).shows("    warmup=0"));
    CHECK(tool({"show", "warmup"}).shows("warmup: a parameter\n  of training.validation_loss, "));
    CHECK(tool({"show", "warmup"}).shows("    warmup=0            integer     steps over which the rate"));
    CHECK(tool({"show", "warmupp"}).code == 2);
    CHECK(tool({"show", "kaiming"}).says("a value of the parameter 'scheme' of init.std"));
    const cli::Run group = tool({"show", "torch"});
    CHECK(group.code == 0);
    for (const char* part :
         {"torch: a group of 37 quantities; sigprop show 'torch.*' describes each in full\n  "
          "torch.calculate_gain(",
          "\n  torch.trunc_normal_(mean=0, std=1, a=-2, b=2, dtype=none, of=std)\n      Standard deviation "
          "of weights "
          "filled "
          "by trunc_normal_.\n      PyTorch 2.15.0, torch/nn/init.py:301-334 and _no_grad_trunc_normal_; "
          "PyTorch 1.13.1, lines 22-54 and 157-176\n"}) {
        CHECK_MESSAGE(group.shows(part), group.out);
    }
    CHECK_FALSE(group.shows("timm."));
    CHECK(tool({"show", "activation"}).shows("\n  activation.gain("));
    CHECK(tool({"show", "torc"}).code == 2);
    const cli::Run wide = tool({"show", "init.argument"});
    CHECK(wide.shows("\n    scheme              choice      the rule: lecun, he, kaiming"));
    for (std::size_t from = 0; from < wide.out.size();) {
        const std::size_t end = wide.out.find('\n', from);
        CHECK_MESSAGE(end - from <= 140, wide.out.substr(from, end - from));
        from = end + 1;
    }
    CHECK(
        tool({"show", "activation.best_parameter"}).shows("\n    f                   formula     a quoted"));
    const cli::Run unknown = tool({"show", "truncated_normal.sdt"});
    CHECK(unknown.code == 2);
    CHECK(unknown.out.empty());
    CHECK(unknown.says("did you mean 'truncated_normal.std'?"));
}

TEST_CASE("schemas, the self test, completions") {
    for (const char* name : {"report", "claims", "series"})
        CHECK(tool({"schema", name}).shows("https://json-schema.org/draft/2020-12/schema"));
    CHECK(tool({"schema"}).out == tool({"schema", "report"}).out);
    const cli::Run self = tool({"selftest"});
    CHECK(self.code == 0);
    CHECK(cli::count(self.out, "ok ") == cli::count(self.out, "\n"));
    CHECK_FALSE(self.shows("FAILED"));
    CHECK(tool({"completions", "bash"}).shows("complete -o default -F _sigprop sigprop"));
    CHECK(tool({"completions", "zsh"}).shows("#compdef sigprop"));
    for (const char* shell : {"bash", "zsh", "fish"})
        CHECK(tool({"completions", shell}).shows("weights model attention"));
    CHECK(tool({"completions", "fish"}).shows("complete -c sigprop"));
    const cli::Folder folder;
    const std::string script = folder.write("c.bash", tool({"completions", "bash"}).out);
    CHECK(std::system(("bash -n " + script).c_str()) == 0);
}

TEST_CASE("the manual has every command and every flag of the help") {
    const cli::Run manual = tool({"manual"});
    CHECK(manual.code == 0);
    CHECK(manual.out.starts_with(".TH SIGPROP 1 "));
    std::size_t flags = 0;
    const auto has_all_flags = [&](const std::vector<std::string>& help_of) {
        std::istringstream help(tool(help_of).out);
        for (std::string word; help >> word;) {
            if (!word.starts_with("--") || word.size() < 3) continue;
            word = word.substr(0, word.find_first_of("[=,;:."));
            std::string escaped;
            for (const char c : word) escaped += c == '-' ? std::string("\\-") : std::string(1, c);
            CHECK_MESSAGE(manual.shows("\\fB" + escaped + "\\fR"), word);
            ++flags;
        }
    };
    for (const char* command : {"eval", "verify", "sweep", "constants", "list", "show", "diff", "schema",
                                "selftest", "completions", "manual"}) {
        CHECK_MESSAGE(manual.shows(std::string("\n.SS ") + command + " "), command);
        has_all_flags({command, "--help-all"});
    }
    for (const char* subject : {"weights", "attention", "elementwise", "jacobian"}) {
        CHECK_MESSAGE(manual.shows(std::string("\n.SS measure ") + subject + " "), subject);
        has_all_flags({"measure", subject, "--help-all"});
    }
    CHECK(flags > 100);
    CHECK(manual.shows("\n.B 130\ninterrupted\n"));
}
