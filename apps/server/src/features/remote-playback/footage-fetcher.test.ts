// Who gives a request up hears 'cancelled', also where the device failed just before and is still being told to stop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import type { DeviceLink } from '../../gateway/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Claims } from './claims.ts';
import { FootageFetcher } from './footage-fetcher.ts';

const SILENT_MS = 20_000;

/** A device that says yes to every playback, sends nothing, and takes its time to stop. */
const setUp = (aheadMs = 0) => {
  const clock = createManualClock();
  const stops: (() => void)[] = [];
  const startPlayback: DeviceLink['startPlayback'] = () =>
    Promise.resolve({
      control: () => Promise.resolve(),
      stop: () => new Promise((resolve) => stops.push(resolve)),
    });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a link only playback is asked for
  const link = { startPlayback } as unknown as DeviceLink;
  const startMs = clock.now() - 60_000 + aheadMs;
  const record = { channel: 1, startMs, endMs: startMs + 30_000, alarmFlags: 0n, sizeBytes: 1 };
  const fetcher = new FootageFetcher({
    clock,
    bus: createLocalBus(silentLog),
    log: silentLog,
    links: { get: () => link, count: () => 1 },
    lists: {
      ask: () =>
        Promise.resolve({ records: [{ ...record, kind: 'av', stream: 'main', storage: 'main' }], incomplete: false }),
    },
    claims: new Claims(),
    kept: { spans: () => Promise.resolve([]) },
    keep: () => ({ trouble: null, frame: () => undefined, close: () => Promise.resolve() }),
    deviceId: () => 'D',
    utcOffsetMinutes: () => 480,
    hasSound: () => true,
  });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) await nextTurn();
  };
  const fetch = (signal: AbortSignal, patienceMs: number): Promise<string> =>
    fetcher
      .fetch({
        deviceKey: 1,
        channel: 1,
        stream: 'main',
        audio: true,
        fromMs: startMs,
        toMs: startMs + 30_000,
        patienceMs,
        signal,
      })
      .then(
        () => 'fetched',
        (error: unknown) => (error instanceof Error ? error.message : 'odd'),
      );
  return { clock, stops, settle, fetch, fetcher };
};

test('a silent device fails in words when nobody gave the request up', async () => {
  const { clock, stops, settle, fetch } = setUp();
  const ending = fetch(new AbortController().signal, 0);
  await settle();
  clock.advance(SILENT_MS);
  await settle();
  stops[0]?.();
  assert.equal(await ending, 'The device sends no video');
});

test('given up while a device that fell silent is told to stop: cancelled', async () => {
  const { clock, stops, settle, fetch } = setUp();
  const giveUp = new AbortController();
  const ending = fetch(giveUp.signal, 0);
  await settle();
  clock.advance(SILENT_MS); // it has failed now
  await settle();
  giveUp.abort();
  stops[0]?.();
  assert.equal(await ending, 'cancelled');
});

test('given up at the last of the tries that are made: cancelled', async () => {
  const { clock, stops, settle, fetch } = setUp();
  const giveUp = new AbortController();
  const ending = fetch(giveUp.signal, 600_000);
  for (let i = 0; i < 2; i += 1) {
    await settle();
    clock.advance(SILENT_MS);
    await settle();
    stops[i]?.();
    await settle();
    clock.advance(60_000);
  }
  await settle();
  giveUp.abort();
  await settle();
  stops[2]?.();
  assert.equal(await ending, 'cancelled');
});

test('footage of a recorder whose clock is some hours ahead is asked for; of days ahead there is none', async () => {
  const HOUR_MS = 3_600_000;
  const ask = async (aheadMs: number): Promise<string> => {
    const { clock, stops, settle, fetch } = setUp(aheadMs);
    const ending = fetch(new AbortController().signal, 0);
    await settle();
    clock.advance(SILENT_MS);
    await settle();
    stops[0]?.();
    return ending;
  };
  assert.deepEqual([await ask(8 * HOUR_MS), await ask(48 * HOUR_MS)], ['The device sends no video', 'No Record']);
});
