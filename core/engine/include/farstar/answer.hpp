// Answers to questions that may be open still.
#pragma once

#include <cstdint>

namespace farstar {

enum class Answer : std::uint8_t { kNo, kYes, kUnknown };

inline constexpr Answer answer(bool yes) { return yes ? Answer::kYes : Answer::kNo; }

}  // namespace farstar
