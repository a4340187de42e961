// The judge: games as literal forms, and order, sums and negatives straight from the definitions.
//
// Nothing is simplified and nothing is shared with the engine. Recursion is as deep as a form,
// which the fuzz targets keep small.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace farstar::fuzz {

using FormId = std::uint32_t;

class Judge {
public:
    struct Form {
        std::vector<FormId> left;
        std::vector<FormId> right;
        unsigned depth = 0;
    };

    /// The same lists of options are the same form, so that memos are of use.
    FormId make(std::vector<FormId> left, std::vector<FormId> right) {
        for (auto* side : {&left, &right}) {
            std::sort(side->begin(), side->end());
            side->erase(std::unique(side->begin(), side->end()), side->end());
        }
        const auto key = std::make_pair(left, right);
        if (const auto found = index_.find(key); found != index_.end()) return found->second;
        Form form{std::move(left), std::move(right), 0};
        for (const auto* side : {&form.left, &form.right}) {
            for (FormId x : *side) form.depth = std::max(form.depth, forms_[x].depth + 1);
        }
        forms_.push_back(std::move(form));
        return index_[key] = static_cast<FormId>(forms_.size() - 1);
    }

    FormId integer(int n) {
        FormId form = make({}, {});
        for (int i = 0; i < n; ++i) form = make({form}, {});
        for (int i = 0; i > n; --i) form = make({}, {form});
        return form;
    }

    FormId star(unsigned n) {
        std::vector<FormId> smaller;
        for (unsigned i = 0; i < n; ++i) smaller.push_back(make(smaller, smaller));
        return make(smaller, smaller);
    }

    const Form& operator[](FormId g) const { return forms_[g]; }
    std::size_t size() const { return forms_.size(); }

    /// g >= h unless Right, moving first, wins g - h.
    bool geq(FormId g, FormId h) {
        const std::uint64_t key = std::uint64_t{g} << 32 | h;
        if (const auto found = order_.find(key); found != order_.end()) return found->second;
        bool holds = true;
        for (FormId x : copy(forms_[g].right)) holds = holds && !geq(h, x);
        for (FormId x : copy(forms_[h].left)) holds = holds && !geq(x, g);
        return order_[key] = holds;
    }

    FormId negate(FormId g) {
        if (const auto found = negatives_.find(g); found != negatives_.end()) return found->second;
        std::vector<FormId> left, right;
        for (FormId x : copy(forms_[g].right)) left.push_back(negate(x));
        for (FormId x : copy(forms_[g].left)) right.push_back(negate(x));
        return negatives_[g] = make(std::move(left), std::move(right));
    }

    FormId add(FormId g, FormId h) {
        const std::uint64_t key = std::uint64_t{g} << 32 | h;
        if (const auto found = sums_.find(key); found != sums_.end()) return found->second;
        std::vector<FormId> left, right;
        for (FormId x : copy(forms_[g].left)) left.push_back(add(x, h));
        for (FormId x : copy(forms_[h].left)) left.push_back(add(g, x));
        for (FormId x : copy(forms_[g].right)) right.push_back(add(x, h));
        for (FormId x : copy(forms_[h].right)) right.push_back(add(g, x));
        return sums_[key] = make(std::move(left), std::move(right));
    }

private:
    // Forms move when more of them are made, so their options are not iterated in place.
    static std::vector<FormId> copy(const std::vector<FormId>& side) { return side; }

    std::vector<Form> forms_;
    std::map<std::pair<std::vector<FormId>, std::vector<FormId>>, FormId> index_;
    std::unordered_map<std::uint64_t, bool> order_;
    std::unordered_map<FormId, FormId> negatives_;
    std::unordered_map<std::uint64_t, FormId> sums_;
};

}  // namespace farstar::fuzz
