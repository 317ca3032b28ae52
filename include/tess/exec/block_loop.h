#pragma once

#include <tess/exec/index_range.h>

#include <cstddef>
#include <cstdint>

#if defined(__cpp_exceptions)
#include <exception>
#endif

namespace tess::detail {

/// A lock held for a few instructions. `<atomic>` stays out of the header.
class SpinLock {
 public:
  void lock() noexcept;
  void unlock() noexcept;

 private:
  std::uint32_t locked_ = 0;
};

#if defined(__cpp_exceptions)

/// The exception of the lowest index among those that callbacks let out.
class FirstException {
 public:
  void keep(std::size_t index) {
    lock_.lock();
    if (!error_ || index < index_) {
      error_ = std::current_exception();
      index_ = index;
    }
    lock_.unlock();
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  SpinLock lock_;
  std::exception_ptr error_;
  std::size_t index_ = 0;
};

#endif

/// Cuts what an executor hands out into blocks of the grain, and keeps exceptions from leaving it.
template <RangeFunction F>
struct BlockLoop {
  F& fn;
  std::size_t grain;
#if defined(__cpp_exceptions)
  FirstException first = {};
#endif

  static void call(void* context, IndexRange range, std::uint32_t worker) {
    BlockLoop& self = *static_cast<BlockLoop*>(context);
    for (std::size_t begin = range.begin; begin < range.end;) {
      const std::size_t left = range.end - begin;
      const std::size_t end = left < self.grain ? range.end : begin + self.grain;
      self.call_block({begin, end}, worker);
      begin = end;
    }
  }

  /// Throws the first exception that was kept, if any.
  void rethrow() const {
#if defined(__cpp_exceptions)
    first.rethrow();
#endif
  }

  void call_block(IndexRange block, std::uint32_t worker) {
#if defined(__cpp_exceptions)
    try {
      fn(block, worker);
    } catch (...) {
      first.keep(block.begin);
    }
#else
    fn(block, worker);
#endif
  }
};

}  // namespace tess::detail
