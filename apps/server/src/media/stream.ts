// One live stream: a channel of a device, its flow and its viewers. Carries out what stream-state.ts decides.
import {
  AppError,
  type MediaPlace,
  noPictureMessage,
  streamCodecs,
  streamKinds,
  type StreamState as StreamStateMessage,
} from '@outrider/contract';
import { DEVICE_OFFLINE } from '../kernel/errors.ts';
import type { FlowSink, LinkRegistry, LiveFlow, MediaFrame, StreamChoice } from '../gateway/index.ts';
import type { Clock, Timer } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { WorkMeter } from '../kernel/work/work-meters.ts';
import { encodeFrame } from './encoded-frame.ts';
import { FlowEncoder } from './flow-encoder.ts';
import { GroupOfPictures } from './group-of-pictures.ts';
import { RateMeter } from './rate-meter.ts';
import type { RecordingTap } from './recording-tap.ts';
import type { StartGate } from './start-gate.ts';
import { initialStream, nextWake, stepStream, type StreamEffect, type StreamInput } from './stream-state.ts';
import { Subscriber, type Viewer } from './subscriber.ts';
import { lateReadingMs } from './late-reading.ts';
import { ViewerGroup } from './viewer-group.ts';

export type StreamKit = {
  clock: Clock;
  log: Log;
  links: LinkRegistry;
  gate: StartGate;
  /** What may not be heard goes no further: to no viewer and into no recording. */
  hasSound: (deviceKey: number, channel: number) => boolean;
  /** Measures frames. */
  fanOut?: WorkMeter;
};
export type StreamSource = { deviceKey: number; deviceId: string; channel: number };

export class Stream {
  readonly source: StreamSource;
  readonly received: RateMeter;
  private readonly kit: StreamKit;
  private readonly onIdle: () => void;
  private state = initialStream;
  private sinceMs: number;
  private readonly encoder: FlowEncoder;
  private readonly recent = new GroupOfPictures();
  private readonly groups: Record<40 | 120, ViewerGroup>;
  private readonly subscribers = new Set<Subscriber>();
  private readonly taps = new Set<RecordingTap>();
  private flow: LiveFlow | null = null;
  /** Where the device was told to send to, at the last request. */
  private told: MediaPlace | undefined;
  private wake: Timer | null = null;

  /** `onIdle` is called when nobody watches and nothing runs any more: the hub forgets the stream then. */
  constructor(kit: StreamKit, source: StreamSource, onIdle: () => void) {
    this.kit = kit;
    this.source = source;
    this.onIdle = onIdle;
    this.sinceMs = kit.clock.now();
    this.received = new RateMeter(kit.clock);
    this.encoder = new FlowEncoder(source.channel);
    const cut = (stalled: Subscriber): void => this.cutStalled(stalled);
    this.groups = { 40: new ViewerGroup(kit.clock, 40, cut), 120: new ViewerGroup(kit.clock, 120, cut) };
  }

  viewers(): Iterable<Subscriber> {
    return this.subscribers;
  }

  join(viewer: Viewer): Subscriber {
    const subscriber = new Subscriber(viewer, (dropped) => subscriber.send(this.stateMessage(dropped)));
    const group = this.groups[viewer.holdMs];
    group.flush();
    this.subscribers.add(subscriber);
    this.joined(viewer.stream);
    subscriber.send(this.stateMessage());
    const format = this.encoder.format(this.state.stream);
    if (format !== null && !this.recent.empty) subscriber.send(format);
    const note = this.encoder.noteForJoiner();
    if (note !== null) subscriber.send(note);
    subscriber.begin(this.recent.replay());
    group.members.add(subscriber);
    return subscriber;
  }

  /** Whole frames from the next one on, for the one who stores them. Gives the end; calling it twice is harmless. */
  record(tap: RecordingTap): () => void {
    this.taps.add(tap);
    this.joined(tap.stream);
    return () => {
      if (this.taps.delete(tap)) this.input({ kind: 'left', stream: tap.stream });
    };
  }

  get recorded(): boolean {
    return this.taps.size > 0;
  }

  leave(subscriber: Subscriber): void {
    if (!this.subscribers.delete(subscriber)) return;
    subscriber.close();
    for (const group of Object.values(this.groups)) group.members.delete(subscriber);
    this.input({ kind: 'left', stream: subscriber.viewer.stream });
  }

