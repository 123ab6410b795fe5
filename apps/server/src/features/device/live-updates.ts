// Pushes what moved or changed state to the consoles that asked for it: once a second, the newest of each device, own groups only.
import { p02LiveUpdates, p03ListChanged, type LiveUpdate } from '@outrider/contract';
import { pushText, type ChannelSession } from '../../kernel/channel/channel.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { DeviceRecord } from './record.ts';

/** What a connection asked for with P01. West, south, east, north in degrees. */
export type Interest =
  | { kind: 'all' }
  | { kind: 'bounds'; bounds: readonly [number, number, number, number] }
  | { kind: 'devices'; ids: ReadonlySet<string> };

export type LiveUpdatesKit = {
  clock: Clock;
  at: (deviceKey: number) => DeviceRecord | undefined;
  isVisible: (session: ChannelSession, device: DeviceRecord) => boolean;
  /** Names the list of who is at this connection. */
  token: (session: ChannelSession) => string;
};

const TICK_MS = 1000;

type Subscriber = { session: ChannelSession; interest: Interest; owed: Set<number> };

export class LiveUpdates {
  private readonly kit: LiveUpdatesKit;
  private readonly subscribers = new Map<ChannelSession, Subscriber>();
  private readonly changed = new Set<number>();
  private timer: Timer | null = null;

  constructor(kit: LiveUpdatesKit) {
    this.kit = kit;
  }

  /** The last word of a connection counts; null ends it. */
  subscribe(session: ChannelSession, interest: Interest | null): void {
    const known = this.subscribers.get(session);
    if (interest === null) {
      this.subscribers.delete(session);
      return;
    }
    if (known === undefined) session.onClose(() => this.subscribers.delete(session));
    this.subscribers.set(session, { session, interest, owed: known?.owed ?? new Set() });
  }

  touch(deviceKey: number): void {
    if (this.subscribers.size === 0) return;
    this.changed.add(deviceKey);
    this.timer ??= this.kit.clock.after(TICK_MS, () => this.tick());
  }

  /** The lists of these accounts are made again, or everybody's. */
  relisted(userIds?: readonly number[]): void {
    for (const { session } of this.subscribers.values())
      if (userIds === undefined || userIds.includes(session.caller.userId))
        session.push(pushText(p03ListChanged, { T: this.kit.token(session) }));
  }

  close(): void {
    this.timer?.cancel();
    this.subscribers.clear();
  }

  /** The JSON of a device is made once and shared by all who get it. */
  private tick(): void {
    this.timer = null;
    const json = new Map<number, string>();
    let owing = false;
    for (const subscriber of this.subscribers.values()) {
      const parts: string[] = [];
      const sent: number[] = [];
      for (const key of new Set([...subscriber.owed, ...this.changed])) {
        const device = this.kit.at(key);
        if (
          device === undefined ||
          !wants(subscriber.interest, device) ||
          !this.kit.isVisible(subscriber.session, device)
        )
          continue;
        let part = json.get(key);
        if (part === undefined) {
          part = JSON.stringify(updateOf(device)); // the wire form is the inner form
          json.set(key, part);
        }
        parts.push(part);
        sent.push(key);
      }
      const taken =
        parts.length === 0 || subscriber.session.push(`{"M":"${p02LiveUpdates.code}","Z":[${parts.join(',')}]}`);
      // Too much waits for this socket: it is owed the newest state of these, not each step.
      subscriber.owed = taken ? new Set() : new Set(sent);
      owing ||= !taken;
    }
    this.changed.clear();
    if (owing) this.timer ??= this.kit.clock.after(TICK_MS, () => this.tick());
  }
}

const updateOf = ({ id, link, position, fix }: DeviceRecord): LiveUpdate => {
  const update: LiveUpdate = { i: id, s: link === null ? 0 : 1, a: position?.alarm ?? 0 };
  if (fix === null) return update;
  return {
    ...update,
    la: fix.latitude,
    ln: fix.longitude,
    v: fix.speedKmh,
    d: fix.headingDeg,
    t: fix.timeMs ?? fix.receivedMs,
  };
};

const wants = (interest: Interest, device: DeviceRecord): boolean => {
  switch (interest.kind) {
    case 'all':
      return true;
    case 'devices':
      return interest.ids.has(device.id);
    case 'bounds':
      return device.fix !== null && isInside(interest.bounds, device.fix.latitude, device.fix.longitude);
  }
};

/** West above east crosses the date line. */
const isInside = (
  [west, south, east, north]: readonly [number, number, number, number],
  lat: number,
  lng: number,
): boolean => {
  if (lat < south || lat > north) return false;
  return west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
};
