// Random streams: each viewer's sockets show channels that differ, move on after a while, and wait in words when none is left. Which
// channel is random-pick.ts; the pictures are the hub's.
import type { StreamState } from '@outrider/contract';
import type { DeviceLink, LinkRegistry } from '../gateway/index.ts';
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
  hub: Pick<Hub, 'subscribe' | 'wait'>;
  links: LinkRegistry & { all(): Iterable<Pick<DeviceLink, 'deviceKey'>> };
  devices: Pick<WatchableDevices, 'findByKey'>;
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
/** What one stream of a viewer did not find its others do not look for so long. */
const NONE_FOR_MS = LOOK_AGAIN_MS / 2;
/** Streams that began together do not all change at once: each stays between 3/4 and 5/4 of the time. */
const SPREAD = 0.5;

/** Who counts as one viewer: a session, else an account at an address. */
const viewerOf = ({ sessionId, userId, address }: Caller): string => sessionId ?? `${userId}@${address}`;

/** What the streams of one viewer share. */
class ViewerStreams {
  /** Channels that one of them shows. */
  readonly taken = new Set<string>();
  count = 0;
  private noneUntilMs = -1;

  hasNone(nowMs: number): boolean {
    return nowMs < this.noneUntilMs;
  }

  foundNone(nowMs: number): void {
    this.noneUntilMs = nowMs + NONE_FOR_MS;
  }

  take(channel: PickedChannel): void {
    this.taken.add(channelKey(channel));
  }

  free(channel: PickedChannel): void {
    this.taken.delete(channelKey(channel));
    this.noneUntilMs = -1;
  }
}

class RandomWatch {
  current: PickedChannel | undefined;
  private readonly kit: RandomKit;
  private readonly order: RandomOrder;
  private readonly own: ViewerStreams;
  private seat: Seat | undefined;
  /** Ends the counting of a stream that waits for a channel. */
  private endWait: (() => void) | undefined;
  private timer: Timer | undefined;
  private closed = false;
  private told = false;

  constructor(kit: RandomKit, order: RandomOrder, own: ViewerStreams) {
    this.kit = kit;
    this.order = order;
    this.own = own;
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
    this.endWait?.();
  }

  private watchable({ deviceId, deviceKey, channel }: PickedChannel): boolean {
    const device = this.lookUp(deviceKey);
    return device?.deviceId === deviceId && device.channels.includes(channel);
  }

  /** A device that is online and within the caller's reach. */
  private readonly lookUp = (deviceKey: number): SeenDevice | undefined => {
    const { devices, links, allowance } = this.kit;
    const { caller } = this.order;
    if (links.get(deviceKey) === undefined) return undefined;
    const found = devices.findByKey(caller, deviceKey);
    if (found?.registered !== true || !found.hasLive) return undefined;
    return allowance.refusal(caller, deviceKey) === undefined ? found : undefined;
  };

  private pick(): PickedChannel | undefined {
    const { clock, links, random } = this.kit;
    const nowMs = clock.monotonic();
    if (this.own.hasNone(nowMs)) return undefined;
    const online = Array.from(links.all(), ({ deviceKey }) => deviceKey);
    const found = pickChannel(online, this.lookUp, this.own.taken, random);
    if (found === undefined) this.own.foundNone(nowMs);
    return found;
  }

  /** On to another channel; stays where it is when there is no other. */
  private move(): void {
    if (this.hasEnded()) return;
    this.timer?.cancel();
    const { clock, random, dwellMs } = this.kit;
    const next = this.pick();
    if (next !== undefined) this.show(next);
    else if (this.current !== undefined && !this.watchable(this.current)) this.leave();
    if (this.current === undefined) this.wait();
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
    this.endWait?.();
    this.endWait = undefined;
    this.current = next;
    this.own.take(next);
    this.told = false;
    this.sit(() => {
      this.seat = this.kit.hub.subscribe(next, this.order.viewer);
    });
  }

  /** Without a channel it counts all the same: it looks for one again and again. */
  private wait(): void {
    if (this.closed || this.endWait !== undefined) return;
    this.sit(() => {
      this.endWait = this.kit.hub.wait(this.userId);
    });
  }

  private sit(down: () => void): void {
    try {
      down();
    } catch (error) {
      this.close();
      this.order.full(error);
    }
  }

  private leave(): void {
    this.seat?.leave();
    this.seat = undefined;
    if (this.current !== undefined) this.own.free(this.current);
    this.current = undefined;
  }

  private tellNone(): void {
    this.told = true;
    const { viewer } = this.order;
    const nowMs = this.kit.clock.now();
    const message = this.own.taken.size === 0 ? 'No channel is online' : 'No further channel is online';
    const state: StreamState = { state: 'offline', stream: viewer.stream, message, sinceMs: nowMs };
    viewer.socket.write(stateMessage(state, nowMs));
  }
}

/** All random streams of the server. */
export class RandomWatches {
  private readonly kit: RandomKit;
  private readonly watches = new Set<RandomWatch>();
  private readonly viewers = new Map<string, ViewerStreams>();
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
    const own = this.viewers.get(viewer) ?? new ViewerStreams();
    this.viewers.set(viewer, own);
    own.count += 1;
    const watch = new RandomWatch(this.kit, order, own);
    this.watches.add(watch);
    return {
      choose: (stream) => watch.choose(stream),
      leave: () => {
        if (!this.watches.delete(watch)) return;
        watch.close();
        own.count -= 1;
        if (own.count === 0) this.viewers.delete(viewer);
      },
    };
  }

  close(): void {
    for (const end of this.unsubscribe) end();
    for (const watch of this.watches) watch.close();
    this.watches.clear();
    this.viewers.clear();
  }
}
