// Means under a normal in double precision, for many standard deviations at a time: NormalRule for arrays.

#include <pybind11/stl.h>

#include <algorithm>
#include <sigprop/methods/normal_rule/normal_rule.hpp>

#include "engine/binding/arguments.hpp"
#include "engine/binding/named_call.hpp"

#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

/// E f(mean + std z)^power; "f" names the function in messages.
NormalRule prepared(const std::string& f, double lower_std, double upper_std, double mean, int power,
                    const py::dict& options) {
    if (power < 1 || power > 4) throw InputError::about({"power"}, "the power of a mean is 1, 2, 3 or 4");
    const Formula formula = bind_ungated("f", function_argument(f, "f"), f).formula;
    return run(context_of(options), [&](const Context& context, Progress&) {
        return NormalRule(power == 1 ? formula : pow(formula, power), lower_std, upper_std, mean, context);
    });
}

struct Doubles {
    double* first;
    std::size_t size;
};

Doubles doubles_of(const py::buffer_info& info) {
    if (info.ndim != 1 || info.itemsize != sizeof(double) || info.strides[0] != sizeof(double))
        throw py::type_error("a contiguous buffer of doubles is expected");
    return {static_cast<double*>(info.ptr), static_cast<std::size_t>(info.size)};
}

struct Points {
    Doubles stds, values, bounds;
};

void fill(NormalRule& rule, const Points& points, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
        const NormalRule::Value found = rule(points.stds.first[i]);
        points.values.first[i] = found.value;
        points.bounds.first[i] = found.bound;
    }
}

/// Fills `values` and `bounds`; all three are one-dimensional and equally long. Few are done at once, in
/// about a millisecond; for many the interpreter's lock is released, and the rule is copied, as other threads
/// may use it.
void evaluate(NormalRule& rule, const py::buffer& stds, const py::buffer& values, const py::buffer& bounds) {
    const py::buffer_info from = stds.request(), to = values.request(true), error = bounds.request(true);
    const Points points = {doubles_of(from), doubles_of(to), doubles_of(error)};
    const std::size_t size = points.stds.size;
    if (points.values.size != size || points.bounds.size != size)
        throw py::value_error("the buffers differ in length");
    constexpr std::size_t few = 1024;
    if (size <= few) return fill(rule, points, 0, size);
    NormalRule own = rule;
    run(Context(), [&](const Context& context, Progress&) {
        for (std::size_t i = 0; i < size; i += few) {
            context.check_interrupted();
            fill(own, points, i, std::min(size, i + few));
        }
        return size;
    });
}

}  // namespace

void bind_normal_rule(py::module_& module) {
    py::class_<NormalRule>(module, "NormalRule")
        .def_property_readonly("status",
                               [](const NormalRule& rule) { return std::string(to_string(rule.status())); })
        .def_property_readonly("reason", &NormalRule::reason)
        .def_property_readonly("proved", &NormalRule::is_proved)
        .def("nodes", &NormalRule::nodes, py::arg("std"))
        .def("__call__",
             [](NormalRule& rule, double std) {
                 const NormalRule::Value found = rule(std);
                 return std::pair(found.value, found.bound);
             })
        .def("evaluate", &evaluate, py::arg("stds"), py::arg("values"), py::arg("bounds"));
    module.def("normal_rule", &prepared, py::arg("f"), py::arg("lower_std"), py::arg("upper_std"),
               py::arg("mean"), py::arg("power"), py::arg("options"));
}

}  // namespace sigprop::python
