// All live streams: one upstream request per channel whatever the number of viewers. Ends what nobody watches, after the grace of stream-state.ts.
import { AppError, type StreamStatus } from '@outrider/contract';
import type { LinkRegistry } from '../gateway/index.ts';
import type { Bus } from '../kernel/bus.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { WorkMeters } from '../kernel/work/work-meters.ts';
import { StartGate } from './start-gate.ts';
import type { RecordingTap } from './recording-tap.ts';
import { Stream, type StreamKit, type StreamSource } from './stream.ts';
import type { Subscriber, Viewer } from './subscriber.ts';
import type { WatchableDevices } from './watchable-devices.ts';

export type HubKit = {
  clock: Clock;
  bus: Bus;
  log: Log;
  links: LinkRegistry;
  devices: Pick<WatchableDevices, 'hasSound'>;
  limits: { viewers: number; viewersPerUser: number };
  meters?: WorkMeters;
};

/** A seat at a stream: leave it exactly once. */
export type Seat = { choose(stream: 'main' | 'sub'): void; leave(): void };

export class Hub {
  private readonly kit: HubKit;
  private readonly streamKit: StreamKit;
  private readonly streams = new Map<string, Stream>();
  private readonly unsubscribe: (() => void)[];
  private viewers = 0;
  /** Bytes sent to viewers that have left, and the last sample of the total, from which the upload rate is taken. */
  private departedBytes = 0;
  private sample = { atMs: 0, total: 0, rate: 0 };
  private readonly viewersByUser = new Map<number, number>();

  constructor(kit: HubKit) {
    this.kit = kit;
    this.streamKit = {
      clock: kit.clock,
      log: kit.log,
      links: kit.links,
      gate: new StartGate(kit.clock),
      hasSound: (...asked) => kit.devices.hasSound(...asked),
      ...(kit.meters && { fanOut: kit.meters['frame fan-out'] }),
    };
    this.unsubscribe = [
      kit.bus.subscribe('link.online', ({ deviceKey }) => this.linkChanged(deviceKey, true)),
      kit.bus.subscribe('link.offline', ({ deviceKey }) =>
        this.linkChanged(deviceKey, kit.links.get(deviceKey) !== undefined),
      ),
    ];
  }

  /** Throws AppError limit_reached when the server or the user has too many open viewers. */
  subscribe(source: StreamSource, viewer: Viewer): Seat {
    this.checkLimits(viewer.userId);
    const stream = this.streamOf(source);
    const subscriber = stream.join(viewer);
    const askedMs = this.kit.clock.now();
    this.tell(source, viewer, 'Liveview ask', askedMs);
    this.count(viewer.userId, 1);
    let seated = true;
    return {
      choose: (choice) => stream.choose(subscriber, choice),
      leave: () => {
        if (!seated) return;
        seated = false;
        this.count(viewer.userId, -1);
        this.departedBytes += subscriber.sentBytes;
        stream.leave(subscriber);
        this.tell(source, viewer, 'Liveview end', askedMs);
      },
    };
  }

  /** A viewer that waits for a channel counts like one that has it. Throws as `subscribe`. Gives the end. */
  wait(userId: number): () => void {
    this.checkLimits(userId);
    this.count(userId, 1);
    let waiting = true;
    return () => {
      if (waiting) this.count(userId, -1);
      waiting = false;
    };
  }

  /** Keeps the stream of a channel running for a recording and hands it every whole frame. Gives the end. */
  record(source: StreamSource, tap: RecordingTap): () => void {
    return this.streamOf(source).record(tap);
  }

  /** Who watches what. Rates in bytes per second; the version is the protocol of the device's link. */
  status(maySee: (deviceKey: number) => boolean): Omit<StreamStatus, 'hddBps'> {
    const devices = new Map<number, StreamStatus['devices'][number]>();
    for (const stream of this.streams.values()) {
      const { deviceKey, deviceId, channel } = stream.source;
      const users = [...stream.viewers()].map((s) => userRow(s, channel));
      if (users.length === 0 || !maySee(deviceKey)) continue;
      const link = this.kit.links.get(deviceKey);
      const known = devices.get(deviceKey) ?? {
        deviceid: deviceId,
        version: link?.protocol ?? '',
        arrivedTime: link?.connectedMs ?? 0,
        users: [],
      };
      known.users.push(...users);
      devices.set(deviceKey, known);
    }
    return { ...this.rates(), devices: [...devices.values()] };
  }

