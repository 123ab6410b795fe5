// Plays a span of one channel from the device: asks, watches for silence, puts frames at the time of their recording, tells ends
// apart. What becomes of the frames is its owner's business.
import type { DeviceSpeed, LinkRegistry, MediaFrame, PlaybackFlow, PlaybackOrder } from '../../gateway/index.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError, DEVICE_OFFLINE } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { isKeysOnly, recordedAt, type FrameSource, type SourceEnd, type SourceEvents } from './frame-source.ts';
import { RecordedTime } from './recorded-time.ts';

export type DeviceSourceKit = {
  clock: Clock;
  log: Log;
  links: LinkRegistry;
  utcOffsetMinutes: (deviceKey: number) => number;
  /** Whether what the device sends of a channel may be heard and kept. */
  hasSound: (deviceKey: number, channel: number) => boolean;
};

export type DeviceTake = {
  deviceKey: number;
  channel: number;
  stream: 'main' | 'sub';
  content: 'av' | 'video';
  startMs: number;
  endMs: number;
  speed: DeviceSpeed;
};

/** From the request to the first frame. */
const FIRST_FRAME_MS = 20_000;
/** A playback has no end mark: after so long without a frame it is over (JT/T 1078 reference, 1.2). */
const SILENCE_MS = 8_000;
/** The end of a span is reached when less than that is missing: the last second, in which there may be no picture. */
const NEAR_END_MS = 1_000;
/** After a jump: frames of the old place are expected for so long at most. */
const JUMP_MS = 3_000;
/** How far before the moment asked for the key frame of a jump may lie, and how far after. */
const JUMP_BEFORE_MS = 20_000;
const JUMP_AFTER_MS = 5_000;
/** Stamps that only differ show a jump by a step that no picture rate has. */
const STEP_OF_JUMP_MS = 1_500;

/** Devices are asked for seconds. */
const wholeSecond = (timeMs: number): number => Math.floor(timeMs / 1000) * 1000;

type Jump = { targetMs: number; untilMs: number; /** The device has said yes. */ accepted: boolean };

export class DeviceSource implements FrameSource {
  readonly from = 'device';
  /** When the newest frame was recorded, UTC ms; null: none came. */
  newestMs: number | null = null;
  private readonly kit: DeviceSourceKit;
  private readonly take: DeviceTake;
  private readonly events: SourceEvents;
  private readonly time: RecordedTime;
  private speed: DeviceSpeed;
  private flow: PlaybackFlow | null = null;
  private held = false;
  private jump: Jump | null = null;
  private lastStampMs: number | undefined;
  private silence: Timer | null = null;
  private over = false;
  private closing: Promise<void> | null = null;
  private readonly starting: Promise<void>;

  constructor(kit: DeviceSourceKit, take: DeviceTake, events: SourceEvents) {
    this.kit = kit;
    this.take = take;
    this.events = events;
    this.speed = take.speed;
    const { startMs, endMs, deviceKey } = take;
    const utcOffsetMinutes = kit.utcOffsetMinutes(deviceKey);
    this.time = new RecordedTime({ startMs: wholeSecond(startMs), endMs, utcOffsetMinutes });
    this.watch(FIRST_FRAME_MS);
    this.starting = this.start();
  }

  get complete(): boolean {
    return this.speed === 1;
  }

  setSpeed(speed: DeviceSpeed): void {
    if (speed === this.speed) return;
    this.speed = speed;
    if (!this.held) this.order({ kind: 'play', speed });
  }

  hold(): void {
    if (this.held) return;
    this.held = true;
    this.silence?.cancel();
    this.order({ kind: 'pause' });
  }

  goOn(): void {
    if (!this.held) return;
    this.held = false;
    this.watch(FIRST_FRAME_MS);
    this.order({ kind: 'play', speed: this.speed });
  }

  /** Only while it plays and within what was asked for. */
  seek(timeMs: number): boolean {
    const { flow, take } = this;
    if (flow === null || this.over || this.newestMs === null || timeMs < take.startMs || timeMs >= take.endMs)
      return false;
    const jump: Jump = { targetMs: timeMs, untilMs: this.kit.clock.monotonic() + JUMP_MS, accepted: false };
    this.jump = jump;
    this.watch(FIRST_FRAME_MS);
    flow.control({ kind: 'seek', timeMs }).then(
      () => {
        jump.accepted = true;
        jump.untilMs = this.kit.clock.monotonic() + JUMP_MS;
      },
      (error: unknown) => this.fail(error),
    );
    return true;
  }