  /** The viewer wants the other stream; every viewer of the channel gets the better of what is wanted. */
  choose(subscriber: Subscriber, stream: StreamChoice): void {
    const before = subscriber.viewer.stream;
    if (before === stream || !this.subscribers.has(subscriber)) return;
    subscriber.viewer.stream = stream;
    this.joined(stream);
    this.input({ kind: 'left', stream: before });
    subscriber.send(this.stateMessage());
  }

  linkChanged(online: boolean): void {
    this.input({ kind: online ? 'online' : 'offline' });
  }

  /** Cuts all viewers and stops the device. */
  async close(): Promise<void> {
    this.wake?.cancel();
    for (const group of Object.values(this.groups)) group.close();
    for (const subscriber of this.subscribers) subscriber.viewer.socket.destroy();
    this.subscribers.clear();
    this.taps.clear();
    const flow = this.flow;
    this.flow = null;
    await flow?.stop();
  }

  private joined(stream: StreamChoice): void {
    this.input({ kind: 'joined', stream, online: this.kit.links.get(this.source.deviceKey) !== undefined });
  }

  private input(input: StreamInput): void {
    const before = this.state.phase;
    const step = stepStream(this.state, input, this.kit.clock.monotonic());
    this.state = step.state;
    if (before.at !== step.state.phase.at) this.sinceMs = this.kit.clock.now();
    for (const effect of step.effects) this.carryOut(effect);
    this.wake?.cancel();
    const wakeMs = nextWake(this.state);
    this.wake =
      wakeMs === null
        ? null
        : this.kit.clock.after(Math.max(0, wakeMs - this.kit.clock.monotonic()), () => this.input({ kind: 'time' }));
    if (this.state.phase.at === 'idle' && this.subscribers.size === 0 && this.taps.size === 0) this.onIdle();
  }

  private carryOut(effect: StreamEffect): void {
    switch (effect.kind) {
      case 'start':
        this.kit.gate.run(this.source.deviceKey, () => void this.start(effect.stream, effect.attempt));
        break;
      case 'stop':
        this.stopFlow();
        break;
      case 'switch':
        void this.switchTo(effect.stream);
        break;
      case 'tell':
        for (const subscriber of this.subscribers) subscriber.send(this.stateMessage(subscriber.dropped));
        break;
    }
  }

  private isCurrent(attempt: number): boolean {
    return attempt === this.state.attempt && ['asking', 'waiting', 'playing'].includes(this.state.phase.at);
  }

  private async start(stream: StreamChoice, attempt: number): Promise<void> {
    if (!this.isCurrent(attempt)) return; // left again while waiting for its turn
    const link = this.kit.links.get(this.source.deviceKey);
    if (link === undefined) {
      this.input({ kind: 'offline' });
      return;
    }
    this.encoder.restart();
    this.forgetFrames();
    this.told = { address: link.serverAddress, port: link.livePort };
    try {
      const flow = await link.startLive({ channel: this.source.channel, stream, content: 'av' }, this.sink(attempt));
      if (!this.isCurrent(attempt)) {
        await flow.stop();
        return;
      }
      this.flow = flow;
      this.input({ kind: 'accepted', attempt });
    } catch (error) {
      if (!(error instanceof AppError))
        this.kit.log.error('live request failed', { deviceId: this.source.deviceId, err: error });
      this.input(this.refusal(error, attempt));
    }
  }

  private refusal(error: unknown, attempt: number): StreamInput {
    if (!(error instanceof AppError)) {
      return { kind: 'refused', attempt, failure: { kind: 'refused', text: 'The request to the device failed' } };
    }
    // A takeover too ends what was asked over the older link, and by then the newer one has been told of.
    if (error.code === 'device_offline')
      return { kind: 'unlinked', attempt, online: this.kit.links.get(this.source.deviceKey) !== undefined };
    const kind = error.code === 'device_timeout' ? 'timeout' : 'refused';
    return { kind: 'refused', attempt, failure: { kind, text: error.message } };
  }

