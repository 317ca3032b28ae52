#include <tess/exec/worker_pool.h>

#include "pool.h"

namespace tess {

WorkerPool::WorkerPool(std::uint32_t workers) : WorkerPool(WorkerPoolOptions{.workers = workers}) {}

WorkerPool::WorkerPool(const WorkerPoolOptions& options) : pool_(new detail::Pool(options)) {}

WorkerPool::~WorkerPool() { delete pool_; }

std::uint32_t WorkerPool::worker_count() const { return pool_->worker_count(); }

RunReport WorkerPool::run_ranges(std::size_t count, std::size_t grain, RangeTask task) {
  return pool_->run(count, grain, task);
}

void WorkerPool::keep_awake(bool awake) { pool_->keep_awake(awake); }

}  // namespace tess