  close(): Promise<void> {
    this.over = true;
    this.silence?.cancel();
    this.closing ??= this.stop();
    return this.closing;
  }

  private async start(): Promise<void> {
    const link = this.kit.links.get(this.take.deviceKey);
    if (link === undefined) return this.finish({ kind: 'offline', message: DEVICE_OFFLINE });
    try {
      this.flow = await link.startPlayback(this.take, {
        frame: (frame) => this.onFrame(frame),
        ended: (reason) => this.ended(reason),
      });
    } catch (error) {
      return this.fail(error);
    }
    if (this.held) this.order({ kind: 'pause' });
    else if (this.speed !== this.take.speed) this.order({ kind: 'play', speed: this.speed });
  }

  /** Waits for a request on its way: what it began has to be ended too. */
  private async stop(): Promise<void> {
    await this.starting;
    const { flow } = this;
    this.flow = null;
    await flow?.stop();
  }

  private onFrame(frame: MediaFrame): void {
    if (this.over || !this.isOfThisPlace(frame)) return;
    const { kind, stampMs } = frame;
    const timeMs = this.time.place({ kind, stampMs });
    this.lastStampMs = stampMs;
    this.newestMs = Math.max(timeMs, this.newestMs ?? 0);
    if (!this.held) this.watch(SILENCE_MS);
    if (timeMs >= this.take.endMs) return this.finish({ kind: 'reached', message: '' });
    if (kind === 'audio' && !this.kit.hasSound(this.take.deviceKey, this.take.channel)) return;
    this.events.frame(recordedAt(frame, timeMs));
  }

  /** After a jump the old place may go on for a moment: what comes before the new one's key frame is dropped. */
  private isOfThisPlace({ kind, stampMs }: MediaFrame): boolean {
    const { jump, lastStampMs } = this;
    if (jump === null) return true;
    if (kind !== 'video') return false;
    const stepMs = stampMs === undefined || lastStampMs === undefined ? 0 : stampMs - lastStampMs;
    const stepped = stepMs < 0 || stepMs > STEP_OF_JUMP_MS * this.speed;
    const placeMs = jump.accepted ? this.time.whereIs(stampMs) : undefined;
    const near =
      placeMs !== undefined && placeMs >= jump.targetMs - JUMP_BEFORE_MS && placeMs <= jump.targetMs + JUMP_AFTER_MS;
    if (!stepped && !near && this.kit.clock.monotonic() < jump.untilMs) return false;
    this.jump = null;
    this.time.restart(wholeSecond(jump.targetMs));
    this.newestMs = null;
    return true;
  }

  private ended(reason: string): void {
    if (this.over) return;
    if (this.kit.links.get(this.take.deviceKey) === undefined)
      return this.finish({ kind: 'offline', message: DEVICE_OFFLINE });
    this.finish(this.endBy(reason));
  }

  private endBy(message: string): SourceEnd {
    const { newestMs, take } = this;
    if (newestMs !== null && newestMs >= take.endMs - NEAR_END_MS) return { kind: 'reached', message: '' };
    return { kind: 'finished', message };
  }

  private watch(waitMs: number): void {
    this.silence?.cancel();
    // Key frames of a slow pace are seconds apart.
    const longerMs = isKeysOnly(this.speed) ? 2 * waitMs : waitMs;
    this.silence = this.kit.clock.after(longerMs, () => this.silent());
  }

  private silent(): void {
    if (this.newestMs === null) this.finish({ kind: 'timeout', message: 'The device sends no video' });
    else this.finish(this.endBy('The device stopped sending'));
  }

  private order(order: PlaybackOrder): void {
    this.flow?.control(order).catch((error: unknown) => this.fail(error));
  }

  private fail(error: unknown): void {
    if (this.over) return;
    if (!(error instanceof AppError)) {
      this.kit.log.error('playback of a device failed', { deviceKey: this.take.deviceKey, err: error });
      return this.finish({ kind: 'error', message: 'The playback failed' });
    }
    const kind = ({ device_offline: 'offline', device_timeout: 'timeout' } as const)[error.code as string] ?? 'refused';
    // Nothing more is heard of a takeover: the new link was told of before.
    const isTakenOver = kind === 'offline' && this.kit.links.get(this.take.deviceKey) !== undefined;
    this.finish({ kind, message: error.message, ...(isTakenOver && { again: true }) });
  }

  /** Nothing more is taken; the device is told to stop as well, whatever it did. */
  private finish(end: SourceEnd): void {
    if (this.over) return;
    this.close().catch((err: unknown) => this.kit.log.error('playback of a device not stopped', { err }));
    this.events.over(end);
  }
}