  private sink(attempt: number): FlowSink {
    return {
      frame: (frame) => {
        if (!this.isCurrent(attempt)) return;
        const began = this.kit.fanOut?.began() ?? 0;
        this.onFrame(frame);
        this.kit.fanOut?.ended(began);
      },
      // Not in the seconds after the last of both: what is unread when the flow is stopped would not be counted as data of the device.
      canWaitMs: () => (this.subscribers.size > 0 || !this.recorded ? 0 : lateReadingMs(this.received.perSecond())),
      ended: (reason) => {
        if (!this.isCurrent(attempt)) return;
        this.flow = null;
        this.input({ kind: 'ended', attempt, text: reason });
      },
    };
  }

  private onFrame(frame: MediaFrame): void {
    this.received.add(frame.body.length);
    if (frame.kind === 'audio' && !this.kit.hasSound(this.source.deviceKey, this.source.channel)) return;
    const nowMs = this.kit.clock.monotonic();
    for (const { frame: encoded, format, whole } of this.encoder.encode(frame, this.state.stream)) {
      if (this.state.phase.at !== 'playing') this.input({ kind: 'picture' });
      if (format !== null) this.announce(format);
      if (encoded.video) this.recent.add(encoded, nowMs);
      this.groups[40].offer(encoded);
      this.groups[120].offer(encoded);
      for (const tap of this.taps) tap.frame(whole);
    }
    const note = this.encoder.takeNote();
    if (note !== null) for (const subscriber of this.subscribers) subscriber.send(note);
  }

  /** New parameter sets: what is pending belongs to the old ones and goes first. */
  private announce(format: Buffer): void {
    for (const group of Object.values(this.groups)) group.flush();
    for (const subscriber of this.subscribers) subscriber.send(format);
  }

  private async switchTo(stream: StreamChoice): Promise<void> {
    const flow = this.flow;
    const attempt = this.state.attempt;
    if (flow === null) return;
    try {
      await flow.switchStream(stream);
    } catch (error) {
      this.kit.log.warn('stream switch refused', {
        deviceId: this.source.deviceId,
        channel: this.source.channel,
        error,
      });
      if (this.isCurrent(attempt)) this.input({ kind: 'switch-refused' });
    }
  }

  private stopFlow(): void {
    const flow = this.flow;
    this.flow = null;
    this.forgetFrames();
    flow
      ?.stop()
      .catch((error: unknown) => this.kit.log.warn('live stop failed', { deviceId: this.source.deviceId, error }));
  }

  /** What comes next cannot refer to what came before. */
  private forgetFrames(): void {
    this.recent.clear();
    for (const subscriber of this.subscribers) subscriber.awaitKey();
    for (const tap of this.taps) tap.broken();
  }

  private cutStalled(stalled: Subscriber): void {
    this.kit.log.warn('viewer cut, it reads nothing', {
      deviceId: this.source.deviceId,
      user: stalled.viewer.userName,
      dropped: stalled.dropped,
    });
    stalled.viewer.socket.destroy();
    this.leave(stalled);
  }

  private stateMessage(dropped = 0): Buffer {
    const { phase, stream } = this.state;
    const { deviceId: deviceid, channel } = this.source;
    const state: StreamStateMessage = {
      ...wording(phase, this.told),
      stream,
      sinceMs: this.sinceMs,
      dropped,
      deviceid,
      channel,
    };
    if (phase.at === 'retrying') state.retryInMs = Math.max(0, phase.untilMs - this.kit.clock.monotonic());
    const header = {
      kind: streamKinds.state,
      codec: streamCodecs.none,
      flags: 0,
      channel,
      presentationUs: 0,
      captureMs: this.kit.clock.now(),
      sequence: 0,
      detail: 0,
    };
    return encodeFrame(header, new TextEncoder().encode(JSON.stringify(state)), { key: false, video: false }).bytes;
  }
}

const wording = (
  phase: (typeof initialStream)['phase'],
  told: MediaPlace | undefined,
): { state: StreamStateMessage['state']; message: string } => {
  switch (phase.at) {
    case 'idle':
    case 'asking':
      return { state: 'connecting', message: 'Asking the device' };
    case 'waiting':
      return { state: 'waiting', message: 'The device accepted, waiting for the picture' };
    case 'playing':
      return { state: 'playing', message: '' };
    case 'offline':
      return { state: 'offline', message: DEVICE_OFFLINE };
    case 'retrying':
      return {
        state: phase.failure.kind,
        message: phase.failure.noPicture === true ? noPictureMessage(told) : phase.failure.text,
      };
  }
};
