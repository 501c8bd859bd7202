#include "models/transformer/residual_addition.hpp"

#include "models/transformer/stream_view.hpp"

namespace sigprop {

template <class Scalar>
void DropoutSource::apply(const std::string& place, Tokens<Scalar>& tokens, Team& team) const {
    if (!active || rate == 0) return;
    const RandomStream stream(network.seed,
                              "transformer " + std::to_string(network.number) + " dropout " + place);
    constexpr std::uint64_t range = std::uint64_t{1} << 32;
    constexpr std::size_t tile = 4096;
    const auto kept = static_cast<Scalar>(1 / (1 - rate));
    const auto threshold = static_cast<float>(rate);
    team.split(static_cast<std::size_t>(tokens.size()), tile, [&](std::size_t begin, std::size_t end) {
        std::vector<float> uniforms(tile);
        for (std::size_t first = begin; first < end; first += tile) {
            const std::span<float> some = std::span(uniforms).first(std::min(tile, end - first));
            stream.fill_uniforms(draw * range + first, some);
            for (std::size_t k = 0; k < some.size(); ++k)
                tokens.data()[first + k] *= some[k] < threshold ? Scalar(0) : kept;
        }
    });
}

template <class Scalar>
void DropoutSource::disturb(const std::string& place, Tokens<Scalar>& tokens, bool shifts, Team& team) const {
    if (!active || norm_noise == 0) return;
    const RandomStream stream(network.seed,
                              "transformer " + std::to_string(network.number) + " norm noise " + place);
    constexpr std::uint64_t range = std::uint64_t{1} << 32;
    const auto count = static_cast<std::size_t>(tokens.cols());
    const auto width = static_cast<std::size_t>(tokens.rows());
    const auto a = static_cast<float>(norm_noise);
    // Uniform numbers of a draw: two of each feature, then two of each entry.
    std::vector<float> of_features(2 * width);
    stream.fill_uniforms(draw * range, of_features);
    team.split(width, 1, [&](std::size_t begin, std::size_t end) {
        std::vector<float> of_entries(2 * count);
        for (std::size_t i = begin; i < end; ++i) {
            stream.fill_uniforms(draw * range + 2 * width + 2 * i * count, of_entries);
            const float shift = a * (2 * of_features[2 * i] - 1);
            const float factor = 1 + a / 2 * of_features[2 * i + 1];
            Scalar* const row = tokens.data() + i * count;
            for (std::size_t t = 0; t < count; ++t) {
                const float own_shift = shift + a / 5 * (2 * of_entries[2 * t] - 1);
                const float own_factor = factor + a / 5 * (2 * of_entries[2 * t + 1] - 1);
                row[t] = static_cast<Scalar>(own_factor) * row[t] +
                         (shifts ? static_cast<Scalar>(own_shift) : Scalar(0));
            }
        }
    });
}

template <class Scalar>
ResidualAddition<Scalar>::ResidualAddition(const ResidualStep<double>& step, std::string prefix,
                                           Parameters<Scalar>& parameters, Norms norms,
                                           std::unique_ptr<BranchLayer<Scalar>> branch)
    : step_(step),
      prefix_(std::move(prefix)),
      norms_(std::move(norms)),
      gain_(parameters.find(prefix_ + "branch gain")),
      branch_(std::move(branch)) {}

template <class Scalar>
Scalar ResidualAddition<Scalar>::factor(std::size_t feature) const {
    if (!gain_.exists()) return static_cast<Scalar>(step_.branch + risen_ * (1 - step_.branch));
    return gain_.values[gain_.rows == 1 ? 0 : feature];
}

template <class Scalar>
void ResidualAddition<Scalar>::forward(const Tokens<Scalar>& x, const Tokens<Scalar>& source,
                                       const TokenBatch& batch, Pass pass, const DropoutSource& dropout,
                                       Tokens<Scalar>& out, Team& team) {
    read_ = &source;
    if (norms_.input) {
        norms_.input->forward(source, step_.input_scale, pass, branch_input_, team);
        dropout.disturb(prefix_ + "norm", branch_input_, team);
        read_ = &branch_input_;
    } else if (step_.input_scale != 1) {
        branch_input_ = static_cast<Scalar>(step_.input_scale) * source;
        read_ = &branch_input_;
    }
    branch_->forward(*read_, batch, pass, branch_output_, team);
    dropout.apply(prefix_, branch_output_, team);
    if (norms_.branch) {
        norms_.branch->forward(branch_output_, 1, pass, branch_output_, team);
        dropout.disturb(prefix_ + "branch norm", branch_output_, team);
    }
    out.resize(x.rows(), x.cols());
    const auto tokens = static_cast<std::size_t>(x.cols());
    const auto skip = static_cast<Scalar>(step_.skip);
    team.split(static_cast<std::size_t>(x.rows()), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t row = i * tokens;
            mix(skip, x.data() + row, factor(i), branch_output_.data() + row, tokens, out.data() + row);
        }
    });
    if (!norms_.sum) return;
    norms_.sum->forward(out, 1, pass, out, team);
    dropout.disturb(prefix_ + "sum norm", out, team);
}

