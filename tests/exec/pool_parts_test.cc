#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "../../src/exec/block_range.h"
#include "../../src/exec/cost_table.h"
#include "../../src/exec/pace.h"
#include "../../src/exec/share_policy.h"
#include "../../src/exec/sleepers.h"

// What a pool is made of, one by one.

namespace tess::detail {
namespace {

TEST(BlockRange, GivesItsFrontToTheOwnerAndItsBackToOthers) {
  BlockRange range;
  range.assign({10, 30});
  EXPECT_EQ(range.take_front(4, 1), (Blocks{10, 14}));
  EXPECT_EQ(range.take_back(), (Blocks{22, 30}));
  EXPECT_EQ(range.left(), (Blocks{14, 22}));
  // No more than half at a time, unless half is very little.
  EXPECT_EQ(range.take_front(100, 1), (Blocks{14, 18}));
  EXPECT_EQ(range.take_front(100, 3), (Blocks{18, 21}));
  EXPECT_EQ(range.take_back(), (Blocks{21, 22}));
  EXPECT_TRUE(range.take_back().empty());
  EXPECT_TRUE(range.take_front(1, 1).empty());
  range.assign({0xFFFF'FFF0, 0xFFFF'FFFF});
  EXPECT_EQ(range.take_front(0xFFFF'FFFF, 0xFFFF'FFFF), (Blocks{0xFFFF'FFF0, 0xFFFF'FFFF}));
}

TEST(BlockRange, GivesEachBlockOnce) {
  constexpr std::uint32_t count = 20'000;
  BlockRange range;
  range.assign({0, count});
  std::vector<std::atomic<int>> taken(count);
  const auto mark = [&](Blocks blocks) {
    for (std::uint32_t i = blocks.begin; i < blocks.end; ++i) ++taken[i];
    return !blocks.empty();
  };
  std::thread thief([&] {
    while (mark(range.take_back())) {
    }
  });
  while (mark(range.take_front(3, 1))) {
  }
  thief.join();
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(taken[i], 1) << i;
}

TEST(Sleepers, SleepUntilTheyAreCalled) {
  Sleepers sleepers(1);
  EXPECT_EQ(sleepers.coming(), 1U);
  std::atomic<int> rounds{0};
  std::thread thread([&] {
    sleepers.started();
    for (int i = 0; i < 200; ++i) {
      sleepers.lie_down();
      sleepers.sleep();
      ++rounds;
    }
  });
  for (int i = 0; i < 200; ++i) {
    while (sleepers.call(5) == 0) std::this_thread::yield();
    while (rounds <= i) std::this_thread::yield();
    ASSERT_EQ(rounds, i + 1);
  }
  thread.join();
  EXPECT_EQ(sleepers.count(), 0U);
  EXPECT_EQ(sleepers.coming(), 0U);
  EXPECT_EQ(sleepers.call(5), 0U);
}

TEST(Sleepers, GetUpByThemselvesOrTakeTheCall) {
  Sleepers sleepers(0);
  sleepers.lie_down();
  sleepers.get_up();
  EXPECT_EQ(sleepers.call(1), 0U);
  sleepers.lie_down();
  EXPECT_EQ(sleepers.call(1), 1U);
  EXPECT_EQ(sleepers.coming(), 1U);
  sleepers.get_up();  // returns at once
  EXPECT_EQ(sleepers.coming(), 0U);
}

TEST(CostTable, FollowsARiseFasterThanAFall) {
  CostTable costs;
  const int kind = 0;
  EXPECT_EQ(costs.find(&kind, 100), 0);
  costs.learn(&kind, 100, 10);
  EXPECT_EQ(costs.find(&kind, 100), 10);
  costs.learn(&kind, 100, 50);
  EXPECT_EQ(costs.find(&kind, 100), 50);
  costs.learn(&kind, 100, 10);
  EXPECT_EQ(costs.find(&kind, 100), 40);
  costs.learn(&kind, 100, 1e9F);
  EXPECT_EQ(costs.find(&kind, 100), 320);
  // Runs of quite another length are of another kind.
  EXPECT_EQ(costs.find(&kind, 1000), 0);
  EXPECT_EQ(costs.find(&kind, 127), 320);
}

TEST(CostTable, NeverTakesOneKindForAnother) {
  CostTable costs;
  const std::array<int, 2000> kinds{};
  std::size_t known = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    costs.learn(&kinds[i], 1, static_cast<float>(i + 1));
    EXPECT_EQ(costs.find(&kinds[i], 1), static_cast<float>(i + 1));
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const float cost = costs.find(&kinds[i], 1);
    if (cost != 0) {
      EXPECT_EQ(cost, static_cast<float>(i + 1));
      ++known;
    }
  }
  EXPECT_GE(known, 200U);
}

TEST(Pace, TakesMoreWhereBlocksAreCheap) {
  Pace unknown(0);
  EXPECT_EQ(unknown.most(), 1U);
  for (int i = 0; i < 3; ++i) unknown.took(100);
  EXPECT_EQ(unknown.most(), 8U);
  unknown.took(1'000'000);
  EXPECT_EQ(unknown.most(), 2U);
  unknown.took(1'000'000);
  unknown.took(1'000'000);
  EXPECT_EQ(unknown.most(), 1U);
  EXPECT_GT(Pace(1).most(), 50U);
  EXPECT_EQ(Pace(1e9F).most(), 1U);
  EXPECT_GE(Pace(1e-20F).most(), 1U);
}

constexpr Others one_awake{.awake = 1};
constexpr Others one_asleep{.wakeable = 1};

TEST(SharePolicy, SharesWhatIsWorthIt) {
  const SharePolicy policy;
  EXPECT_FALSE(policy.decide(1'000, one_awake).share);
  EXPECT_TRUE(policy.decide(5'000, one_awake).share);
  EXPECT_FALSE(policy.decide(5'000, one_awake).wake);
  EXPECT_FALSE(policy.decide(50'000, one_asleep).share);
  EXPECT_TRUE(policy.decide(200'000, one_asleep).wake);
  EXPECT_TRUE(policy.decide(200'000, one_asleep).share);
  // One that is on its way is waited for before another is woken.
  EXPECT_FALSE(policy.decide(200'000, {.coming = 1, .wakeable = 1}).share);
  EXPECT_FALSE(policy.decide(1e9F, {.coming = 1}).share);
}

TEST(SharePolicy, WakesWhenRunsTogetherAreWorthIt) {
  SharePolicy policy;
  int runs = 0;
  for (; runs < 10 && !policy.decide(40'000, one_asleep).wake; ++runs) {
    policy.begin(false, 0);
    policy.end(40'000, one_asleep, false);
  }
  EXPECT_GE(runs, 1);
  EXPECT_LE(runs, 4);
  policy.begin(true, 0);  // nothing came for a while
  EXPECT_FALSE(policy.decide(40'000, one_asleep).wake);
}

TEST(SharePolicy, WakesAtOnceInATickLikeTheLast) {
  SharePolicy policy;
  for (int i = 0; i < 20; ++i) policy.end(40'000, one_awake, false);
  EXPECT_FALSE(policy.decide(40'000, one_asleep).wake);
  policy.begin(false, 1);
  EXPECT_TRUE(policy.decide(40'000, one_asleep).wake);
  EXPECT_FALSE(policy.decide(1'000, one_asleep).wake);
  policy.begin(true, 2);  // and there was nothing in this one
  EXPECT_FALSE(policy.decide(40'000, one_asleep).wake);
}

TEST(SharePolicy, SharesLessAfterLossesAndTriesAgain) {
  SharePolicy policy;
  for (int i = 0; i < 10; ++i) policy.dispatch.longer();
  EXPECT_FALSE(policy.decide(20'000, one_awake).share);
  EXPECT_TRUE(policy.decide(1e6F, one_awake).share);
  for (int i = 0; i < 200; ++i) policy.unused();
  EXPECT_TRUE(policy.decide(20'000, one_awake).share);
}

}  // namespace
}  // namespace tess::detail
