#include "word_labels.hpp"

#include <algorithm>
#include <utility>

namespace farstar {

namespace {

constexpr NumberUps kBelowAll{-WordLabels::kEndless, 0};
constexpr NumberUps kAboveAll{WordLabels::kEndless, 0};

WordLabel sum(const WordLabel& a, const WordLabel& b) {
    return {a.number + b.number,
            {std::max(a.ups[0] + b.ups[0], a.ups[1] + b.ups[1]),
             std::max(a.ups[0] + b.ups[1], a.ups[1] + b.ups[0])}};
}

/// Adds a label to those of which none surpasses another.
void keep_best(std::vector<WordLabel>& best, const WordLabel& label) {
    const auto surpasses = [](const WordLabel& x, const WordLabel& y) {
        return x.number > y.number ||
               (x.number == y.number && x.ups[0] >= y.ups[0] && x.ups[1] >= y.ups[1]);
    };
    for (const WordLabel& other : best)
        if (surpasses(other, label)) return;
    std::erase_if(best, [&](const WordLabel& other) { return surpasses(label, other); });
    best.push_back(label);
}

/// The largest multiple of a step that is not above a number.
std::int64_t rounded_down(std::int64_t number, std::int64_t step) {
    const std::int64_t rest = number % step;
    return number - rest - (rest < 0 ? step : 0);
}

}  // namespace

WordLabels::WordLabels(std::size_t letters, std::array<std::vector<DeadlyRule>, 2> rules,
                       std::vector<std::uint8_t> period, Leaves leaves)
    : letters_(letters), rules_(std::move(rules)), period_(std::move(period)), leaves_(leaves) {
    std::size_t width = 1;
    for (const auto& side : rules_)
        for (const DeadlyRule& rule : side) width = std::max(width, rule.before.size());
    end_ = width - 1;
    for (std::size_t i = 0; i < end_; ++i) ends_ *= letters_;
    rows_.push_back({Entry{}});
}

std::size_t WordLabels::words(std::size_t length) const {
    if (length >= 2 * end_) return ends_ * ends_ * period_.size();
    std::size_t count = 1;
    for (std::size_t i = 0; i < length; ++i) count *= letters_;
    return count;
}

std::vector<std::uint8_t> WordLabels::word(std::size_t length, std::size_t number) const {
    std::vector<std::uint8_t> made(length);
    const auto write = [&](std::size_t from, std::size_t count, std::size_t digits) {
        for (std::size_t i = count; i-- > 0; digits /= letters_)
            made[from + i] = static_cast<std::uint8_t>(digits % letters_);
    };
    if (length < 2 * end_) {
        write(0, length, number);
        return made;
    }
    const std::size_t start = number % period_.size(), both = number / period_.size();
    write(0, end_, both / ends_);
    write(length - end_, end_, both % ends_);
    for (std::size_t i = end_; i < length - end_; ++i)
        made[i] = period_[(start + i - end_) % period_.size()];
    return made;
}

/// Appends the parts that a rule leaves at a place of a word whose inside begins at `start` of the
/// period.
void WordLabels::parts_after(std::span<const std::uint8_t> word, std::size_t start, std::size_t i,
                             const DeadlyRule& rule, std::vector<Place>& parts) const {
    const std::size_t size = rule.before.size();
    const auto letter = [&](std::size_t place) {
        return place >= i && place < i + size ? rule.after[place - i] : word[place];
    };
    const auto digits = [&](std::size_t from, std::size_t count) {
        std::size_t number = 0;
        for (std::size_t k = from; k < from + count; ++k) number = number * letters_ + letter(k);
        return number;
    };
    const auto add = [&](std::size_t from, std::size_t to) {
        const std::size_t length = to - from;
        if (length == 0) return;
        std::size_t number = 0;
        if (length < 2 * end_) {
            number = digits(from, length);
        } else {
            const std::size_t both = digits(from, end_) * ends_ + digits(to - end_, end_);
            number = both * period_.size() + (start + from) % period_.size();
        }
        if (rows_[length][number].has_moves) parts.push_back({length, number});
    };
    std::size_t from = 0;
    for (std::size_t place = i; place < i + size; ++place) {
        if (rule.after[place - i] != kDead) continue;
        add(from, place);
        from = place + 1;
    }
    add(from, word.size());
}

/// The largest number q that the lemma gives: q is at most `below`, and `ahead`, the best of Left's
/// options, is at least the canonical Left option of q.
std::int64_t WordLabels::best_number(NumberUps below, NumberUps ahead) const {
    const std::int64_t unit = std::int64_t{1} << *leaves_.exponent;
    const auto at_most = [](NumberUps x, std::int64_t step) {
        return rounded_down(x.ups >= 0 ? x.number : x.number - 1, step);
    };
    std::int64_t best = -kEndless;
    for (std::int64_t step = unit; step > 0; step /= 2) {
        const std::int64_t most = below == kAboveAll ? kEndless : at_most(below, step);
        std::int64_t number = ahead == kBelowAll ? -kEndless : at_most(ahead, step) + step;
        if (step == unit) number = std::max<std::int64_t>(number, 0);
        best = std::max(best, std::min(number, most));
    }
    return best;
}

NumberUps WordLabels::verified(std::size_t e, const std::array<NumberUps, 2>& below,
                               const std::array<NumberUps, 2>& ahead) const {
    NumberUps best = kBelowAll;
    if (leaves_.exponent && e == 0) best = {best_number(below[0], ahead[0]), 0};
    if (!leaves_.has_ups) return best;
    const NumberUps limit = below[e];
    if (!leaves_.exponent && e == 0 && limit >= NumberUps{0, 0}) best = {0, 0};
    if (limit != kAboveAll && ahead[0] >= NumberUps{limit.number, 0}) {
        const bool is_up_star = limit.ups == 1 && e == 1;
        const NumberUps plain{limit.number, 0};
        if (is_up_star && below[0] < plain && ahead[1] < plain) {
            best = std::max(best, plain);
        } else if (limit.ups >= 1 || (limit.ups == 0 && e == 1)) {
            best = std::max(best, limit);
        }
    }
    if (ahead[1 - e] != kBelowAll) {
        // A Left option must be >= [j+1,1-e], and j <= -1.
        NumberUps claim{std::min(limit.number, ahead[1 - e].number), -1};
        if (claim.number == ahead[1 - e].number)
            claim.ups = std::min(claim.ups, ahead[1 - e].ups - 1);
        if (claim.number == limit.number) claim.ups = std::min(claim.ups, limit.ups);
        best = std::max(best, claim);
    }
    return best;
}

/// The label of a word from those of its options; nothing if no claim of the wanted kind holds.
std::optional<WordLabels::Entry> WordLabels::entry(std::span<const std::uint8_t> word,
                                                   std::size_t start, const Poll& poll) {
    std::vector<Place> parts;
    std::vector<WordLabel> options;
    std::array<NumberUps, 2> below{kAboveAll, kAboveAll};
    bool has_moves = false, right_moves = false;
    for (const bool is_left : {true, false}) {
        for (std::size_t i = 0; i < word.size(); ++i) {
            count(1, poll);
            for (const DeadlyRule& rule : rules_[is_left ? 0 : 1]) {
                if (rule.before.size() > word.size() - i ||
                    !std::equal(rule.before.begin(), rule.before.end(), word.begin() + i))
                    continue;
                has_moves = true;
                parts.clear();
                parts_after(word, start, i, rule, parts);
                WordLabel own;
                for (const Place part : parts) own = sum(own, at(part).label);
                if (is_left) {
                    count(1 + options.size(), poll);
                    keep_best(options, own);
                    continue;
                }
                right_moves = true;
                // Either Left replies in one of the parts, or the option itself is large enough.
                std::array<NumberUps, 2> answer;
                for (const std::size_t e : {0, 1}) {
                    const std::int64_t ups = std::max(own.ups[1 - e] + 1, own.ups[e] - 1);
                    answer[e] = {own.number, ups};
                }
                for (std::size_t k = 0; k < parts.size(); ++k) {
                    WordLabel others;
                    for (std::size_t other = 0; other < parts.size(); ++other)
                        if (other != k) others = sum(others, at(parts[other]).label);
                    const Entry& part = at(parts[k]);
                    count(1 + part.options, poll);
                    for (std::uint32_t n = 0; n < part.options; ++n) {
                        const WordLabel reply = sum(others, pool_[part.first_option + n]);
                        for (const std::size_t e : {0, 1})
                            answer[e] = std::max(answer[e], reply.claim(e));
                    }
                }
                for (const std::size_t e : {0, 1}) below[e] = std::min(below[e], answer[e]);
            }
        }
    }
    Entry made;
    made.has_moves = has_moves;
    if (!has_moves) return made;
    if (!leaves_.exponent && (!right_moves || options.empty())) return std::nullopt;
    std::array<NumberUps, 2> ahead{kBelowAll, kBelowAll};
    for (const WordLabel& option : options)
        for (const std::size_t e : {0, 1}) ahead[e] = std::max(ahead[e], option.claim(e));
    for (const std::size_t e : {0, 1}) made.verified[e] = verified(e, below, ahead);
    const auto claim = [&](std::size_t e) {
        const NumberUps other = made.verified[1 - e];
        return std::max(made.verified[e], NumberUps{other.number, other.ups - 2});
    };
    made.label.number = claim(0).number;
    for (const std::size_t e : {0, 1}) made.label.ups[e] = static_cast<std::int32_t>(claim(e).ups);
    made.first_option = static_cast<std::uint32_t>(pool_.size());
    made.options = static_cast<std::uint32_t>(options.size());
    pool_.insert(pool_.end(), options.begin(), options.end());
    return made;
}

std::optional<std::size_t> WordLabels::extend(const Poll& poll) {
    const std::size_t length = rows_.size(), all = words(length), pooled = pool_.size();
    std::vector<Entry> row;
    row.reserve(all);
    try {
        for (std::size_t number = 0; number < all; ++number) {
            const bool is_short = length < 2 * end_;
            const std::vector<std::uint8_t> letters = word(length, number);
            const auto found = entry(letters, is_short ? 0 : number % period_.size(), poll);
            if (!found) {
                pool_.resize(pooled);
                return number;
            }
            row.push_back(*found);
        }
        rows_.push_back(std::move(row));
    } catch (...) {
        pool_.resize(pooled);
        throw;
    }
    return std::nullopt;
}

}  // namespace farstar
