#include "link_closure.h"

#include <algorithm>

namespace tess::detail {

std::size_t LinkClosure::node(std::uint32_t region) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(regions_, region) - regions_.begin());
}

void LinkClosure::build(std::span<const std::pair<std::uint32_t, std::uint32_t>> edges) {
  regions_.clear();
  edges_.assign(edges.begin(), edges.end());
  for (const auto& [from, to] : edges_) {
    regions_.push_back(from);
    regions_.push_back(to);
  }
  std::ranges::sort(regions_);
  regions_.erase(std::unique(regions_.begin(), regions_.end()), regions_.end());
  words_ = (regions_.size() + 63) / 64;
  reached_.assign(regions_.size() * words_, 0);
  for (auto& [from, to] : edges_) {
    from = static_cast<std::uint32_t>(node(from));
    to = static_cast<std::uint32_t>(node(to));
    reached_[from * words_ + to / 64] |= bit(static_cast<int>(to % 64));
  }
  // To and fro, so that a chain of links takes few passes in either order.
  for (bool grew = true; grew; std::ranges::reverse(edges_)) {
    grew = false;
    for (const auto& [from, to] : edges_) {
      for (std::size_t i = 0; i < words_; ++i) {
        BitWord& word = reached_[from * words_ + i];
        const BitWord more = word | reached_[to * words_ + i];
        grew = grew || more != word;
        word = more;
      }
    }
  }
}

bool LinkClosure::reaches(std::uint32_t from, std::uint32_t to) const {
  const std::size_t a = node(from);
  const std::size_t b = node(to);
  if (a == regions_.size() || b == regions_.size()) return false;
  if (regions_[a] != from || regions_[b] != to) return false;
  return test_bit(reached_[a * words_ + b / 64], static_cast<int>(b % 64));
}

}  // namespace tess::detail
