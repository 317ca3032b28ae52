#pragma once

#include <algorithm>
#include <cstdint>

namespace tess::detail {

/// A time that is measured again and again, in nanoseconds. A single measurement says little, as
/// any thread may lose its core in between: it counts for a fourth, and only within bounds.
class Measured {
 public:
  Measured(float usual_ns, float least_ns, float most_ns)
      : ns_(usual_ns), usual_(usual_ns), least_(least_ns), most_(most_ns) {}

  float ns() const { return ns_; }

  void learn(float ns) { ns_ += (std::clamp(ns, least_, most_) - ns_) / 4; }

  /// It takes longer than there was time to see.
  void longer() { ns_ = std::min(2 * ns_, most_); }

  /// It was not measured for lack of use: what was learned fades, so that it is tried again.
  void fade() { ns_ += (usual_ - ns_) / 32; }

 private:
  float ns_;
  float usual_;
  float least_;
  float most_;
};

/// The threads of a pool but the calling one.
struct Others {
  std::uint32_t awake = 0;     ///< work at once
  std::uint32_t coming = 0;    ///< were woken, and are not there yet
  std::uint32_t wakeable = 0;  ///< sleep, and have a core to work on
};

/// What to do with the rest of a run.
struct Share {
  bool share = false;  ///< offer it to the threads that are awake
  bool wake = false;   ///< and wake one more
};

/// Decides whether the rest of a run is shared, from what that would save and what it costs.
///
/// Threads that are awake cost little, and are used where what they save pays for it twice. To wake
/// one costs the caller a system call, and it comes late. It is woken for one run that saves more
/// than that, or once the runs since it slept would have saved as much together (the rule for
/// renting skis or buying them: never much worse than knowing what comes), and for the first run
/// that gains where the tick before would have paid.
class SharePolicy {
 public:
  /// A run begins. `idle`: none came for so long that threads went to sleep; `ticks`: how often
  /// the caller has said that a tick ended.
  void begin(bool idle, std::uint32_t ticks) {
    if (idle) debt_ = 0;
    if (ticks == ticks_) return;
    ticks_ = ticks;
    debt_ = std::max(debt_, saved_);
    saved_ = 0;
  }

  /// What to do with work of that many nanoseconds.
  Share decide(float rest_ns, const Others& others) const {
    Share result;
    const std::uint32_t awake = others.awake;
    result.share = awake != 0 && gain(rest_ns, 1, awake) > 2 * dispatch.ns();
    if (others.wakeable != 0 && others.coming == 0) {
      const float more = gain(rest_ns, 1 + awake, 1);
      result.wake = more > 2 * dispatch.ns() && more + debt_ > wake_cost_ns();
      result.share |= result.wake;
    }
    return result;
  }

  /// A run of that many nanoseconds has ended; `woke`: another thread was woken for it.
  void end(float work_ns, const Others& others, bool woke) {
    if (gain(work_ns, 1, 1) <= 2 * dispatch.ns()) return;
    saved_ += gain(work_ns, 1, 1);
    const bool could_wake = others.wakeable != 0 && others.coming == 0 && !woke;
    debt_ = could_wake ? debt_ + gain(work_ns, 1 + others.awake, 1) : 0;
  }

  /// How much of a run must be left for a thread that was woken to wake another one.
  float worth_waking_ns(const Others& others) const {
    return 2 * wake_cost_ns() * static_cast<float>(others.awake + others.wakeable + 1);
  }

  /// None of the other threads was asked to work.
  void unused() {
    dispatch.fade();
    arrival.fade();
  }

  Measured dispatch{700, 500, 50'000};       ///< of a thread that is awake: there and back
  Measured call{10'000, 1'000, 100'000};     ///< what it takes the caller to wake a thread
  Measured arrival{50'000, 5'000, 200'000};  ///< and until that one works

 private:
  float wake_cost_ns() const { return 1.25F * (call.ns() + arrival.ns() / 2); }

  /// What some threads save that help those already at work.
  static float gain(float rest_ns, std::uint32_t working, std::uint32_t helping) {
    const auto before = static_cast<float>(working);
    return rest_ns / before - rest_ns / (before + static_cast<float>(helping));
  }

  float debt_ = 0;   ///< what runs since threads slept would have saved with one awake
  float saved_ = 0;  ///< what the runs of this tick save with one awake
  std::uint32_t ticks_ = 0;
};

}  // namespace tess::detail
