// Which channels are recorded now: one channel recorder for each, begun when its device connects, ended when it leaves or its
// settings change. How a channel is written is channel-recorder.ts.
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { RecordingTap, StreamSource } from '../../media/index.ts';
import { ChannelRecorder, type ChannelKit } from './channel-recorder.ts';
import type { RecordableDevice, RecordSettings } from '../device/index.ts';
import { type PlannedChannel, plannedChannels } from './plan.ts';

export type RecorderKit = Omit<ChannelKit, 'changed'> & {
  bus: Bus;
  links: LinkRegistry;
  device: (deviceKey: number) => RecordableDevice | undefined;
  deviceKeys: () => Iterable<number>;
  settingsOf: (deviceKey: number) => RecordSettings;
  record: (source: StreamSource, tap: RecordingTap) => () => void;
};

/** Each channel writes so often. */
const TICK_MS = 500;
/** Not all in one go: in so many groups, one after the other. */
const TURNS = 5;

/** A recording that is being closed, and when that is done. */
type Ending = { recorder: ChannelRecorder; ended: Promise<void> };
type DeviceState = { recording: boolean; error: boolean; errors: number };

export class Recorder {
  private readonly kit: RecorderKit;
  private readonly channels = new Map<number, Map<number, ChannelRecorder>>();
  /** Errors of channels that are recorded no longer. */
  private readonly pastErrors = new Map<number, number>();
  private readonly told = new Map<number, DeviceState>();
  /** Recordings that are being closed, by channel. */
  private readonly ending = new Map<string, Ending>();
  private readonly stops: (() => void)[];
  private errors = 0;

  constructor(kit: RecorderKit) {
    this.kit = kit;
    const { bus, clock, links } = kit;
    let turn = 0;
    const ticking = clock.every(TICK_MS / TURNS, () => {
      turn = (turn + 1) % TURNS;
      for (const [i, channel] of this.all().entries()) if (i % TURNS === turn) channel.tick();
    });
    this.stops = [
      bus.subscribe('link.online', ({ deviceKey }) => this.consider(deviceKey)),
      bus.subscribe('link.offline', ({ deviceKey }) => {
        if (links.get(deviceKey) === undefined) this.consider(deviceKey);
      }),
      bus.subscribe('devices.relisted', () => this.considerAll()),
      bus.subscribe('device.edited', ({ deviceKey }) => this.consider(deviceKey)),
      () => ticking.cancel(),
    ];
  }

  /** Begins and ends channels so that what the device's settings ask for is recorded. */
  consider(deviceKey: number): void {
    const device = this.kit.device(deviceKey);
    const online = this.kit.links.get(deviceKey) !== undefined;
    const wanted =
      device === undefined || !device.registered || !online
        ? []
        : plannedChannels(this.kit.settingsOf(deviceKey), device);
    const now = this.channels.get(deviceKey) ?? new Map<number, ChannelRecorder>();
    for (const [channel, recorder] of now) {
      if (wanted.some((each) => each.channel === channel && each.stream === recorder.stream)) continue;
      now.delete(channel);
      this.pastErrors.set(deviceKey, (this.pastErrors.get(deviceKey) ?? 0) + recorder.errors);
      this.end(recorder);
    }
    for (const each of wanted) {
      const known = now.get(each.channel);
      if (known !== undefined) known.sound = each.sound;
      else if (device !== undefined) now.set(each.channel, this.begin(device, each));
    }
    if (now.size > 0) this.channels.set(deviceKey, now);
    else this.channels.delete(deviceKey);
    this.tell(deviceKey);
  }

  /** Devices were registered or removed. */
  considerAll(): void {
    for (const deviceKey of this.kit.deviceKeys()) {
      if (this.kit.links.get(deviceKey) !== undefined || this.channels.has(deviceKey)) this.consider(deviceKey);
    }
  }

  all(): ChannelRecorder[] {
    return [...this.channels.values()].flatMap((channels) => [...channels.values()]);
  }

  /** Who writes the channel now. One that is being closed still does, and who follows it begins after that. */
  at(deviceKey: number, channel: number): ChannelRecorder | undefined {
    const closing = this.ending.get(nameOf({ deviceKey, channel }))?.recorder;
    return closing !== undefined && closing.open !== null ? closing : this.channels.get(deviceKey)?.get(channel);
  }

  /** Closes what is written of a device now, so that nothing of it is in the making; also what is being closed already. */
  async endSegments(deviceKey: number): Promise<void> {
    const own = [...this.ending].filter(([name]) => name.startsWith(`${deviceKey}:`)).map(([, { ended }]) => ended);
    const now = [...(this.channels.get(deviceKey)?.values() ?? [])].map((channel) => channel.endSegment());
    await Promise.all([...own, ...now]);
  }

  /** Closes what is written in folders that may not be written any more. */
  async leaveSlots(): Promise<void> {
    const { slots } = this.kit;
    const there = this.all().filter(({ open }) => open !== null && !slots.mayWrite(open.slot));
    await Promise.all(there.map((channel) => channel.endSegment()));
  }

  metrics(): Record<string, number> {
    const all = this.all();
    return {
      recording_channels: all.filter((each) => each.recording).length,
      recording_channels_in_trouble: all.filter((each) => each.trouble !== null).length,
      recording_errors_total: this.errors,
      recording_frames_dropped_now: all.reduce((sum, { dropped }) => sum + dropped, 0),
    };
  }

  async close(): Promise<void> {
    for (const stop of this.stops) stop();
    for (const channel of this.all()) this.end(channel);
    this.channels.clear();
    await Promise.all([...this.ending.values()].map(({ ended }) => ended));
  }

  private begin({ deviceKey, deviceId }: RecordableDevice, { channel, ...wanted }: PlannedChannel): ChannelRecorder {
    const { kit } = this;
    const source = { deviceKey, deviceId, channel };
    const recorder = new ChannelRecorder({ ...kit, changed: () => this.tell(deviceKey) }, source, wanted);
    recorder.begin(kit.record(source, recorder), this.ending.get(nameOf(source))?.ended ?? Promise.resolve());
    return recorder;
  }

  private end(recorder: ChannelRecorder): void {
    const name = nameOf(recorder.source);
    const ended = recorder.close().finally(() => {
      if (this.ending.get(name)?.recorder === recorder) this.ending.delete(name);
    });
    this.ending.set(name, { recorder, ended });
  }

  /** The state of a device as lists show it, where it changed. */
  private tell(deviceKey: number): void {
    const channels = [...(this.channels.get(deviceKey)?.values() ?? [])];
    const errors = channels.reduce((sum, each) => sum + each.errors, this.pastErrors.get(deviceKey) ?? 0);
    const recording = channels.some((each) => each.recording);
    const error = channels.some((each) => each.trouble !== null);
    const before = this.told.get(deviceKey) ?? { recording: false, error: false, errors: 0 };
    if (before.recording === recording && before.error === error && before.errors === errors) return;
    this.errors += errors - before.errors;
    this.told.set(deviceKey, { recording, error, errors });
    this.kit.bus.publish('recording.changed', { deviceKey, recording, error, errors });
  }
}

const nameOf = ({ deviceKey, channel }: Pick<StreamSource, 'deviceKey' | 'channel'>): string =>
  `${deviceKey}:${channel}`;
