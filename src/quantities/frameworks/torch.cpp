// torch.nn.init: what its functions fill a tensor with.

#include "catalogue/frameworks.hpp"
#include "quantities/frameworks/call_laws.hpp"
#include "quantities/frameworks/torch_gain.hpp"
#include "quantities/frameworks/trunc_normal.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/initialization/schemes.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

template <SampledLaw law>
Routes kaiming(const KaimingArguments& given) {
    const Real gain = torch_gain(given.nonlinearity, given.a);
    const Real fan = fan_of(tensor_of(given, Layout::torch), given.mode);
    return real_draw(law, gain / square_root(fan)).routes(given.of);
}

std::vector<std::string> kaiming_warnings(const KaimingArguments& given) {
    std::vector<std::string> all = warnings_of_gain(given.nonlinearity, "a", given.given.a);
    if (given.nonlinearity == TorchNonlinearity::leaky_relu && compare(given.a, 1).value_or(0) > 0) {
        all.emplace_back(
            "a is the negative slope of the leaky ReLU, and a slope above 1 is unusual: a=sqrt(5), the "
            "default of Linear and Conv, gives the std 1/sqrt(3 fan_in), not He's");
    }
    for (std::string& one : warnings_of_shape(tensor_of(given, Layout::torch), given.mode))
        all.push_back(std::move(one));
    return all;
}

template <SampledLaw law>
Routes xavier(const XavierArguments& given) {
    const Real fan = fan_of(tensor_of(given, Layout::torch), FanMode::fan_avg);
    return real_draw(law, given.gain / square_root(fan)).routes(given.of);
}

std::vector<std::string> xavier_warnings(const XavierArguments& given) {
    std::vector<std::string> all = warnings_of_shape(tensor_of(given, Layout::torch), FanMode::fan_avg);
    if (!given.shape) return all;
    const std::vector<Real>& shape = *given.shape;
    if (shape.size() == 2 && compare(shape[0], Real(3) * shape[1]).value_or(1) == 0) {
        all.emplace_back(
            "if these are three square matrices in one tensor, as in in_proj_weight of MultiheadAttention, "
            "each gets a std that is too small by sqrt(2)");
    }
    return all;
}

/// The scheme `orthogonal` of init.std for the matrix that the weight is flattened to, times the gain.
Routes orthogonal(const TorchOrthogonalArguments& given) {
    const auto count_of = [](const Real& size) {
        const std::optional<std::int64_t> count = size.rational()->to_int64();
        if (!count) throw InputError::about({"shape"}, "the shape has too many entries");
        return *count;
    };
    const TensorFans fans = fans_of(given.shape, Layout::torch);  // fan_in is the number of columns
    const SchemeInputs matrix{.fan_in = count_of(fans.in), .fan_out = count_of(given.shape.front())};
    return mapped(scheme_routes(InitScheme::orthogonal, matrix, Surplus::refused),
                  Formula(given.gain) * Formula::variable(0));
}

Routes torch_normal(const TorchNormalArguments& given) {
    return normal_draw(given.mean, given.std).routes(given.of);
}

Routes torch_uniform(const TorchUniformArguments& given) {
    return uniform_draw(given.a, given.b).routes(given.of);
}

std::vector<std::string> torch_uniform_warnings(const TorchUniformArguments& given) {
    if (compare(given.a, 0).value_or(-1) < 0) return {};
    return {"all weights have the same sign: write a=-b for weights around 0"};
}

}  // namespace

std::vector<Quantity> torch_quantities() {
    return with_laws({quantity("torch.normal_", torch_normal),
                      quantity("torch.uniform_", torch_uniform, torch_uniform_warnings),
                      trunc_normal_quantity("torch.trunc_normal_", Sampling::rejection),
                      quantity("torch.kaiming_uniform_", kaiming<SampledLaw::uniform>, kaiming_warnings),
                      quantity("torch.kaiming_normal_", kaiming<SampledLaw::normal>, kaiming_warnings),
                      quantity("torch.xavier_uniform_", xavier<SampledLaw::uniform>, xavier_warnings),
                      quantity("torch.xavier_normal_", xavier<SampledLaw::normal>, xavier_warnings),
                      quantity("torch.orthogonal_", orthogonal)},
                     "torch");
}

}  // namespace sigprop
