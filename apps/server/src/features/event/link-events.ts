// Events of links: on line, off line, another address. Facts are the links themselves; what was last announced of each device is stored with
// its event, so that a device that went with a killed server is off line after the next start.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventSources } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { EventDevice } from './event-push.ts';
import { SERVER_RESTARTED } from './link-end.ts';
import type { EventStore, EventTransaction, StoredEvent } from './store.ts';

export type LinkEventsKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  store: EventStore;
  device: (deviceKey: number) => EventDevice | undefined;
};

type LinkChange = { deviceKey: number; online: boolean; text: string; atMs: number };
type Stored = StoredEvent & { serialno: number };

const ONLINE = 0;
const ADDRESS_CHANGED = 1;
export const OFFLINE = 3;
const RETRY_MS = 5000;
const CHANGES_AT_ONCE = 32;
/** While nothing can be stored changes wait; above it the newest are counted and left out: the next link of a device tells again. */
const MAX_WAITING = 100_000;

export class LinkEvents {
  stored = 0;
  dropped = 0;
  private readonly kit: LinkEventsKit;
  private readonly waiting: LinkChange[] = [];
  private readonly retry: Timer;
  private started = false;
  private failing = false;
  private storing = false;
  private closed = false;
  private work: Promise<void> = Promise.resolve();

  constructor(kit: LinkEventsKit) {
    this.kit = kit;
    this.retry = kit.clock.every(RETRY_MS, () => this.store());
  }

  /** `connected`: the devices that have a link by now. All others went with the server that ran before. */
  async start(connected: readonly { deviceKey: number; address: string; atMs: number }[]): Promise<void> {
    const atMs = this.kit.clock.now();
    const before = await this.kit.store.onlineDevices();
    const ended = before.map((deviceKey) => ({ deviceKey, online: false, text: SERVER_RESTARTED, atMs }));
    const begun = connected.map(({ address, ...link }) => ({ ...link, online: true, text: address }));
    this.waiting.splice(0, 0, ...ended, ...begun);
    this.started = true;
    this.store();
  }

  online(deviceKey: number, address: string, atMs: number): void {
    this.add({ deviceKey, online: true, text: address, atMs });
  }

  offline(deviceKey: number, reason: string, atMs: number): void {
    this.add({ deviceKey, online: false, text: reason, atMs });
  }

  /** What waits is stored if it can be. */
  async close(): Promise<void> {
    this.closed = true;
    this.retry.cancel();
    await this.work;
  }

  private add(change: LinkChange): void {
    if (this.waiting.length >= MAX_WAITING) this.dropped += 1;
    else this.waiting.push(change);
    this.store();
  }

  private store(): void {
    if (this.storing || this.closed || !this.started) return;
    this.storing = true;
    this.work = this.storeAll().then(
      () => {
        this.storing = false;
        this.failing = false;
      },
      (err: unknown) => {
        this.storing = false;
        if (!this.failing) this.kit.log.error('events of links not stored, tried again later', { err });
        this.failing = true;
      },
    );
  }

  private async storeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const changes = this.waiting.slice(0, CHANGES_AT_ONCE);
      const events = await this.kit.store.transaction(async (transaction) => {
        const stored: Stored[] = [];
        for (const change of changes) stored.push(...(await this.storeOne(transaction, change)));
        return stored;
      });
      this.waiting.splice(0, changes.length);
      this.stored += events.length;
      for (const { serialno, deviceKey, code, deviceMs, alarmSign, attachments } of events)
        this.kit.bus.publish('event.stored', { serialno, deviceKey, code, deviceMs, alarmSign, attachments });
      await nextTurn();
    }
  }

  private async storeOne(transaction: EventTransaction, change: LinkChange): Promise<Stored[]> {
    const { deviceKey, online, text, atMs } = change;
    if (this.kit.device(deviceKey)?.registered !== true) return [];
    const before = await transaction.link(deviceKey);
    await transaction.saveLink(deviceKey, { online, address: online ? text : (before?.address ?? '') });
    const codes = online ? [ONLINE] : [OFFLINE];
    if (online && before !== undefined && before.address !== '' && before.address !== text) codes.push(ADDRESS_CHANGED);
    const stored: Stored[] = [];
    for (const code of codes) {
      const event = linkEvent(deviceKey, code, text, atMs);
      const { serialno } = await transaction.add(event);
      if (serialno > 0) stored.push({ ...event, serialno });
    }
    return stored;
  }
}

const linkEvent = (deviceKey: number, code: number, note: string, atMs: number): StoredEvent => ({
  deviceKey,
  code,
  note,
  deviceMs: atMs,
  receivedMs: atMs,
  lat: null,
  lng: null,
  speedKmh: 0,
  sourceType: eventSources.realTime,
  origin: null,
  alarmSign: null,
  attachments: 0,
});
