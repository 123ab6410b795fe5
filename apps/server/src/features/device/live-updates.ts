// Pushes what moved or changed state to the consoles that asked for it: once a second, the newest of each device, own groups only.
import {
  type LiveUpdate,
  p02LiveUpdates,
  p03ListChanged,
  p06LiveColumns,
  p07Strangers,
  toLiveColumns,
} from '@outrider/contract';
import { pushText, type ChannelSession } from '../../kernel/channel/channel.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { deviceJson, type DeviceRecord } from './record.ts';

/** What a connection asked for with P01. West, south, east, north in degrees. */
export type Interest =
  | { kind: 'all' }
  | { kind: 'bounds'; bounds: readonly [number, number, number, number] }
  | { kind: 'devices'; ids: ReadonlySet<string> };

export type LiveUpdatesKit = {
  clock: Clock;
  /** Also one that was dropped lately. */
  at: (deviceKey: number) => DeviceRecord | undefined;
  /** The number of the last change. */
  cursor: () => number;
  isVisible: (session: ChannelSession, device: DeviceRecord) => boolean;
  /** Whether it may be told of at all, also when it left. */
  maySee: (session: ChannelSession, device: DeviceRecord) => boolean;
  /** Names the list of who is at this connection. */
  token: (session: ChannelSession) => string;
};

const TICK_MS = 1000;
/** Edited devices that one push names; of more it says that they are many. */
const MOST_NAMED = 100;

/** `columns`: it takes updates as P06. `sinceChange`: later changes have reached it, or are owed. */
type Subscriber = {
  session: ChannelSession;
  interest: Interest;
  columns: boolean;
  sinceChange: number;
  owed: Set<number>;
  owedStrangers: Set<number>;
  owedEdited: Set<number>;
};

/** What one tick makes once for all who get it. */
type Tick = {
  changed: readonly number[];
  strangers: readonly number[];
  edited: readonly number[];
  updates: Map<number, LiveUpdate>;
  /** The texts of everything in `updates`, for who sees all of it, and of how many that was. */
  whole: { rows?: WholeText; columns?: WholeText };
};
type WholeText = { count: number; text: string };

export class LiveUpdates {
  private readonly kit: LiveUpdatesKit;
  private readonly subscribers = new Map<ChannelSession, Subscriber>();
  /** Connections whose end is heard of: once each, however often they ask. */
  private readonly followed = new WeakSet<ChannelSession>();
  private readonly changed = new Set<number>();
  private readonly strangers = new Set<number>();
  private readonly edited = new Set<number>();
  private timer: Timer | null = null;

  constructor(kit: LiveUpdatesKit) {
    this.kit = kit;
  }

  /** The last word of a connection counts; null ends it. */
  subscribe(session: ChannelSession, interest: Interest | null, columns = false): void {
    const known = this.subscribers.get(session);
    if (interest === null) {
      this.subscribers.delete(session);
      return;
    }
    const goesOn = known?.interest.kind === 'all';
    this.subscribers.set(session, {
      session,
      interest,
      columns,
      sinceChange: goesOn ? known.sinceChange : this.kit.cursor(),
      owed: known?.owed ?? new Set(),
      owedStrangers: known?.owedStrangers ?? new Set(),
      owedEdited: known?.owedEdited ?? new Set(),
    });
    this.follow(session);
  }

  /** Whether all that changed after this number has been told to this connection but sums and readings, or will be. */
  carries(session: ChannelSession, change: number): boolean {
    const subscriber = this.subscribers.get(session);
    return (
      subscriber !== undefined &&
      subscriber.columns &&
      subscriber.interest.kind === 'all' &&
      change >= subscriber.sinceChange
    );
  }

  touch(deviceKey: number): void {
    this.add(this.changed, deviceKey);
  }

  /** An unregistered device came or left. */
  stranger(deviceKey: number): void {
    this.add(this.strangers, deviceKey);
  }

