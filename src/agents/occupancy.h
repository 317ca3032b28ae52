#pragma once

#include <tess/nav/nav_map.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "../nav/nav_data.h"

namespace tess::detail {

/// Who stands on each tile, and who may enter it next: two numbers a tile, in pages that are made
/// when somebody first comes to their chunk.
class Occupancy {
 public:
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};

  void reset(std::size_t slots) { pages_.resize(slots); }

  std::uint32_t holder(NodeId node) const {
    const Page* page = pages_[node >> 12].get();
    return page == nullptr ? nobody : page->holders[node & (chunk_tiles - 1)];
  }
  void hold(NodeId node, std::uint32_t agent) {
    page(node).holders[node & (chunk_tiles - 1)] = agent;
  }

  /// Claims last until they are taken back one by one.
  std::uint32_t& claim(NodeId node) { return page(node).claims[node & (chunk_tiles - 1)]; }

 private:
  struct Page {
    std::array<std::uint32_t, chunk_tiles> holders;
    std::array<std::uint32_t, chunk_tiles> claims;
  };

  Page& page(NodeId node) {
    std::unique_ptr<Page>& page = pages_[node >> 12];
    if (page == nullptr) {
      page = std::make_unique<Page>();
      page->holders.fill(nobody);
      page->claims.fill(nobody);
    }
    return *page;
  }

  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace tess::detail
