// Who is written to of which event and when: at most one message a minute to each receiver, then one for all that came meanwhile. Time is
// driven, on both databases.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { eachStore } from '../../adapters/test-stores.ts';
import { unknownDevice } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/errors.ts';
import { createTestLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { StoredPlan } from '../../kernel/plans.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { createFakeBus } from '../../kernel/test-bus.ts';
import { othersTurns, turnsUntil } from '../../kernel/turns-until.ts';
import type { ToldEvent } from '../event/index.ts';
import { notifyPlanFeature } from './index.ts';
import { createNotifyPlanStore } from './store.ts';

const [SOS, SHOCK] = [19, 16];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const planOf = (code: number, receivers: string): StoredPlan => ({
  target: `a ${code}`,
  updateMode: 'GLOBAL',
  deviceKey: null,
  groupId: null,
  code,
  plan: { call_en: 0, call_time: 30, email_en: 1, sms_en: 1, receivers },
  updatedMs: 1,
  updatedBy: 'ann',
});

type Sent = { to: string; text: string };

/** `plans`: receivers by code. What is sent stands in `sent`, as one text for the receivers that share it. */
const setScene = async (t: TestContext, db: Database, plans: Readonly<Record<number, string>>) => {
  const store = createNotifyPlanStore(db);
  for (const [code, receivers] of Object.entries(plans))
    await store.plans('realtime').save(planOf(Number(code), receivers), 0);
  const clock = createManualClock();
  const [bus, log] = [createFakeBus(), createTestLog()];
  const events: ToldEvent[] = [];
  const sent: Sent[] = [];
  /** What adding a message comes to. */
  const outbox: { refusal: Error | undefined } = { refusal: undefined };
  const take = (to: readonly string[], text: string): Promise<void> => {
    if (outbox.refusal !== undefined) return Promise.reject(outbox.refusal);
    sent.push({ to: to.join(' '), text });
    return Promise.resolve();
  };
  let asked = 0;
  /** How long each piece of work seems to take. */
  const work = { pieceMs: 0, doneMs: 0, named: () => undefined as unknown };
  const open = async () => {
    const feature = await notifyPlanFeature({
      db,
      bus,
      clock: { ...clock, monotonic: () => clock.monotonic() + (work.doneMs += work.pieceMs) },
      log,
      devices: {
        clockOf: () => undefined,
        seen: (_caller, id) => {
          throw unknownDevice(id);
        },
      },
      groups: { list: () => [], groupsOf: () => [], reload: () => Promise.resolve() },
      reaches: () => false,
      events: {
        told: (after, limit) => {
          asked += 1;
          return Promise.resolve(events.filter(({ serialno }) => serialno > after).slice(0, limit));
        },
        callFor: () => undefined,
      },
      named: (deviceKey) => {
        work.named();
        return { vehicle: `Bus ${deviceKey}` };
      },
      mailer: { ready: () => true, sendMail: ({ to, subject, text }) => take(to, `${subject}\n${text}`) },
      texts: { enabled: () => true, add: take },
      pushes: { enabled: () => false, refusal: () => undefined, add: () => Promise.resolve() },
      kick: () => undefined,
    });
    t.after(() => feature.close());
    return feature;
  };
  let feature = await open();
  /** Until everything that there is was looked at: a look begins when the one before it is over, and asks three times at most here. */
  const looked = async (): Promise<void> => {
    for (let round = 0; round < 4; round += 1) {
      const before = asked;
      bus.publish('event.stored', {
        serialno: 1,
        deviceKey: 1,
        code: SOS,
        deviceMs: 0,
        alarmSign: null,
        attachments: 0,
      });
      await turnsUntil('it looks', () => asked > before);
    }
  };
  return {
    store,
    clock,
    log,
    outbox,
    work,
    metrics: () => feature.metrics(),
    /** What was sent since. */
    sent: () => sent.splice(0),
    looked,
    /** Events of one code of device 1, now, or as `more` says. */
    raise: async (code: number, count = 1, more: { atMs?: number; receivedMs?: number } = {}): Promise<void> => {
      for (let i = 0; i < count; i += 1) {
        const serialno = events.length + 1;
        const [atMs, receivedMs] = [more.atMs ?? clock.now(), more.receivedMs ?? clock.now()];
        const push = {
          cmd: 'new',
          serialno,
          deviceid: 'd1',
          appdevid: code,
          eventname: code === SOS ? 'SOS' : 'Shock',
          notifytext: '',
          notifycolor: '',
          message: '',
          eventtime: `at ${serialno}`,
          eventtimeutc: atMs,
          vehiclex: 25,
          vehicley: 121.5,
          speed: 30,
          sourcetype: 0,
        } as const;
        events.push({ serialno, deviceKey: 1, receivedMs, push });
      }
      await looked();
    },
    restart: async (): Promise<void> => {
      await feature.close();
      feature = await open();
    },
    after: async (ms: number): Promise<void> => {
      clock.advance(ms);
      await looked();
    },
  };
};

const mail = (text: string) => /^(?<subject>.*)\n/.exec(text)?.groups?.['subject'];

eachStore(
  'notify plans: the first event is told at once, what comes within a minute in one message after it, over a restart too',
  async (t, { db }) => {
    const scene = await setScene(t, db, { [SHOCK]: 'ann@example.org, +886912345678, ben@example.org ann@example.org' });
    await scene.raise(SHOCK);
    const [first, text, ...more] = scene.sent();
    assert.deepEqual(
      [first?.to, mail(first?.text ?? ''), more.length],
      ['ann@example.org ben@example.org', 'Shock, Bus 1 (d1)', 0],
    );
    assert.deepEqual(text, { to: '+886912345678', text: 'Shock, Bus 1 (d1), at 1, 25, 121.5' });
    await scene.raise(SHOCK);
    await scene.after(30_000);
    await scene.raise(SHOCK, 2);
    await scene.restart();
    await scene.after(29_000);
    assert.deepEqual(scene.sent(), [], 'not within the minute');
    await scene.after(1000);
    const [digest, texts, ...others] = scene.sent();
    assert.equal(others.length, 0);
    assert.equal(digest?.to, 'ann@example.org ben@example.org', 'who was told the same gets the same');
    assert.equal(
      digest.text,
      [
        '3 events: Shock',
        '3 events since the last mail:',
        '',
        'at 2, Shock, Bus 1 (d1), 25, 121.5, 30 km/h, event 2',
        'at 3, Shock, Bus 1 (d1), 25, 121.5, 30 km/h, event 3',
        'at 4, Shock, Bus 1 (d1), 25, 121.5, 30 km/h, event 4',
        '',
      ].join('\n'),
    );
    assert.deepEqual(texts, {
      to: '+886912345678',
      text: '3 events: Shock, Bus 1 (d1), at 2, 25, 121.5; Shock, Bus 1 (d1), at 3, 25, 121.5; Shock, Bus 1 (d1), at 4, 25, 121.5',
    });
    await scene.raise(SHOCK);
    assert.deepEqual(scene.sent(), [], 'a digest is a message too');
    await scene.after(MINUTE_MS);
    assert.deepEqual(
      scene.sent().map(({ text: said }) => mail(said) ?? said),
      ['Shock, Bus 1 (d1)', 'Shock, Bus 1 (d1), at 5, 25, 121.5'],
      'one that waited alone reads as any other',
    );
    await scene.after(MINUTE_MS);
    await scene.after(MINUTE_MS);
    assert.deepEqual(
      [scene.sent(), await scene.store.standings('mail', ['ann@example.org'])],
      [[], []],
      'nothing is left',
    );
  },
);

eachStore('notify plans: a receiver who was not written to is told at once what others wait for', async (t, { db }) => {
  const scene = await setScene(t, db, { [SHOCK]: 'ann@example.org', [SOS]: 'ann@example.org ben@example.org' });
  await scene.raise(SHOCK);
  await scene.raise(SOS);
  await scene.raise(SHOCK);
  assert.deepEqual(
    scene.sent().map(({ to, text }) => [to, mail(text)]),
    [
      ['ann@example.org', 'Shock, Bus 1 (d1)'],
      ['ben@example.org', 'SOS, Bus 1 (d1)'],
    ],
  );
  await scene.after(MINUTE_MS);
  assert.deepEqual(
    scene.sent().map(({ to, text }) => [to, mail(text)]),
    [['ann@example.org', '2 events: SOS, Shock']],
  );
});

eachStore('notify plans: a message names so many events and says how many more there are', async (t, { db }) => {
  const scene = await setScene(t, db, { [SHOCK]: 'ann@example.org +886912345678' });
  for (let minute = 0; minute < 3; minute += 1) await scene.raise(SHOCK, 40);
  const rows = await scene.store.heldFor('mail', ['ann@example.org']);
  assert.equal(rows.length, 50, 'and no more are kept');
  await scene.after(MINUTE_MS);
  const [, , digest, text, ...more] = scene.sent();
  assert.equal(more.length, 0);
  const lines = digest?.text.split('\n') ?? [];
  assert.deepEqual(
    [lines[0], lines.at(-3), lines.at(-2)],
    [
      '119 events: Shock',
      'at 51, Shock, Bus 1 (d1), 25, 121.5, 30 km/h, event 51',
      'and 69 more, which the list of events has.',
    ],
  );
  assert.match(text?.text ?? '', /^119 events: Shock, .*; and 1\d\d more$/);
  assert.ok((text?.text.length ?? 0) <= 600);
  assert.equal(scene.metrics().notices_held_total, 2 * 119);
});

eachStore(
  'notify plans: what finds no room in the outbox waits for it, what nobody delivers is counted',
  async (t, { db }) => {
    const scene = await setScene(t, db, { [SOS]: 'ann@example.org' });
    scene.outbox.refusal = new AppError('limit_reached', 'Too many messages wait to be delivered.');
    await scene.raise(SOS);
    await scene.raise(SOS);
    await scene.after(MINUTE_MS);
    scene.outbox.refusal = undefined;
    assert.deepEqual(scene.sent(), []);
    await scene.after(MINUTE_MS);
    assert.deepEqual(
      scene.sent().map(({ text }) => mail(text)),
      ['2 events: SOS'],
    );
    scene.outbox.refusal = new AppError('unavailable', 'No mail server is set.');
    await scene.raise(SOS);
    await scene.after(MINUTE_MS);
    assert.equal(scene.metrics().notices_dropped_total, 1, 'the one that waited');
    await scene.raise(SOS);
    assert.equal(scene.metrics().notices_dropped_total, 2);
    scene.outbox.refusal = undefined;
    await scene.raise(SOS);
    assert.deepEqual(
      scene.sent().map(({ text }) => mail(text)),
      ['SOS, Bus 1 (d1)'],
      'they were not written to',
    );
  },
);

eachStore('notify plans: what is held and how far events were looked at change together', async (t, { db }) => {
  const scene = await setScene(t, db, { [SHOCK]: 'ann@example.org', [SOS]: 'ben@example.org' });
  await scene.raise(SHOCK);
  scene.outbox.refusal = new Error('disk I/O error');
  await scene.raise(SHOCK);
  assert.equal(await scene.store.cursor(), 2, 'what waits asks nobody');
  await scene.raise(SOS);
  await scene.raise(SHOCK);
  assert.deepEqual(
    [await scene.store.cursor(), (await scene.store.heldFor('mail', ['ann@example.org'])).length],
    [2, 1],
  );
  scene.outbox.refusal = undefined;
  await scene.looked();
  assert.deepEqual(
    [await scene.store.cursor(), (await scene.store.heldFor('mail', ['ann@example.org'])).length],
    [4, 2],
  );
  assert.deepEqual(
    scene.sent().map(({ text }) => mail(text)),
    ['Shock, Bus 1 (d1)', 'SOS, Bus 1 (d1)'],
  );
  scene.outbox.refusal = new Error('disk I/O error');
  await scene.after(MINUTE_MS);
  assert.equal((await scene.store.heldFor('mail', ['ann@example.org'])).length, 2, 'nor is a digest half sent');
  scene.outbox.refusal = undefined;
  await scene.looked();
  assert.deepEqual(
    scene.sent().map(({ text }) => mail(text)),
    ['2 events: Shock'],
  );
});

eachStore('notify plans: a clock that is set back keeps nobody waiting', async (t, { db }) => {
  const scene = await setScene(t, db, { [SOS]: 'ann@example.org' });
  await scene.raise(SOS);
  await scene.raise(SOS);
  scene.clock.jumpTo(scene.clock.now() - DAY_MS);
  await scene.looked();
  assert.equal(scene.sent().length, 2);
});

eachStore(
  'notify plans: an SOS of a recorder without a clock is written of, what is told later than a day is counted',
  async (t, { db }) => {
    const scene = await setScene(t, db, { [SOS]: 'ann@example.org' });
    const nowMs = scene.clock.now();
    await scene.raise(SOS, 1, { atMs: Date.UTC(2000, 0, 1) });
    assert.equal(scene.sent().length, 1);
    await scene.after(MINUTE_MS);
    await scene.raise(SOS, 1, { atMs: nowMs + 40 * DAY_MS });
    assert.equal(scene.sent().length, 1, 'of a clock that is ahead');
    assert.equal(scene.metrics().notices_too_old_total, 0);
    await scene.after(MINUTE_MS);
    await scene.raise(SOS, 1, { atMs: nowMs - 2 * DAY_MS });
    await scene.raise(SOS, 1, { atMs: Date.UTC(2000, 0, 1), receivedMs: nowMs - 2 * DAY_MS });
    assert.deepEqual([scene.sent(), scene.metrics().notices_too_old_total], [[], 2]);
  },
);

eachStore('notify plans: while many events are looked at others have their turns', async (t, { db }) => {
  const { work, raise, metrics } = await setScene(t, db, { [SHOCK]: 'ann@example.org' });
  const others = othersTurns(t);
  const turns: number[] = [];
  work.named = () => turns.push(others());
  work.pieceMs = 5;
  await raise(SHOCK, 50);
  await turnsUntil('all are looked at', () => turns.length === 50);
  assert.equal(new Set(turns).size, 50);
  assert.equal(metrics()['notices_dropped_total'], 0);
});
