// Random streams: each viewer's sockets show channels that differ, move on after a while, and wait in words when none is left. Which
// channel is random-pick.ts; the pictures are the hub's.
import type { StreamState } from '@outrider/contract';
import type { LinkRegistry } from '../gateway/index.ts';
import type { Caller, SeenDevice, VideoAllowance } from '../kernel/access/access.ts';
import type { Bus } from '../kernel/bus.ts';
import type { Clock, Timer } from '../kernel/clock.ts';
import type { Hub, Seat } from './hub.ts';
import { channelKey, pickChannel, type PickedChannel } from './random-pick.ts';
import { stateMessage } from './state-message.ts';
import type { Viewer } from './subscriber.ts';
import type { WatchableDevices } from './watchable-devices.ts';

export type RandomKit = {
  clock: Clock;
  bus: Bus;
  hub: Pick<Hub, 'subscribe'>;
  links: LinkRegistry;
  devices: WatchableDevices;
  allowance: VideoAllowance;
  /** How long a stream stays on a channel. */
  dwellMs: number;
  /** 0 to below 1. */
  random: () => number;
};

/** What one socket wants: `full` is called with the reason when the server takes no further viewer. */
export type RandomOrder = { caller: Caller; viewer: Viewer; full: (error: unknown) => void };

/** A stream that found no channel looks again after so long. */
const LOOK_AGAIN_MS = 2000;
/** Streams that began together do not all change at once: each stays between 3/4 and 5/4 of the time. */
const SPREAD = 0.5;

/** Who counts as one viewer: a session, else an account at an address. */
const viewerOf = ({ sessionId, userId, address }: Caller): string => sessionId ?? `${userId}@${address}`;

class RandomWatch {
  current: PickedChannel | undefined;
  private readonly kit: RandomKit;
  private readonly order: RandomOrder;
  private readonly taken: Set<string>;
  private seat: Seat | undefined;
  private timer: Timer | undefined;
  private closed = false;
  private told = false;

  /** `taken` is shared by all streams of the viewer. */
  constructor(kit: RandomKit, order: RandomOrder, taken: Set<string>) {
    this.kit = kit;
    this.order = order;
    this.taken = taken;
    this.move();
  }

  choose(stream: 'main' | 'sub'): void {
    this.order.viewer.stream = this.seat === undefined ? stream : this.order.viewer.stream;
    this.seat?.choose(stream);
  }

  /** Whose it is. */
  get userId(): number {
    return this.order.caller.userId;
  }

  /** What it shows may be gone: moves on if it is. */
  check(): void {
    if (this.current !== undefined && !this.watchable(this.current)) this.move();
  }

  close(): void {
    this.closed = true;
    this.timer?.cancel();
    this.leave();
  }

  private watchable({ deviceId, deviceKey, channel }: PickedChannel): boolean {
    const device = this.lookUp(deviceId);
    return device?.deviceKey === deviceKey && device.channels.includes(channel);
  }

  /** A device that is online and within the caller's reach. */
  private readonly lookUp = (deviceId: string): SeenDevice | undefined => {
    const { devices, links, allowance } = this.kit;
    const { caller } = this.order;
    const found = devices.find(caller, deviceId);
    if (found?.registered !== true || !found.hasLive || links.get(found.deviceKey) === undefined) return undefined;
    return allowance.refusal(caller, found.deviceKey) === undefined ? found : undefined;
  };

  /** On to another channel; stays where it is when there is no other. */
  private move(): void {
    if (this.hasEnded()) return;
    this.timer?.cancel();
    const { clock, devices, random, dwellMs } = this.kit;
    const ids = devices.visible(this.order.caller).map(({ id }) => id);
    const next = pickChannel(ids, this.lookUp, this.taken, random);
    if (next !== undefined) this.show(next);
    else if (this.current !== undefined && !this.watchable(this.current)) this.leave();
    if (this.hasEnded()) return; // the server is full: its socket is being closed
    if (this.current === undefined && !this.told) this.tellNone();
    const waitMs = this.current === undefined ? LOOK_AGAIN_MS : dwellMs * (1 + (random() - 0.5) * SPREAD);
    this.timer = clock.after(waitMs, () => this.move());
  }

  /** Asked again each time: showing a channel may end it. */
  private hasEnded(): boolean {
    return this.closed;
  }

  private show(next: PickedChannel): void {
    this.leave();
    this.current = next;
    this.taken.add(channelKey(next));
    this.told = false;
    try {
      this.seat = this.kit.hub.subscribe(next, this.order.viewer);
    } catch (error) {
      this.close();
      this.order.full(error);
    }
  }

  private leave(): void {
    this.seat?.leave();
    this.seat = undefined;
    if (this.current !== undefined) this.taken.delete(channelKey(this.current));
    this.current = undefined;
  }

  private tellNone(): void {
    this.told = true;
    const { viewer } = this.order;
    const nowMs = this.kit.clock.now();
    const message = this.taken.size === 0 ? 'No channel is online' : 'No further channel is online';
    const state: StreamState = { state: 'offline', stream: viewer.stream, message, sinceMs: nowMs };
    viewer.socket.write(stateMessage(state, nowMs));
  }
}

/** All random streams of the server. */
export class RandomWatches {
  private readonly kit: RandomKit;
  private readonly watches = new Set<RandomWatch>();
  private readonly takenBy = new Map<string, { taken: Set<string>; streams: number }>();
  private readonly unsubscribe: (() => void)[];

  constructor(kit: RandomKit) {
    this.kit = kit;
    const checkAll = (): void => {
      for (const watch of this.watches) watch.check();
    };
    this.unsubscribe = [
      kit.bus.subscribe('link.offline', ({ deviceKey }) => {
        for (const watch of this.watches) if (watch.current?.deviceKey === deviceKey) watch.check();
      }),
      kit.bus.subscribe('devices.relisted', checkAll),
      kit.bus.subscribe('device.edited', ({ deviceKey }) => {
        for (const watch of this.watches) if (watch.current?.deviceKey === deviceKey) watch.check();
      }),
      kit.bus.subscribe('data.limit', checkAll),
      kit.bus.subscribe('sight.changed', ({ userIds }) => {
        for (const watch of this.watches) if (userIds.includes(watch.userId)) watch.check();
      }),
    ];
  }

  /** A seat that changes its stream by itself; leave it exactly once. */
  begin(order: RandomOrder): Seat {
    const viewer = viewerOf(order.caller);
    const known = this.takenBy.get(viewer) ?? { taken: new Set<string>(), streams: 0 };
    this.takenBy.set(viewer, known);
    known.streams += 1;
    const watch = new RandomWatch(this.kit, order, known.taken);
    this.watches.add(watch);
    return {
      choose: (stream) => watch.choose(stream),
      leave: () => {
        if (!this.watches.delete(watch)) return;
        watch.close();
        known.streams -= 1;
        if (known.streams === 0) this.takenBy.delete(viewer);
      },
    };
  }

  close(): void {
    for (const end of this.unsubscribe) end();
    for (const watch of this.watches) watch.close();
    this.watches.clear();
    this.takenBy.clear();
  }
}