template <class Scalar>
void ResidualAddition<Scalar>::write_gain_gradient(const Tokens<Scalar>& gradient, Team& team) {
    const auto tokens = static_cast<std::size_t>(gradient.cols());
    const auto width = static_cast<std::size_t>(gradient.rows());
    std::vector<double> of_features(width);
    team.split(width, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            of_features[i] =
                row_product(gradient.data() + i * tokens, branch_output_.data() + i * tokens, tokens);
    });
    if (gain_.rows == 1) {
        *gain_.gradient = static_cast<Scalar>(row_sum(of_features.data(), width));
    } else {
        for (std::size_t i = 0; i < width; ++i) gain_.gradient[i] = static_cast<Scalar>(of_features[i]);
    }
}

template <class Scalar>
void ResidualAddition<Scalar>::backward(const DropoutSource& dropout, Tokens<Scalar>& gradient,
                                        StepGradients<Scalar>& between, BesideStream beside, Team& team) {
    if (norms_.sum) {
        dropout.disturb_gradient(prefix_ + "sum norm", gradient, team);
        norms_.sum->backward(gradient, gradient, team);
    }
    if (gain_.exists()) write_gain_gradient(gradient, team);
    Tokens<Scalar>& of_branch = between.branch_output;
    of_branch.resize(gradient.rows(), gradient.cols());
    const auto tokens = static_cast<std::size_t>(gradient.cols());
    const auto width = static_cast<std::size_t>(gradient.rows());
    team.split(width, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t row = i * tokens;
            scale_and_shift(factor(i), gradient.data() + row, Scalar(0), tokens, of_branch.data() + row);
        }
    });
    if (norms_.branch) {
        dropout.disturb_gradient(prefix_ + "branch norm", of_branch, team);
        norms_.branch->backward(of_branch, of_branch, team);
    }
    dropout.apply(prefix_, of_branch, team);
    Tokens<Scalar>& of_input = between.branch_input;
    branch_->backward(of_branch, of_input, between.inside, team);
    const auto add_beside = [&](Tokens<Scalar>& to) {
        team.split(width, 1, [&](std::size_t begin, std::size_t end) {
            Scalar* const sum = to.data() + begin * tokens;
            mix(Scalar(1), sum, Scalar(1), between.beside.data() + begin * tokens, (end - begin) * tokens,
                sum);
        });
    };
    if (beside == BesideStream::joins_input) add_beside(of_input);
    if (norms_.input) {
        dropout.disturb_gradient(prefix_ + "norm", of_input, team);
        norms_.input->backward(of_input, of_input, team);
    }
    const auto skip = static_cast<Scalar>(step_.skip);
    // A norm has multiplied by the scale of the branch's input already.
    const auto scale = static_cast<Scalar>(norms_.input ? 1 : step_.input_scale);
    if (beside == BesideStream::leaves) {
        between.beside.resize(gradient.rows(), gradient.cols());
        team.split(width, 1, [&](std::size_t begin, std::size_t end) {
            const std::size_t place = begin * tokens;
            scale_and_shift(scale, of_input.data() + place, Scalar(0), (end - begin) * tokens,
                            between.beside.data() + place);
        });
        return;  // the stream's own gradient stays: parallel blocks have a skip path of factor 1
    }
    team.split(width, 1, [&](std::size_t begin, std::size_t end) {
        Scalar* const to = gradient.data() + begin * tokens;
        mix(skip, to, scale, of_input.data() + begin * tokens, (end - begin) * tokens, to);
    });
    if (beside == BesideStream::joins_stream) add_beside(gradient);
}

template <class Scalar>
double ResidualAddition<Scalar>::branch_moment() const {
    const auto tokens = static_cast<std::size_t>(branch_output_.cols());
    const auto width = static_cast<std::size_t>(branch_output_.rows());
    double sum = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const auto by = static_cast<double>(factor(i));
        const Scalar* const row = branch_output_.data() + i * tokens;
        sum += by * by * row_product(row, row, tokens);
    }
    return sum / static_cast<double>(tokens * width);
}

template void DropoutSource::apply(const std::string&, Tokens<float>&, Team&) const;
template void DropoutSource::apply(const std::string&, Tokens<double>&, Team&) const;
template void DropoutSource::disturb(const std::string&, Tokens<float>&, bool, Team&) const;
template void DropoutSource::disturb(const std::string&, Tokens<double>&, bool, Team&) const;
template class ResidualAddition<float>;
template class ResidualAddition<double>;

}  // namespace sigprop
