#include "misere_solver.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace farstar::misere {

Subset subset_of(const Options& options, const Monoid& monoid, std::span<const Element> images) {
    Subset subset(monoid.words(), 0);
    for (const Sum& sum : options) insert(subset.data(), monoid.image(sum, images));
    return subset;
}

std::vector<std::uint32_t> generators_of(const Monoid& monoid, std::span<const Element> images) {
    std::vector<std::uint8_t> is_reached(monoid.size, 0);
    is_reached[0] = 1;
    std::vector<Element> reached{0};
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t game = 0; game < images.size(); ++game) {
        if (is_reached[images[game]] != 0) continue;
        chosen.push_back(game);
        for (std::size_t next = 0; next < reached.size(); ++next) {
            const Element product = monoid.times(reached[next], images[game]);
            if (is_reached[product] != 0) continue;
            is_reached[product] = 1;
            reached.push_back(product);
        }
    }
    return chosen;
}

std::vector<Sum> representatives(const Monoid& monoid, std::span<const Element> factors) {
    std::map<Element, Sum> words{{0, {}}};
    std::map<Element, Sum> layer = words;
    while (!layer.empty()) {
        std::map<Element, Sum> following;
        for (const auto& [element, word] : layer) {
            for (std::uint32_t i = 0; i < factors.size(); ++i) {
                const Element product = monoid.times(element, factors[i]);
                if (words.contains(product)) continue;
                Sum longer = word;
                longer.insert(std::upper_bound(longer.begin(), longer.end(), i), i);
                const auto [place, is_new] = following.emplace(product, longer);
                if (!is_new) place->second = std::min(place->second, longer);
            }
        }
        words.insert(following.begin(), following.end());
        layer = std::move(following);
    }
    std::vector<Sum> result;
    result.reserve(words.size());
    for (auto& [element, word] : words) result.push_back(std::move(word));
    return result;
}

/// Learning with a fixed choice of generators, of which the last is the new game.
class Attempt {
public:
    Attempt(Solver& solver, std::vector<std::uint32_t> letters, const std::vector<Sum>& spelt,
            const std::vector<Options>& options)
        : solver_(solver), letters_(std::move(letters)), options_(options) {
        for (const Sum& places : spelt) {
            Word word(letters_.size(), 0);
            for (const std::uint32_t place : places) ++word[place];
            spelt_.push_back(std::move(word));
        }
        outcomes_.emplace(option_words(), *solver.monoid_, factors(), cancels(), solver.meter_);
        std::vector<Word> columns;
        columns.reserve(solver.columns_.size());
        for (const Sum& column : solver.columns_) columns.push_back(word_of(column));
        table_.emplace(*outcomes_, columns, solver.most_);
        solver_.learning_ = &*table_;
    }
    Attempt(const Attempt&) = delete;
    Attempt& operator=(const Attempt&) = delete;
    ~Attempt() {
        solver_.learning_ = nullptr;
        solver_.testing_ = nullptr;
    }

    /// Learn; return a game that is not the word that stood for it, or nothing when done.
    std::optional<std::uint32_t> run() {
        while (true) {
            monoid = std::make_unique<Monoid>(table_->monoid());
            images.clear();
            for (const Word& word : spelt_) images.push_back(table_->class_of(word));
            const std::optional<Sum> sum = contradiction();
            if (!sum) return std::nullopt;
            if (!is_refined(*sum)) return broken(*sum);
        }
    }

    /// The columns as sums of games.
    std::vector<Sum> tests() const {
        std::vector<Sum> sums;
        for (const Word& column : table_->columns()) {
            Sum sum;
            for (std::size_t i = 0; i < column.size(); ++i)
                sum.insert(sum.end(), column[i], letters_[i]);
            sums.push_back(std::move(sum));
        }
        return sums;
    }

    std::unique_ptr<Monoid> monoid;
    std::unique_ptr<Transitions> transitions;
    std::vector<Element> images;

private:
    Word word_of(const Sum& sum) const {
        Word word(letters_.size(), 0);
        for (const std::uint32_t game : sum) add_to(word, spelt_[game]);
        return word;
    }

    std::vector<std::vector<Word>> option_words() const {
        std::vector<std::vector<Word>> words(letters_.size());
        for (std::size_t i = 0; i < letters_.size(); ++i) {
            for (const Sum& sum : options_[letters_[i]]) words[i].push_back(word_of(sum));
        }
        return words;
    }

    std::vector<Element> factors() const {
        std::vector<Element> elements;
        for (std::size_t i = 0; i + 1 < letters_.size(); ++i)
            elements.push_back(solver_.images_[letters_[i]]);
        return elements;
    }

    bool cancels() const { return options_[letters_[0]] == Options{Sum{}}; }

    std::optional<Sum> contradiction() {
        transitions = std::make_unique<Transitions>(*monoid);
        solver_.testing_ = transitions.get();
        for (std::uint32_t game = 0; game < options_.size(); ++game) {
            if (options_[game].empty() && images[game] != 0) return Sum{game};
        }
        for (std::uint32_t game = 0; game < options_.size(); ++game) {
            const Subset subset = subset_of(options_[game], *monoid, images);
            std::optional<Sum> sum = transitions->add(game, images[game], subset, solver_.meter_);
            if (sum) return sum;
        }
        return std::nullopt;
    }

    /// Add a column if the table misjudges the sum or one of its options.
    bool is_refined(const Sum& sum) {
        if (table_->refine(word_of(sum), *monoid)) return true;
        for (std::size_t place = 0; place < sum.size(); ++place) {
            Sum rest = sum;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
            for (const Sum& after : options_[sum[place]]) {
                Word word = word_of(rest);
                add_to(word, word_of(after));
                if (table_->refine(word, *monoid)) return true;
            }
        }
        return false;
    }

