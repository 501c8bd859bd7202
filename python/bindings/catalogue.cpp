#include "catalogue.hpp"

#include <pybind11/stl.h>

#include "core/formula/lowering.hpp"
#include "core/notation/notation.hpp"
#include "engine/binding/catalogue.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop::python {

namespace py = pybind11;

namespace {

const char* name_of(ParameterKind kind) {
    switch (kind) {
        case ParameterKind::real: return "real";
        case ParameterKind::integer: return "integer";
        case ParameterKind::choice: return "choice";
        case ParameterKind::activation: return "activation";
        case ParameterKind::family: return "family";
        case ParameterKind::reals: return "reals";
    }
    throw std::logic_error("a kind of parameter without a name");
}

py::dict described(const Parameter& parameter) {
    py::dict one;
    one["name"] = parameter.name;
    one["kind"] = name_of(parameter.kind);
    one["default"] = parameter.fallback;
    one["optional"] = parameter.optional || parameter.fallback.has_value();
    one["meaning"] = parameter.description();
    one["choices"] = parameter.choices;
    return one;
}

py::list described(const std::vector<Parameter>& parameters) {
    py::list all;
    for (const Parameter& one : parameters) all.append(described(one));
    return all;
}

py::dict described(const Quantity& quantity) {
    py::dict one;
    one["name"] = quantity.name;
    one["aliases"] = quantity.aliases;
    one["summary"] = quantity.summary;
    one["formula"] = text_of_formula(quantity.formula);
    one["formula_mathml"] = mathml_of_formula(quantity.formula);
    one["units"] = quantity.units;
    one["limit"] = quantity.limit;
    one["source"] = quantity.source;
    one["parameters"] = described(quantity.parameters);
    py::list order;
    for (const LibraryArgument& argument : quantity.signature) order.append(argument.name);
    one["signature"] = order;
    return one;
}

py::dict described(const ActivationEntry& activation) {
    py::dict one;
    one["name"] = activation.name;
    one["aliases"] = activation.aliases;
    one["formula"] = activation.formula;
    one["source"] = activation.source;
    one["gated"] = activation.gated;
    one["parameters"] = described(activation.parameters);
    return one;
}

}  // namespace

void bind_catalogue(py::module_& module) {
    module.def("quantity_names", [] {
        py::list names;
        for (const Quantity& one : catalogue()) {
            names.append(one.name);
            for (const std::string& alias : one.aliases) names.append(alias);
        }
        return names;
    });
    module.def(
        "quantity",
        [](const std::string& name) -> py::object {
            const Quantity* found = find_quantity(name);
            if (found == nullptr) return py::none();
            return described(*found);
        },
        py::arg("name"));
    module.def("activations", [] {
        py::list all;
        for (const ActivationEntry& one : activation_table()) all.append(described(one));
        return all;
    });
    module.def("language_functions", [] { return language_functions(); });
}

}  // namespace sigprop::python
