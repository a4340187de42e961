#include "misere_transitions.hpp"

#include <algorithm>

namespace farstar::misere {

namespace {

constexpr std::size_t kFirstSlots = 1024;

}  // namespace

Transitions::Transitions(const Monoid& monoid)
    : monoid_(&monoid),
      words_(monoid.words()),
      losing_(monoid.losing_bits()),
      elements_{0},
      sets_(words_, 0),
      origins_{{0, 0}},
      slots_(kFirstSlots, 0) {
    slots_[hash_of(0) & (slots_.size() - 1)] = 1;
}

std::size_t Transitions::bytes() const {
    return elements_.capacity() * sizeof(Element) + origins_.capacity() * sizeof(Origin) +
           sets_.capacity() * sizeof(std::uint64_t) + slots_.capacity() * sizeof(std::uint32_t);
}

void Transitions::move(std::span<const std::uint64_t> set, std::size_t factor,
                       std::uint64_t* result) const {
    const std::span<const Element> row = monoid_->row(factor);
    for_each(set, [&](std::size_t x) { insert(result, row[x]); });
}

std::optional<Sum> Transitions::add(std::uint32_t game, Element element,
                                    std::span<const std::uint64_t> set, Meter& meter) {
    const bool is_empty = std::all_of(set.begin(), set.end(), [](auto w) { return w == 0; });
    if (element == 0 && is_empty) return std::nullopt;
    for (const auto& [known, options] : generators_) {
        if (known == element && std::equal(set.begin(), set.end(), options.begin()))
            return std::nullopt;
    }
    const std::size_t size = elements_.size();
    try {
        std::optional<Sum> contradiction = extend(game, element, set, meter);
        if (contradiction) {
            forget_from(size);
        } else {
            generators_.emplace_back(element, Subset(set.begin(), set.end()));
        }
        return contradiction;
    } catch (...) {
        forget_from(size);
        throw;
    }
}

std::optional<Sum> Transitions::extend(std::uint32_t game, Element element,
                                       std::span<const std::uint64_t> set, Meter& meter) {
    const std::span<const Element> row = monoid_->row(element);
    // The sets xF, which do not depend on E.
    std::vector<std::uint64_t> translated(monoid_->size * words_, 0);
    for (std::size_t x = 0; x < monoid_->size; ++x) move(set, x, translated.data() + x * words_);
    // Every pair is extended once, the new ones too: those behind the last are the next layer.
    for (std::size_t pair = 0; pair < elements_.size(); ++pair) {
        const std::size_t x = elements_[pair];
        elements_.push_back(row[x]);
        const std::uint64_t* plain = translated.data() + x * words_;
        sets_.insert(sets_.end(), plain, plain + words_);
        std::uint64_t* result = sets_.data() + sets_.size() - words_;
        const std::span<const std::uint64_t> earlier = set_of(pair);
        for_each(earlier, [&](std::size_t z) { insert(result, row[z]); });
        if (!keep({static_cast<std::uint32_t>(pair), game})) {
            elements_.pop_back();
            sets_.resize(sets_.size() - words_);
            continue;
        }
        meter.step();
        bool has_losing = false;
        const std::size_t last = elements_.size() - 1;
        for (std::size_t w = 0; w < words_; ++w)
            has_losing = has_losing || (set_of(last)[w] & losing_[w]) != 0;
        if ((monoid_->losing[elements_[last]] != 0) == has_losing) return sum_of(last);
    }
    return std::nullopt;
}

bool Transitions::keep(Origin origin) {
    const std::size_t pair = elements_.size() - 1;
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of(pair) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const std::size_t other = slots_[slot] - 1;
        if (elements_[other] == elements_[pair] &&
            std::equal(set_of(other).begin(), set_of(other).end(), set_of(pair).begin()))
            return false;
    }
    origins_.push_back(origin);
    slots_[slot] = static_cast<std::uint32_t>(pair + 1);
    if (2 * elements_.size() > slots_.size()) grow();
    return true;
}

void Transitions::grow() {
    std::vector<std::uint32_t> slots(2 * slots_.size(), 0);
    const std::size_t mask = slots.size() - 1;
    for (std::size_t pair = 0; pair < elements_.size(); ++pair) {
        std::size_t slot = hash_of(pair) & mask;
        while (slots[slot] != 0) slot = (slot + 1) & mask;
        slots[slot] = static_cast<std::uint32_t>(pair + 1);
    }
    slots_ = std::move(slots);
}

void Transitions::forget_from(std::size_t size) {
    const std::size_t mask = slots_.size() - 1;
    // The last goes first, so that the slots are as they were before it came. A pair that was put
    // behind the last one but not kept has no slot.
    for (std::size_t pair = origins_.size(); pair-- > size;) {
        std::size_t slot = hash_of(pair) & mask;
        while (slots_[slot] != pair + 1) slot = (slot + 1) & mask;
        slots_[slot] = 0;
    }
    elements_.resize(size);
    sets_.resize(size * words_);
    origins_.resize(size);
}

Sum Transitions::sum_of(std::size_t pair) const {
    Sum sum;
    for (; pair != 0; pair = origins_[pair].before) sum.push_back(origins_[pair].game);
    std::reverse(sum.begin(), sum.end());
    return sum;
}

}  // namespace farstar::misere