    /// The last game of a sum that is not a generator.
    std::uint32_t broken(const Sum& sum) const {
        for (auto game = sum.rbegin(); game != sum.rend(); ++game) {
            if (std::find(letters_.begin(), letters_.end(), *game) == letters_.end()) return *game;
        }
        throw std::logic_error("a sum of generators is misjudged by the table, or not at all");
    }

    Solver& solver_;
    std::vector<std::uint32_t> letters_;
    std::vector<Word> spelt_;
    const std::vector<Options>& options_;
    std::optional<WordOutcomes> outcomes_;
    std::optional<LearningTable> table_;
};

Solver::Solver(std::size_t most)
    : most_(std::min(most, kMostElements)),
      meter_(*this),
      monoid_(std::make_unique<Monoid>()),
      transitions_(std::make_unique<Transitions>(*monoid_)) {
    by_options_.emplace(Subset(1, 0), Element{0});
}

std::size_t Solver::bytes() const {
    std::size_t total = transitions_->bytes() + monoid_->table.capacity() * sizeof(Element);
    if (learning_ != nullptr) total += learning_->bytes();
    if (testing_ != nullptr) total += testing_->bytes();
    return total;
}

void Solver::add(const Options& options, const Limits& limits, StopToken* token) {
    Options after;
    std::set<Sum> seen;
    for (const Sum& sum : options) {
        for (const std::uint32_t game : sum) {
            if (game >= images_.size())
                throw std::invalid_argument("expected options that are sums of earlier games");
        }
        if (seen.insert(sum).second) after.push_back(sum);
    }
    meter_.begin(limits, token);
    const Subset subset = subset_of(after, *monoid_, images_);
    const std::optional<Element> image =
        after.empty() ? std::optional<Element>(0) : pretend(subset);
    if (!image) {
        learn(std::move(after));
        return;
    }
    images_.push_back(*image);
    options_.push_back(std::move(after));
    by_options_[subset] = *image;
}

std::optional<Element> Solver::pretend(const Subset& subset) {
    const auto known = by_options_.find(subset);
    if (known != by_options_.end()) return known->second;
    const auto game = static_cast<std::uint32_t>(images_.size());
    for (const Element candidate : candidates(subset)) {
        if (!transitions_->add(game, candidate, subset, meter_)) return candidate;
    }
    return std::nullopt;
}

/// The elements that are never lost together with an option.
std::vector<Element> Solver::candidates(const Subset& subset) const {
    const Monoid& monoid = *monoid_;
    std::vector<Element> with_lost_option;
    for (std::size_t y = 0; y < monoid.size; ++y) {
        bool is_lost = false;
        for_each(subset, [&](std::size_t e) {
            is_lost = is_lost || monoid.losing[monoid.times(e, y)] != 0;
        });
        if (is_lost) with_lost_option.push_back(static_cast<Element>(y));
    }
    std::vector<Element> result;
    for (std::size_t x = 0; x < monoid.size; ++x) {
        const bool is_refuted =
            std::any_of(with_lost_option.begin(), with_lost_option.end(),
                        [&](Element y) { return monoid.losing[monoid.times(x, y)] != 0; });
        if (!is_refuted) result.push_back(static_cast<Element>(x));
    }
    return result;
}

void Solver::learn(Options after) {
    const auto fresh = static_cast<std::uint32_t>(images_.size());
    std::vector<Options> options = options_;
    options.push_back(std::move(after));
    std::set<std::uint32_t> promoted;
    while (true) {
        std::set<std::uint32_t> chosen = promoted;
        for (const std::uint32_t game : generators_of(*monoid_, images_)) chosen.insert(game);
        std::vector<std::uint32_t> letters(chosen.begin(), chosen.end());
        std::vector<Sum> spelt = spell(letters, promoted);
        spelt.push_back({static_cast<std::uint32_t>(letters.size())});
        letters.push_back(fresh);
        Attempt attempt(*this, std::move(letters), spelt, options);
        if (const std::optional<std::uint32_t> broken = attempt.run()) {
            promoted.insert(*broken);
            continue;
        }
        std::vector<Sum> columns = attempt.tests();
        std::unordered_map<Subset, Element, SubsetHash> by_options;
        for (const auto& [element, subset] : attempt.transitions->generators())
            by_options[subset] = element;
        growth_.emplace_back(fresh, static_cast<std::uint32_t>(attempt.monoid->size));
        // From here on nothing throws.
        transitions_ = std::move(attempt.transitions);
        monoid_ = std::move(attempt.monoid);
        images_ = std::move(attempt.images);
        options_ = std::move(options);
        by_options_ = std::move(by_options);
        columns_ = std::move(columns);
        return;
    }
}

std::vector<Sum> Solver::spell(std::span<const std::uint32_t> generators,
                               const std::set<std::uint32_t>& promoted) const {
    std::vector<std::uint32_t> basis;  // places of the generators that were not promoted
    std::vector<Element> factors;
    std::map<std::uint32_t, std::uint32_t> place;
    for (std::uint32_t i = 0; i < generators.size(); ++i) {
        place[generators[i]] = i;
        if (promoted.contains(generators[i])) continue;
        basis.push_back(i);
        factors.push_back(images_[generators[i]]);
    }
    const std::vector<Sum> words = representatives(*monoid_, factors);
    std::vector<Sum> spelt;
    for (std::uint32_t game = 0; game < images_.size(); ++game) {
        Sum sum;
        if (const auto own = place.find(game); own != place.end()) {
            sum.push_back(own->second);
        } else {
            for (const std::uint32_t i : words[images_[game]]) sum.push_back(basis[i]);
        }
        spelt.push_back(std::move(sum));
    }
    return spelt;
}

}  // namespace farstar::misere
