// Wrong kernels that read their arrays in another way: memory in another order, statistics over other axes, a
// gain that was not given. Each is named, or the gain is asked for.

#include <doctest/doctest.h>

#include "measure/gradient/memory_order.hpp"

#include "tests/support/kernel_samples.hpp"

using namespace kernel_samples;
using namespace sigprop;

TEST_CASE("memory in another order: of dy, of x, of dskip and of what was written") {
    for (const Shape& shape : {Shape{24, 32}, Shape{4, 6, 32}, Shape{2, 3, 4, 32}}) {
        Kernel k = {.shape = shape};
        k.fill(true);
        Files files("<f8");
        const auto read = [&](const Doubles& values, const MemoryOrder& order) {
            return reordered(files.tensor(values, shape, "array").view, order);
        };
        std::size_t orders = 0;
        for (const MemoryOrder& order : memory_orders(shape)) {
            if (++orders > 4) break;
            Files again("<f8");
            std::swap(files, again);
            const std::string place = " in another memory order: ";
            const auto check = [&](Kernel other, const char* name) {
                const Outputs answer = answer_of<float>(other);
                const JacobianMeasurement found =
                    measure("rms_norm", k, answer, "<f4", {.y = false, .epsilon = "1e-5"});
                CHECK(output(found, "dx").record.verdict == Verdict::refuted);
                REQUIRE_MESSAGE(output(found, "dx").looks_like.size() == 1,
                                output(found, "dx").record.reason);
                CHECK_MESSAGE(output(found, "dx").looks_like.front().mistake.starts_with(name + place),
                              output(found, "dx").record.reason);
                CHECK(std::isnan(output(found, "dx").looks_like.front().amount));
            };
            Kernel other = k;
            other.dy = read(k.dy, order);
            check(other, "dy read");
            other = k;
            other.x = read(k.x, order);
            check(other, "x read");
            other = k;
            other.skip = read(k.skip, order);
            check(other, "dskip read");
            Outputs written = answer_of<float>(k);
            written.dx = read(written.dx, order);
            const JacobianMeasurement found =
                measure("rms_norm", k, written, "<f4", {.y = false, .epsilon = "1e-5"});
            REQUIRE(output(found, "dx").looks_like.size() == 1);
            CHECK(output(found, "dx").looks_like.front().mistake.starts_with("dx written" + place));
        }
        CHECK(orders > 0);
    }
}

TEST_CASE("an order and its inverse are those of a transposed array read as if it were not") {
    Files files("<f8");
    const TensorView view = files.tensor({0, 1, 2, 3, 4, 5}, {2, 3}, "a").view;
    const std::vector<MemoryOrder> orders = memory_orders(view.shape());
    REQUIRE(orders.size() == 2);
    CHECK(reordered(view, orders[0]) == Doubles{0, 3, 1, 4, 2, 5});  // numpy: a.T.reshape(2, 3)
    CHECK(reordered(view, orders[1]) == Doubles{0, 2, 4, 1, 3, 5});  // a.reshape(3, 2).T
    CHECK(memory_orders(Shape{1, 7}).empty());
    CHECK(memory_orders(Shape{2, 3, 4}).size() == 10);
    CHECK(memory_orders(Shape{2, 3, 4, 5}).size() == 10);
}

TEST_CASE("statistics over other axes") {
    const struct {
        const char* layer;
        const char* spread;
        const char* axes;
        const char* right;
        Shape shape;
        std::size_t groups;
        const char* name;
    } rows[] = {
        {"layer_norm", "std", "joined", "features", {4, 8, 16}, 0, "statistics over the last two axes"},
        {"rms_norm", "rms", "joined", "features", {4, 8, 16}, 0, "statistics over the last two axes"},
        {"layer_norm", "std", "all", "features", {4, 8, 16}, 0, "statistics over the last three axes"},
        {"rms_norm", "rms", "all", "features", {8, 16}, 0, "statistics over both axes"},
        {"layer_norm",
         "std",
         "columns",
         "features",
         {24, 16},
         0,
         "statistics of each feature over all rows, as batch_norm has them"},
        {"batch_norm",
         "std",
         "instance",
         "channels",
         {6, 8, 16},
         0,
         "statistics of each channel of an example"},
        {"batch_norm",
         "std",
         "example",
         "channels",
         {6, 8, 16},
         0,
         "statistics over all channels of an example"},
        {"instance_norm",
         "std",
         "channels",
         "instance",
         {6, 8, 16},
         0,
         "statistics over all examples, as batch_norm has them"},
        {"group_norm",
         "std",
         "example",
         "instance",
         {6, 8, 16},
         4,
         "statistics over all channels of an example"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.layer);
        CAPTURE(row.name);
        for (const char* descr : {"<f4", "<u2"}) {
            // Sizes and gains are those of the right layer.
            Kernel k = {.spread = row.spread, .axes = row.right, .shape = row.shape};
            k.fill();
            k.axes = row.axes;
            Asked asked = {.epsilon = "1e-5"};
            if (row.groups > 0) asked.groups = row.groups;
            const JacobianMeasurement found = measure(row.layer, k, answer_of<float>(k), descr, asked);
            for (const char* name : {"dx", "y"}) {
                CAPTURE(name);
                CHECK(output(found, name).record.verdict == Verdict::refuted);
                REQUIRE_MESSAGE(output(found, name).looks_like.size() == 1,
                                output(found, name).record.reason);
                CHECK(output(found, name).looks_like.front().mistake == row.name);
            }
        }
    }
}

