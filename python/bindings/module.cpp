// The extension sigprop._core: a thin layer between Python and the library. What people call is Python
// (python/sigprop), which gives names, types and messages; here texts and numbers cross the border, the
// interpreter's lock is released, and no C++ exception leaves.

#include <pybind11/pybind11.h>

#include <new>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/version.hpp>

#include "core/base/input_errors.hpp"

#include "answer.hpp"
#include "catalogue.hpp"
#include "made_inside.hpp"
#include "measure.hpp"
#include "reports.hpp"
#include "running.hpp"
#include "text.hpp"

namespace sigprop::python {
namespace {

std::string with_caret(const InputError& error) {
    const std::string caret = caret_diagram(error.place());
    return caret.empty() ? error.what() : std::string(error.what()) + "\n" + caret;
}

void raise(const char* name, const std::string& message) {
    const py::object type = py::module_::import("sigprop._errors").attr(name);
    PyErr_SetObject(type.ptr(), text_of(message).ptr());
}

void raise_input_error(const InputError& error) {
    std::string message = with_caret(error);
    if (const auto* several = dynamic_cast<const InputErrors*>(&error)) {
        message.clear();
        for (const InputError& one : several->all())
            message += (message.empty() ? "" : "\n") + with_caret(one);
    }
    const py::object type = py::module_::import("sigprop._errors").attr("InputError");
    const Place& place = error.place();
    const py::object made =
        type(text_of(message), text_of(place.text), place.offset, place.text.empty() ? 0 : place.length);
    PyErr_SetObject(type.ptr(), made.ptr());
}

void translate(std::exception_ptr pointer) {
    try {
        if (pointer) std::rethrow_exception(pointer);
    } catch (const py::error_already_set&) {
        throw;
    } catch (const py::builtin_exception&) {
        throw;
    } catch (const InputError& error) {
        raise_input_error(error);
    } catch (const IoError& error) {
        PyErr_SetObject(PyExc_OSError, text_of(error.what()).ptr());
    } catch (const Interrupted&) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const std::bad_alloc&) {
        PyErr_SetString(PyExc_MemoryError, "sigprop: there is not enough memory for this");
    } catch (const std::exception& error) {
        raise("InternalError", error.what());
    }
}

/// Threads of C++ that call Python find the main interpreter alone.
bool is_subinterpreter() { return PyInterpreterState_Get() != PyInterpreterState_Main(); }
constexpr const char* no_subinterpreter =
    "sigprop works in the main interpreter only, not in a subinterpreter";

void fill(py::module_& module) {
    module.attr("__version__") = std::string(sigprop::version);
    module.def("check_interpreter", [] {
        // error_already_set would wait for the main interpreter's thread when it is destroyed
        if (is_subinterpreter()) throw py::import_error(no_subinterpreter);
    });
    py::register_exception_translator(&translate);
    watch_signals();
    bind_answers(module);
    bind_catalogue(module);
    bind_reports(module);
    bind_measure(module);
    classes_only_made_inside(module);
}

}  // namespace
}  // namespace sigprop::python

#if PYBIND11_VERSION_MAJOR >= 3  // which refuses subinterpreters by itself
PYBIND11_MODULE(_core, module) { sigprop::python::fill(module); }
#else
// What PYBIND11_MODULE would write, but for the first line: pybind11's own data are made for the thread state
// of the main interpreter, and wait for it for ever in another one.
PYBIND11_PLUGIN_IMPL(_core) {
    if (sigprop::python::is_subinterpreter()) {
        PyErr_SetString(PyExc_ImportError, sigprop::python::no_subinterpreter);
        return nullptr;
    }
    PYBIND11_CHECK_PYTHON_VERSION
    PYBIND11_ENSURE_INTERNALS_READY
    static pybind11::module_::module_def definition;
    auto module = pybind11::module_::create_extension_module("_core", nullptr, &definition);
    try {
        sigprop::python::fill(module);
        return module.ptr();
    }
    PYBIND11_CATCH_INIT_EXCEPTIONS
}
#endif
