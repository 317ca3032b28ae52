#include <tess/exec/block_loop.h>

#include <atomic>

namespace tess::detail {

void SpinLock::lock() noexcept {
  std::atomic_ref<std::uint32_t> locked(locked_);
  while (locked.exchange(1, std::memory_order_acquire) != 0) {
  }
}

void SpinLock::unlock() noexcept {
  std::atomic_ref<std::uint32_t>(locked_).store(0, std::memory_order_release);
}

}  // namespace tess::detail
