#include "check.hpp"

int main() {
    using namespace farstar::tests;
    int failed = 0;
    for (const Test& test : all_tests()) {
        const int before = failures();
        try {
            test.body();
        } catch (const std::exception& error) {
            ++failures();
            std::cerr << test.name << ": unexpected exception: " << error.what() << "\n";
        }
        if (failures() != before) {
            ++failed;
            std::cerr << "FAILED " << test.name << "\n";
        }
    }
    std::cout << all_tests().size() - static_cast<std::size_t>(failed) << " passed, " << failed
              << " failed\n";
    return failed == 0 && !all_tests().empty() ? 0 : 1;
}
