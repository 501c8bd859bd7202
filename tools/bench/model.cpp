// The audit of a model of many small tensors, a mixture of experts, beside numpy's mean, std and extremes of
// each tensor by the library of safetensors: what it costs to say what the tensors are, over looking at them.

#include "jobs.hpp"
#include "python_peers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sigprop/core/random/random.hpp>
#include <stdexcept>

#include "measure/model/model.hpp"

namespace sigprop::bench {
namespace {

/// 60 layers of 512 experts, 92,460 tensors of up to 1,024 weights.
class Experts {
public:
    Experts() : folder_(std::filesystem::temp_directory_path() / "sigprop_bench_model") {}
    Experts(const Experts&) = delete;
    Experts& operator=(const Experts&) = delete;
    ~Experts() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    void audit() {
        write();
        ModelQuestion question;
        question.path = folder_.string();
        Context context;
        context.threads = 1;
        if (audit_model(question, context).accusations() > 0)
            throw std::logic_error("the audit accuses a right model");
    }
    /// What both read; once.
    void write() {
        if (std::exchange(is_written_, true)) return;
        constexpr int layers = 60;
        constexpr int experts = 512;
        for (int layer = 0; layer < layers; ++layer) {
            const std::string block = "model.layers." + std::to_string(layer) + ".";
            for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"})
                add(block + "self_attn." + name + ".weight", 16, 16);
            add(block + "mlp.gate.weight", experts, 16);
            for (int expert = 0; expert < experts; ++expert) {
                const std::string of = block + "mlp.experts." + std::to_string(expert) + ".";
                add(of + "gate_proj.weight", 32, 16);
                add(of + "up_proj.weight", 32, 16);
                add(of + "down_proj.weight", 16, 32);
            }
        }
        std::vector<float> weights(entries_);
        RandomStream(1, "weights").fill_normals(0, weights);
        for (float& weight : weights) weight *= 0.02F;
        std::filesystem::create_directories(folder_);
        std::ofstream file(folder_ / "model.safetensors", std::ios::binary);
        std::string header = header_.dump();
        header.resize((header.size() + 7) / 8 * 8, ' ');
        const std::uint64_t length = header.size();
        file.write(reinterpret_cast<const char*>(&length), sizeof length);
        file.write(header.data(), static_cast<std::streamsize>(header.size()));
        file.write(reinterpret_cast<const char*>(weights.data()),
                   static_cast<std::streamsize>(weights.size() * sizeof(float)));
        if (!file.flush()) throw std::runtime_error("cannot write " + folder_.string());
    }

private:
    void add(const std::string& name, std::size_t rows, std::size_t columns) {
        const std::size_t from = entries_ * sizeof(float);
        entries_ += rows * columns;
        header_[name] = {
            {"dtype", "F32"}, {"shape", {rows, columns}}, {"data_offsets", {from, entries_ * sizeof(float)}}};
    }

    std::filesystem::path folder_;
    nlohmann::json header_;
    std::size_t entries_ = 0;
    bool is_written_ = false;
};

}  // namespace

std::vector<Job> model_jobs() {
    const auto experts = std::make_shared<Experts>();
    return {{"audit of 92,460 small tensors", "numpy, safetensors: mean, std, min, max", 1,
             [experts] { experts->audit(); },
             [experts] {
                 experts->write();
                 if (!(run_python("numpy", "audit", 1) > 0)) throw std::logic_error("numpy found no tensors");
             },
             true}};
}

}  // namespace sigprop::bench
