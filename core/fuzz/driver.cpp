// Runs a fuzz target without libFuzzer: random inputs from a seed, or the files that are named.
//
// Usage: TARGET [-seconds N] [-seed N] [FILE...]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

bool run_file(const char* name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) {
        std::fprintf(stderr, "expected a file that can be read, got %s\n", name);
        return false;
    }
    const Input input((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    LLVMFuzzerTestOneInput(input.data(), input.size());
    return true;
}

Input random_input(std::mt19937& source, const std::vector<Input>& corpus) {
    Input input;
    if (!corpus.empty() && source() % 2) input = corpus[source() % corpus.size()];
    for (auto n = 1 + source() % 32; n > 0; --n) {
        const std::size_t at = source() % (input.size() + 1);
        const auto byte = static_cast<std::uint8_t>(source());
        if (at == input.size() || source() % 3 == 0) {
            input.insert(input.begin() + static_cast<std::ptrdiff_t>(at), byte);
        } else {
            input[at] = byte;
        }
    }
    return input;
}

void run_random(int seconds, unsigned seed) {
    std::mt19937 source(seed);
    std::vector<Input> corpus;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    unsigned long inputs = 0;
    while (std::chrono::steady_clock::now() < end) {
        const Input input = random_input(source, corpus);
        // Kept where it can be found after an abort.
        std::ofstream("last-input", std::ios::binary)
            .write(reinterpret_cast<const char*>(input.data()),
                   static_cast<std::streamsize>(input.size()));
        LLVMFuzzerTestOneInput(input.data(), input.size());
        if (source() % 16 == 0) corpus.push_back(input);
        ++inputs;
    }
    std::printf("%lu inputs in %d seconds from seed %u, no difference\n", inputs, seconds, seed);
}

}  // namespace

int main(int count, char** words) {
    int seconds = 10;
    unsigned seed = 1;
    bool files = false, good = true;
    for (int i = 1; i < count; ++i) {
        if (i + 1 < count && std::strcmp(words[i], "-seconds") == 0) {
            seconds = std::atoi(words[++i]);
        } else if (i + 1 < count && std::strcmp(words[i], "-seed") == 0) {
            seed = static_cast<unsigned>(std::atoi(words[++i]));
        } else {
            files = true;
            good = run_file(words[i]) && good;
        }
    }
    if (!files) run_random(seconds, seed);
    return good ? 0 : 1;
}