TEST_CASE("a gain that was not given: nothing is decided, and the weight is asked for") {
    for (const Layer& layer : layers) {
        for (const char* descr : {"<f4", "<u2", "<f8"}) {
            for (const bool skip : {false, true}) {
                CAPTURE(layer.name);
                CAPTURE(descr);
                const Kernel k = kernel_of(layer, "", skip);
                Asked asked = asked_of(layer);
                asked.weight = false;
                const Outputs answer =
                    std::string(descr) == "<f8" ? answer_of<double>(k) : answer_of<float>(k);
                const JacobianMeasurement found = measure(layer.name, k, answer, descr, asked);
                const auto [least, most] = std::ranges::minmax(k.weight);
                for (const char* name : {"dx", "y"}) {
                    const OutputMeasurement& one = output(found, name);
                    CHECK_MESSAGE(one.record.verdict == Verdict::undecided, one.record.reason);
                    CHECK(one.statistics.beyond == 0);
                    CHECK(one.looks_like.empty());
                    const std::string place = k.of_channels() ? "channel" : "column";
                    CHECK_MESSAGE(one.record.reason.starts_with("it is the right answer for a gain by " +
                                                                place + ", from "),
                                  one.record.reason);
                    CHECK(one.record.reason.ends_with("no weight is given: give --weight FILE"));
                }
                CHECK(least < most);
                // A kernel that is wrong and has a gain is not excused by it.
                Outputs wrong = answer;
                for (std::size_t i = 0; i < 8; ++i) wrong.dx[i * 7] *= 1.5;
                CHECK(output(measure(layer.name, k, wrong, descr, asked), "dx").record.verdict ==
                      Verdict::refuted);
            }
        }
    }
}

TEST_CASE("a gain that the backward pass drops is not confirmed where y has it") {
    const Kernel k = kernel_of(layers[0]);
    Kernel plain = k;
    plain.weight.clear();
    Outputs answer = answer_of<float>(k);
    answer.dx = answer_of<float>(plain).dx;
    Asked asked = asked_of(layers[0]);
    asked.weight = false;
    const JacobianMeasurement found = measure("rms_norm", k, answer, "<f4", asked);
    CHECK(output(found, "dx").record.verdict == Verdict::undecided);
    CHECK(output(found, "dx").record.reason ==
          "it is right only for a gain of 1, but y has a gain per column: give --weight FILE");
    // With the weight it is refuted, and without y the report says what was left open.
    CHECK(
        output(measure("rms_norm", k, answer, "<f4", asked_of(layers[0])), "dx").looks_like.front().mistake ==
        "the weight not applied");
    asked.y = false;
    asked.dweight = true;
    const JacobianMeasurement alone = measure("rms_norm", k, answer, "<f4", asked);
    CHECK(output(alone, "dx").record.verdict == Verdict::confirmed);
    CHECK(alone.layer.ends_with(", gain 1 (no weight is given)"));
    REQUIRE(!alone.warnings.empty());
    CHECK(alone.warnings.back().starts_with("dweight is given but the weight is not"));
    // A gain that is the same everywhere is a factor, and another gain than the given one is wrong.
    Kernel half = k;
    half.weight.assign(k.weight.size(), 0.5);
    asked.dweight = false;
    const OutputMeasurement factor =
        output(measure("rms_norm", half, answer_of<float>(half), "<f4", asked), "dx");
    CHECK(factor.record.verdict == Verdict::refuted);
    CHECK(factor.looks_like.front().mistake == "the right answer times 0.5");
    Kernel other = k;
    std::ranges::reverse(other.weight);
    const OutputMeasurement another =
        output(measure("rms_norm", k, answer_of<float>(other), "<f4", asked_of(layers[0])), "dx");
    CHECK(another.record.verdict == Verdict::refuted);
    REQUIRE(!another.looks_like.empty());
    CHECK_MESSAGE(another.looks_like.front().mistake.ends_with(", which differs from the given weight"),
                  another.record.reason);
}
