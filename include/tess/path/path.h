#pragma once

#include <tess/core/assert.h>
#include <tess/core/coord.h>
#include <tess/nav/movement.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tess {

/// A straight piece of a path: `length` equal steps, or one jump along a link.
struct PathRun {
  std::int8_t dx = 0;
  std::int8_t dy = 0;
  std::int8_t dz = 0;

  /// Whether this is a jump; then `length` is the index of the tile it arrives at among the path's
  /// landings.
  bool jump = false;

  /// The number of steps, at least 1; for a jump, the index of its landing.
  std::uint32_t length = 0;

  friend constexpr bool operator==(const PathRun&, const PathRun&) = default;
};

static_assert(sizeof(PathRun) == 8);

/// A path as its turning points, borrowed: the start and runs of equal steps. Iterates as tiles,
/// the start first. Cheap to copy; a planner's path is valid until its next search. Copy it into a
/// `Path` to keep it.
class PathView {
 public:
  class iterator {
   public:
    using value_type = Coord;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;

    iterator() = default;
    iterator(const PathRun* run, const Coord* landings, Coord at, std::size_t left,
             std::uint32_t done = 0)
        : run_(run), landings_(landings), at_(at), done_(done), left_(left) {}

    Coord operator*() const { return at_; }
    iterator& operator++() {
      if (--left_ != 0) step();
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++*this;
      return before;
    }
    /// Iterators of one path are equal where as many tiles are left.
    friend bool operator==(const iterator& a, const iterator& b) { return a.left_ == b.left_; }

   private:
    void step() {
      if (run_->jump) {
        at_ = landings_[run_->length];
        ++run_;
        return;
      }
      at_ = at_ + Coord{run_->dx, run_->dy, run_->dz};
      if (++done_ == run_->length) {
        ++run_;
        done_ = 0;
      }
    }

    const PathRun* run_ = nullptr;
    const Coord* landings_ = nullptr;
    Coord at_;
    std::uint32_t done_ = 0;
    std::size_t left_ = 0;
  };

  PathView() = default;
  PathView(Coord front, Coord back, std::size_t size, std::span<const PathRun> runs,
           std::span<const Coord> landings)
      : front_(front), back_(back), size_(size), runs_(runs), landings_(landings) {}

  /// The number of tiles, both ends included; 0 where there is no path.
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// The tile the path starts from; the path must not be empty.
  Coord front() const { return TESS_ASSERT(size_ != 0, "the path is empty"), front_; }
  /// The tile the path ends at; the path must not be empty.
  Coord back() const { return TESS_ASSERT(size_ != 0, "the path is empty"), back_; }

  /// The pieces between turns, from the start to the end.
  std::span<const PathRun> runs() const { return runs_; }

  /// The tiles that jumps arrive at.
  std::span<const Coord> landings() const { return landings_; }

  /// The tiles from the first to the last. A step of an iterator takes constant time.
  iterator begin() const { return {runs_.data(), landings_.data(), front_, size_}; }
  iterator end() const { return {}; }

  /// Writes the first tiles, as many as there is room for; returns how many. Faster than a loop
  /// over the tiles.
  std::size_t copy_to(std::span<Coord> tiles) const;

  /// Whether both go over the same tiles by the same pieces.
  friend bool operator==(const PathView& a, const PathView& b);

 private:
  Coord front_;
  Coord back_;
  std::size_t size_ = 0;
  std::span<const PathRun> runs_;
  std::span<const Coord> landings_;
};

/// A path of one's own: eight bytes a turn, wherever it came from. Converts to a `PathView`.
class Path {
 public:
  Path() = default;

  /// Copies the path; allocates.
  explicit Path(const PathView& path) { assign(path); }

  /// Copies the path into the memory of the former one; allocates only where it needs more.
  void assign(const PathView& path) {
    runs_.assign(path.runs().begin(), path.runs().end());
    landings_.assign(path.landings().begin(), path.landings().end());
    size_ = path.size();
    front_ = path.empty() ? Coord{} : path.front();
    back_ = path.empty() ? Coord{} : path.back();
  }

  /// The path, borrowed: valid until this one is assigned to, moved from or destroyed.
  PathView view() const { return {front_, back_, size_, runs_, landings_}; }
  operator PathView() const { return view(); }

  /// As in `PathView`.
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Coord front() const { return view().front(); }
  Coord back() const { return view().back(); }
  PathView::iterator begin() const { return view().begin(); }
  PathView::iterator end() const { return view().end(); }

 private:
  Coord front_;
  Coord back_;
  std::size_t size_ = 0;
  std::vector<PathRun> runs_;
  std::vector<Coord> landings_;
};

}  // namespace tess
