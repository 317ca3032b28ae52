#include <tess/path/route_cache.h>

#include <algorithm>
#include <utility>

#include "route_store.h"

namespace tess {

std::size_t RouteView::copy_to(std::span<Coord> tiles) const {
  std::size_t count = 0;
  for (auto at = begin(); at != end() && count < tiles.size(); ++at) tiles[count++] = *at;
  return count;
}

Route::Route(const RouteView& view) : view_(view) {
  if (view_.block() != nullptr) view_.block()->hold();
}

Route::~Route() {
  detail::RouteBlock* block = view_.block();
  if (block != nullptr && block->let_go()) detail::RouteBlock::destroy(block);
}

Route::Route(const Route& other) : Route(other.view_) {}

Route::Route(Route&& other) noexcept : view_(std::exchange(other.view_, {})) {}

Route& Route::operator=(Route other) noexcept {
  std::swap(view_, other.view_);
  return *this;
}

RouteCache::RouteCache(const NavMap& map, const RouteCacheOptions& options)
    : store_(new detail::RouteStore(map, options)) {}

RouteCache::~RouteCache() { delete store_; }

RouteCache::RouteCache(RouteCache&& other) noexcept
    : store_(std::exchange(other.store_, nullptr)) {}

RouteCache& RouteCache::operator=(RouteCache&& other) noexcept {
  std::swap(store_, other.store_);
  return *this;
}

RouteResult RouteCache::find(Planner& planner, Coord from, Coord to) {
  return store_->find(planner, from, to);
}

RouteResult RouteCache::recall(Coord from, Coord to) { return store_->recall(from, to); }

std::span<const RouteResult> RouteCache::find_all(Planner& planner,
                                                  std::span<const PathRequest> requests,
                                                  ExecutorRef executor) {
  return store_->find_all(planner, requests, executor);
}

void RouteCache::clear() { store_->clear(); }

std::size_t RouteCache::route_count() const { return store_->route_count(); }

std::size_t RouteCache::bytes() const { return store_->bytes(); }

const RouteCacheStatistics& RouteCache::statistics() const { return store_->statistics(); }

}  // namespace tess