  /** What is set for a device is other: names and order of channels are in no update. */
  edit(deviceKey: number): void {
    this.add(this.edited, deviceKey);
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

  /** Of one that has ended already this is told at once. */
  private follow(session: ChannelSession): void {
    if (this.followed.has(session)) return;
    this.followed.add(session);
    session.onClose(() => {
      this.followed.delete(session);
      this.subscribers.delete(session);
    });
  }

  private add(to: Set<number>, deviceKey: number): void {
    if (this.subscribers.size === 0) return;
    to.add(deviceKey);
    this.timer ??= this.kit.clock.after(TICK_MS, () => this.tick());
  }

  private tick(): void {
    this.timer = null;
    const tick: Tick = {
      // Neighbours of a list have neighbouring ids, which compress well.
      changed: [...this.changed].toSorted((a, b) => a - b),
      strangers: [...this.strangers],
      edited: [...this.edited],
      updates: new Map(),
      whole: {},
    };
    this.changed.clear();
    this.strangers.clear();
    this.edited.clear();
    let owing = false;
    for (const subscriber of this.subscribers.values()) {
      this.tellStrangers(subscriber, tick);
      this.tellUpdates(subscriber, tick);
      this.tellEdited(subscriber, tick);
      const { owed, owedStrangers, owedEdited } = subscriber;
      owing ||= [owed, owedStrangers, owedEdited].some(({ size }) => size > 0);
    }
    if (owing) this.timer ??= this.kit.clock.after(TICK_MS, () => this.tick());
  }

  /** Before the updates, so that they are of somebody known. */
  private tellStrangers(subscriber: Subscriber, { strangers }: Tick): void {
    const { session, owedStrangers } = subscriber;
    const rows: string[] = [];
    const sent = new Set<number>();
    for (const key of new Set([...owedStrangers, ...strangers])) {
      const device = this.kit.at(key);
      if (device === undefined || device.registered || !this.kit.maySee(session, device)) continue;
      rows.push(deviceJson(device));
      sent.add(key);
    }
    const taken = rows.length === 0 || session.push(`{"M":"${p07Strangers.code}","Z":[${rows.join(',')}]}`);
    subscriber.owedStrangers = taken ? new Set() : sent;
  }

  private tellEdited(subscriber: Subscriber, { edited }: Tick): void {
    const { session, owedEdited } = subscriber;
    const devices = [...new Set([...owedEdited, ...edited])]
      .flatMap((key) => this.kit.at(key) ?? [])
      .filter((device) => this.kit.isVisible(session, device));
    const I = devices.length > MOST_NAMED ? [] : devices.map(({ id }) => id);
    const push = { T: this.kit.token(session), I };
    const taken = devices.length === 0 || session.push(pushText(p03ListChanged, push));
    subscriber.owedEdited = taken ? new Set() : new Set(devices.map(({ key }) => key));
  }

  private tellUpdates(subscriber: Subscriber, tick: Tick): void {
    const { session, interest, owed } = subscriber;
    const keys = owed.size === 0 ? tick.changed : [...new Set([...owed, ...tick.changed])];
    const sent: number[] = [];
    const updates: LiveUpdate[] = [];
    for (const key of keys) {
      const device = this.kit.at(key);
      if (device === undefined || !wants(interest, device) || !this.kit.isVisible(session, device)) continue;
      let update = tick.updates.get(key);
      if (update === undefined) tick.updates.set(key, (update = updateOf(device)));
      updates.push(update);
      sent.push(key);
    }
    const taken = updates.length === 0 || session.push(this.textOf(subscriber, updates, tick));
    // Too much waits for this socket: it is owed the newest state of these, not each step.
    subscriber.owed = taken ? new Set() : new Set(sent);
  }

  /** Made once for all who see everything that changed, which are most in a large fleet. */
  private textOf({ columns, owed }: Subscriber, updates: readonly LiveUpdate[], { whole, updates: all }: Tick): string {
    const isWhole = owed.size === 0 && updates.length === all.size;
    const kind = columns ? 'columns' : 'rows';
    const known = whole[kind];
    if (isWhole && known?.count === updates.length) return known.text;
    const text = columns ? columnsText(updates, this.kit.clock.now()) : rowsText(updates);
    if (isWhole) whole[kind] = { count: updates.length, text };
    return text;
  }
}

/** The wire form is the inner form. */
const rowsText = (updates: readonly LiveUpdate[]): string => JSON.stringify({ M: p02LiveUpdates.code, Z: updates });

const columnsText = (updates: readonly LiveUpdate[], nowMs: number): string => {
  const T = Math.floor(nowMs / 1000);
  return JSON.stringify({ M: p06LiveColumns.code, T, Z: toLiveColumns(updates, T) });
};

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
