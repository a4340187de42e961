// A hash table from numbers other than 0 to numbers, in open addressing; 0 where there was none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farstar {

class NumberMap {
public:
    std::uint32_t& operator[](std::uint64_t key) {
        if (used_ * 2 >= cells_.size()) grow();
        Cell& cell = cells_[slot(key)];
        if (cell.key == 0) {
            cell.key = key;
            ++used_;
        }
        return cell.value;
    }
    std::size_t bytes() const { return cells_.capacity() * sizeof(Cell); }

private:
    struct Cell {
        std::uint64_t key;
        std::uint32_t value;
    };

    std::size_t slot(std::uint64_t key) const {
        const std::uint64_t hash = key * 0x9e3779b97f4a7c15ULL;
        const std::size_t mask = cells_.size() - 1;
        std::size_t i = (hash ^ hash >> 32) & mask;
        while (cells_[i].key != 0 && cells_[i].key != key) i = (i + 1) & mask;
        return i;
    }
    void grow() {
        std::vector<Cell> old(cells_.size() * 4);
        old.swap(cells_);
        for (const Cell& cell : old) {
            if (cell.key != 0) cells_[slot(cell.key)] = cell;
        }
    }

    std::vector<Cell> cells_ = std::vector<Cell>(std::size_t{1} << 8);
    std::size_t used_ = 0;
};

}  // namespace farstar
