#pragma once

#include <tess/agents/agent.h>

#include <cstddef>
#include <span>
#include <vector>

namespace tess::detail {

/// Who has waited longest comes first. In memory that is kept.
class WaitQueue {
 public:
  void push(AgentId agent) { waiting_.push_back(agent); }

  bool empty() const { return first_ == waiting_.size(); }
  std::size_t size() const { return waiting_.size() - first_; }

  /// All of them, whether they are still in the set or not.
  std::span<const AgentId> waiting() const { return std::span(waiting_).subspan(first_); }

  AgentId pop() {
    const AgentId agent = waiting_[first_++];
    if (first_ == waiting_.size()) {
      waiting_.clear();
      first_ = 0;
    } else if (first_ > 64 && first_ > waiting_.size() / 2) {
      waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
    return agent;
  }

 private:
  std::vector<AgentId> waiting_;
  std::size_t first_ = 0;
};

}  // namespace tess::detail
