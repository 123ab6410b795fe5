// Data use through its door: the month that is counted stays whatever is forgotten, and who is refused video past the limit.
import assert from 'node:assert/strict';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { eachStore } from '../../adapters/test-stores.ts';
import { Traffic } from '../../gateway/index.ts';
import type { Caller } from '../../kernel/access/access.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { dataUseFeature } from './index.ts';

const DAY_MS = 86_400_000;
const LIMIT_BYTES = 1000;
const caller = (level: number): Caller => ({
  userId: 1,
  userName: 'ann',
  level,
  rights: new Set(),
  sessionId: null,
  address: '',
});

eachStore(
  'data use: days of the month of now are not forgotten; at the limit video is for level 0',
  async (t, { db }) => {
    const clock = createManualClock(new Date(2026, 1, 20, 12).getTime());
    const traffic = new Traffic();
    const open = () =>
      dataUseFeature({
        db,
        bus: createLocalBus(silentLog),
        clock,
        log: silentLog,
        traffic,
        access: { current: (asker) => asker },
        limitOf: () => LIMIT_BYTES,
        limited: () => [],
        records: () => [],
        visible: () => [],
      });
    const first = await open();
    traffic.giveBack([{ deviceKey: 7, inBytes: 400, outBytes: 599 }]);
    assert.equal(first.refusal(caller(1), 7), undefined);
    await first.close();
    clock.jumpTo(clock.now() + 5 * DAY_MS);
    const second = await open();
    t.after(() => second.close());
    assert.equal(
      await second.forgetBefore(clock.now() - 2 * DAY_MS, () => true),
      0,
      'its day is older, its month is not over',
    );
    assert.equal(second.usedBy(7), LIMIT_BYTES - 1);
    traffic.giveBack([{ deviceKey: 7, inBytes: 1, outBytes: 0 }]);
    assert.deepEqual(
      [0, 1, 2].map((level) => second.refusal(caller(level), 7)),
      [undefined, 'data limit reached', 'data limit reached'],
    );
    clock.jumpTo(clock.now() + 10 * DAY_MS);
    second.usedBy(7);
    await clock.advanceAsync(5000);
    assert.equal(await second.forgetBefore(clock.now(), () => true), 2, 'the month is over');
  },
);
