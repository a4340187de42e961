// A test is a function registered by name; a failed CHECK says where and goes on.
#pragma once

#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace farstar::tests {

struct Test {
    std::string name;
    std::function<void()> body;
};

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

inline int& failures() {
    static int count = 0;
    return count;
}

struct Register {
    Register(const char* name, std::function<void()> body) {
        all_tests().push_back({name, std::move(body)});
    }
};

}  // namespace farstar::tests

#define CHECK(condition)                                                                \
    do {                                                                                \
        if (!(condition)) {                                                             \
            ++farstar::tests::failures();                                               \
            std::cerr << __FILE__ << ":" << __LINE__ << ": not true: " #condition "\n"; \
        }                                                                               \
    } while (false)

#define CHECK_THROWS(expression, Error)                                                           \
    do {                                                                                          \
        bool thrown = false;                                                                      \
        try {                                                                                     \
            (void)(expression);                                                                   \
        } catch (const Error&) {                                                                  \
            thrown = true;                                                                        \
        }                                                                                         \
        if (!thrown) {                                                                            \
            ++farstar::tests::failures();                                                         \
            std::cerr << __FILE__ << ":" << __LINE__ << ": no " #Error " from " #expression "\n"; \
        }                                                                                         \
    } while (false)

#define TEST(name)                                                      \
    static void name();                                                 \
    static const farstar::tests::Register register_##name(#name, name); \
    static void name()