  /** By device the channels of which video comes, or is asked for. */
  channels(): Map<number, Set<number>> {
    const open = new Map<number, Set<number>>();
    for (const { source } of this.streams.values()) {
      const known = open.get(source.deviceKey) ?? new Set();
      open.set(source.deviceKey, known.add(source.channel));
    }
    return open;
  }

  metrics(): Record<string, number> {
    const all = [...this.streams.values()];
    const { uploadBps, downloadBps } = this.rates();
    const dropped = all.reduce((n, s) => n + [...s.viewers()].reduce((m, v) => m + v.dropped, 0), 0);
    return {
      streams: all.length,
      streams_recorded: all.filter((stream) => stream.recorded).length,
      viewers: this.viewers,
      frames_dropped_now: dropped,
      upload_bytes_per_second: uploadBps,
      download_bytes_per_second: downloadBps,
    };
  }

  async close(): Promise<void> {
    for (const end of this.unsubscribe) end();
    await Promise.allSettled([...this.streams.values()].map((stream) => stream.close()));
    this.streams.clear();
  }

  private tell(source: StreamSource, viewer: Viewer, type: 'Liveview ask' | 'Liveview end', askedMs: number): void {
    const { userName } = viewer;
    this.kit.bus.publish('stream.asked', {
      ...source,
      userName,
      entrance: 'Web',
      type,
      askedMs,
      atMs: this.kit.clock.now(),
    });
  }

  private streamOf(source: StreamSource): Stream {
    const key = `${source.deviceKey}:${source.channel}`;
    return this.streams.get(key) ?? this.open(key, source);
  }

  private open(key: string, source: StreamSource): Stream {
    const stream = new Stream(this.streamKit, source, () => {
      if (this.streams.get(key) === stream) this.streams.delete(key);
    });
    this.streams.set(key, stream);
    return stream;
  }

  private linkChanged(deviceKey: number, online: boolean): void {
    for (const stream of this.streams.values()) if (stream.source.deviceKey === deviceKey) stream.linkChanged(online);
  }

  private rates(): { uploadBps: number; downloadBps: number } {
    let downloadBps = 0;
    let total = this.departedBytes;
    for (const stream of this.streams.values()) {
      downloadBps += stream.received.perSecond();
      for (const viewer of stream.viewers()) total += viewer.sentBytes;
    }
    const atMs = this.kit.clock.monotonic();
    const elapsedMs = atMs - this.sample.atMs;
    if (elapsedMs >= 1000)
      this.sample = { atMs, total, rate: Math.round(((total - this.sample.total) * 1000) / elapsedMs) };
    return { downloadBps, uploadBps: this.sample.rate };
  }

  private checkLimits(userId: number): void {
    const { viewers, viewersPerUser } = this.kit.limits;
    if (this.viewers >= viewers) throw new AppError('limit_reached', `The server has ${viewers} open viewers already`);
    if ((this.viewersByUser.get(userId) ?? 0) >= viewersPerUser) {
      throw new AppError('limit_reached', `This account has ${viewersPerUser} open viewers already`);
    }
  }

  private count(userId: number, change: 1 | -1): void {
    this.viewers += change;
    const left = (this.viewersByUser.get(userId) ?? 0) + change;
    if (left > 0) this.viewersByUser.set(userId, left);
    else this.viewersByUser.delete(userId);
  }
}

const userRow = (subscriber: Subscriber, channel: number): StreamStatus['devices'][number]['users'][number] => {
  const { viewer } = subscriber;
  return {
    type: `live ch${channel} ${viewer.stream}`,
    user: viewer.userName,
    ip: viewer.address,
    port: viewer.port,
    arrivedTime: viewer.openedMs,
  };
};
