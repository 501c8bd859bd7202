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
#include "measure.hpp"
#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

std::string with_caret(const InputError& error) {
    const std::string caret = caret_diagram(error.place());
    return caret.empty() ? error.what() : std::string(error.what()) + "\n" + caret;
}

void raise(const char* name, const std::string& message) {
    const py::object type = py::module_::import("sigprop._errors").attr(name);
    PyErr_SetObject(type.ptr(), py::str(py::bytes(message).attr("decode")("utf-8", "replace")).ptr());
}

void raise_input_error(const InputError& error) {
    std::string message = with_caret(error);
    if (const auto* several = dynamic_cast<const InputErrors*>(&error)) {
        message.clear();
        for (const InputError& one : several->all())
            message += (message.empty() ? "" : "\n") + with_caret(one);
    }
    const py::object type = py::module_::import("sigprop._errors").attr("InputError");
    const auto text = [](const std::string& bytes) {
        return py::bytes(bytes).attr("decode")("utf-8", "replace");
    };
    const Place& place = error.place();
    const py::object made =
        type(text(message), text(place.text), place.offset, place.text.empty() ? 0 : place.length);
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
        PyErr_SetString(PyExc_OSError, error.what());
    } catch (const Interrupted&) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const std::bad_alloc&) {
        PyErr_SetString(PyExc_MemoryError, "sigprop: there is not enough memory for this");
    } catch (const std::exception& error) {
        raise("InternalError", error.what());
    }
}

}  // namespace
}  // namespace sigprop::python

PYBIND11_MODULE(_core, module) {
    namespace py = pybind11;
    using namespace sigprop::python;
    module.attr("__version__") = std::string(sigprop::version);
    py::register_exception_translator(&translate);
    watch_signals();
    bind_answers(module);
    bind_catalogue(module);
    bind_reports(module);
    bind_measure(module);
}
