// A queue of orders on a database of its own, whose devices do what a test says.
import type { TestContext } from 'node:test';
import { AppError } from '@outrider/contract';
import { z } from 'zod';
import type { DeviceLink } from '../../gateway/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { OpenDatabase } from '../../kernel/storage/db.ts';
import type { Asked } from './desk.ts';
import type { OrderKind } from './kind.ts';
import { OrderQueue } from './queue.ts';
import { createDeviceOrderStore } from './store.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const nobody = (): Promise<never> => Promise.reject(new Error('only orders are asked for here'));
const linkOf = (deviceKey: number): DeviceLink => ({
  linkId: 1,
  deviceKey,
  deviceId: `D${deviceKey}`,
  protocol: 'JT/T 808-2013',
  transport: 'tcp',
  serverAddress: '127.0.0.1',
  livePort: 6078,
  remoteAddress: '192.0.2.1',
  connectedMs: 0,
  counts: { heartbeats: 0, others: 0, receivedMs: 0, sentMs: 0 },
  remotePort: 1,
  terminalId: `${deviceKey}`,
  startLive: nobody,
  startTalk: nobody,
  listRecords: nobody,
  startPlayback: nobody,
  startUpload: nobody,
  sendFirmware: () => {
    throw new Error('only orders are asked for here');
  },
  order: nobody,
  close: () => undefined,
});

type Sent = { deviceKey: number; what: string; answer: (with_?: Error) => void };

type Send = (link: DeviceLink, what: string) => Promise<string>;
/** A set of values, merged by name, as parameters are. */
const values = z.record(z.string(), z.number());

const kindsOf = (send: Send) => {
  const text: OrderKind<{ text: string }> = {
    name: 'text',
    payload: z.object({ text: z.string() }),
    keptMs: HOUR_MS,
    again: true,
    detail: ({ text: said }) => said,
    send: (link, { text: said }) => send(link, said),
  };
  const reboot: OrderKind<object> = {
    name: 'reboot',
    payload: z.object({}),
    keptMs: HOUR_MS,
    again: false,
    endsLink: true,
    merge: (_older, newer) => newer,
    detail: () => '',
    send: (link) => send(link, 'reboot'),
  };
  const set: OrderKind<z.output<typeof values>> = {
    name: 'photo',
    payload: values,
    keptMs: HOUR_MS,
    again: true,
    merge: (older, newer) => ({ ...older, ...newer }),
    detail: (payload) => Object.keys(payload).join(),
    send: (link, payload) => send(link, JSON.stringify(payload)),
  };
  return { text, reboot, set };
};

const asking = <P>(payload: P, kept = true, deviceKey = 1) => ({
  device: { deviceKey, deviceId: `D${deviceKey}` },
  userName: 'ann',
  payload,
  kept,
});
/** Lets everything happen that needs no time. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 60; i += 1) await new Promise(setImmediate);
};

export const queueScene = async (t: TestContext, opened: OpenDatabase, bus: Bus) => {
  const clock = createManualClock();
  const store = createDeviceOrderStore(opened.db);
  const links = new Map<number, DeviceLink>();
  const sent: Sent[] = [];
  const send = ({ deviceKey }: DeviceLink, what: string): Promise<string> =>
    new Promise((resolve, reject) => {
      sent.push({ deviceKey, what, answer: (error) => (error === undefined ? resolve('ok') : reject(error)) });
    });
  const { text, reboot, set } = kindsOf(send);
  const log = silentLog;
  const queue = await OrderQueue.open({
    store,
    bus,
    clock,
    log,
    links: { get: (key) => links.get(key), count: () => links.size },
    synced: () => Promise.resolve(),
  });
  const desks = { text: queue.kind(text), reboot: queue.kind(reboot), set: queue.kind(set) };
  t.after(async () => {
    await queue.close();
    await opened.close();
  });
  const arrive = (deviceKey: number): void => {
    links.set(deviceKey, linkOf(deviceKey));
    const about = { linkId: 1, protocol: '', transport: 'tcp' as const, remoteAddress: '', atMs: clock.now() };
    bus.publish('link.online', { deviceKey, deviceId: `D${deviceKey}`, ...about });
  };
  const told = (deviceKey = 1): string[] => sent.filter((one) => one.deviceKey === deviceKey).map(({ what }) => what);
  const states = async (): Promise<unknown[]> => {
    await settle();
    const rows = await store.read(99_999, 99);
    return rows.toReversed().map(({ state, outcome, tries }) => [state, outcome, tries]);
  };
  return { opened, clock, store, queue, links, sent, desks, asking, settle, arrive, told, states };
};
/** What an order came to, or the code of its failure. */
export const resultOf = async (asked: Promise<Asked>): Promise<string> => {
  try {
    return (await asked).result;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};
export const silent = new AppError('device_timeout', 'The device did not answer');
