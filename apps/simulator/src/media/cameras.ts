// The recorder's media side: which connections are open for which request, and what is sent on them. One live and one playback
// connection a channel and one talk a vehicle, as real recorders have. How messages are answered is the vehicle's business.
import { CLOSE_TYPE, LIVE_COMMAND, LIVE_DATA, PLAYBACK_COMMAND, PLAYBACK_MODE } from '@outrider/jt1078';
import type { LiveControl, LiveRequest, PlaybackControl, PlaybackRequest } from '@outrider/jt1078';
import { decodeTime } from '@outrider/jt808';
import type { Clock, Timer } from '../clock.ts';
import { repeat } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { AudioName, ClipStore } from './clip-store.ts';
import { readRange, recordedSpan } from './disk.ts';
import type { DiskOptions } from './disk.ts';
import { keepHeard } from './heard.ts';
import type { HeardBlock } from './heard.ts';
import { LiveFlow } from './live-flow.ts';
import { MediaLink } from './media-link.ts';
import { PlaybackFlow } from './playback-flow.ts';
import type { PlaybackPace } from './playback-flow.ts';
import { TalkFlow } from './talk-flow.ts';
import type { TalkKind } from './talk-flow.ts';

/** Results of 0x0001. */
const DONE = 0;
const FAILED = 1;
const REDIAL_MS = 1500;
const SPEEDS: readonly number[] = [1, 1, 2, 4, 8, 16];
const TRANSPARENT_EVERY_MS = 1000;
const TRANSPARENT_PAYLOAD = 91;

export type CamerasOptions = {
  readonly clock: Clock;
  readonly clips: ClipStore;
  readonly deviceId: string;
  readonly simDigits: string;
  readonly channels: number;
  readonly audio: AudioName;
  readonly faults: Faults;
  readonly seed: number;
};

/** What runs on a connection. */
type Flow = { readonly start: () => void; readonly stop: () => void };

type Session = { link: MediaLink | null; flow: Flow | null; redial: Timer | null; ended: boolean };

export class Cameras {
  /** Sound that came from the platform. */
  readonly heard: HeardBlock[] = [];
  readonly disk: DiskOptions;
  private readonly options: CamerasOptions;
  private readonly sessions = new Map<string, Session>();
  private readonly live = new Map<number, LiveFlow>();
  private readonly playing = new Map<number, PlaybackFlow>();
  private dialled = 0;

  constructor(options: CamerasOptions) {
    this.options = options;
    this.disk = { channels: options.channels, hours: 6, bytesPerS: 64_000 };
  }

  /** Open media connections. */
  get connectionCount(): number {
    return this.sessions.size;
  }

  /** The device's own clock. */
  deviceNow(): number {
    return this.options.clock.now() + this.offsetMs;
  }

  /** 0x9101. */
  request(request: LiveRequest): number {
    const { channel, dataType } = request;
    if (dataType === LIVE_DATA.talk) return this.startTalk(request, 'talk');
    if (dataType === LIVE_DATA.listen) return this.startTalk(request, 'listen');
    if (dataType === LIVE_DATA.broadcast) return this.startTalk(request, 'broadcast');
    if (dataType === LIVE_DATA.transparent) return this.startTransparent(request);
    if (channel < 1 || channel > this.options.channels || dataType > LIVE_DATA.video) return FAILED;
    const flow = (link: MediaLink): Flow => {
      const live = this.liveFlow(request, link);
      this.live.set(channel, live);
      return live;
    };
    return this.open(`live ${channel}`, request, channel, flow);
  }

  /** 0x9102. */
  control({ channel, command, closeType, streamType }: LiveControl): number {
    if (command === LIVE_COMMAND.endTalk) return this.close('talk') ? DONE : FAILED;
    const flow = this.live.get(channel);
    if (command === LIVE_COMMAND.stop && closeType === CLOSE_TYPE.audioVideo) {
      const talks = this.sessions.has('talk') && flow === undefined;
      return this.close(`live ${channel}`) || this.close(`transparent ${channel}`) || (talks && this.close('talk'))
        ? DONE
        : FAILED;
    }
    if (flow === undefined) return FAILED;
    if (command === LIVE_COMMAND.stop)
      flow.select({ video: closeType === CLOSE_TYPE.audio, audio: closeType === CLOSE_TYPE.video });
    else if (command === LIVE_COMMAND.switchStream) flow.switchStream(streamType === 0 ? 'main' : 'sub');
    else if (command === LIVE_COMMAND.pause) flow.pause();
    else if (command === LIVE_COMMAND.resume) flow.resume();
    else return FAILED;
    return DONE;
  }

  /** 0x9201. */
  play(request: PlaybackRequest): number {
    const span = recordedSpan(this.disk, this.deviceNow());
    const range = readRange(request.startBcd, request.endBcd, span.startMs, span.endMs);
    if (range === null || request.channel < 1 || request.channel > this.options.channels) return FAILED;
    const startMs = Math.max(range.startMs, span.startMs);
    const endMs = request.mode === PLAYBACK_MODE.singleFrame ? startMs + 1 : Math.min(range.endMs, span.endMs);
    if (startMs >= endMs) return FAILED;
    const flow = (link: MediaLink): Flow => {
      const playback = this.playbackFlow(request, link, startMs, endMs);
      this.playing.set(request.channel, playback);
      const start =
        request.mode === PLAYBACK_MODE.singleFrame
          ? (): void => playback.single()
          : (): void => playback.start(paceOf(request));
      return { start, stop: () => playback.stop() };
    };
    return this.open(`playback ${request.channel}`, request, request.channel, flow);
  }

  /** 0x9202. */
  controlPlayback({ channel, command, speedCode, positionBcd }: PlaybackControl): number {
    const flow = this.playing.get(channel);
    if (flow === undefined) return FAILED;
    const speed = SPEEDS[speedCode] ?? 1;
    const position = decodeTime(positionBcd);
    if (command === PLAYBACK_COMMAND.start) flow.start({ rate: 1, keysOnly: false });
    else if (command === PLAYBACK_COMMAND.pause) flow.stop();
    else if (command === PLAYBACK_COMMAND.stop) this.close(`playback ${channel}`);
    else if (command === PLAYBACK_COMMAND.fastForward) flow.start({ rate: speed, keysOnly: false });
    else if (command === PLAYBACK_COMMAND.rewindKeyFrames) flow.start({ rate: -speed, keysOnly: true });
    else if (command === PLAYBACK_COMMAND.keyFrames) flow.start({ rate: 1, keysOnly: true });
    else if (command === PLAYBACK_COMMAND.seek && position !== null) flow.seek(position);
    else return FAILED;
    return DONE;
  }

  /** Ends every connection, at once. */
  closeAll(): void {
    for (const key of this.sessions.keys()) this.close(key, true);
  }

  private get offsetMs(): number {
    return (this.options.faults.clockOffsetS ?? 0) * 1000;
  }

  private startTalk(request: LiveRequest, kind: TalkKind): number {
    const { clock, clips, audio } = this.options;
    const microphone = clips.audioFor(kind === 'listen' ? 1 : 2, audio);
    let talk: TalkFlow | null = null;
    const flow = (link: MediaLink): Flow => {
      talk = new TalkFlow({ clock, kind, microphone, send: (frame) => link.send(frame) });
      return talk;
    };
    const hear: ConstructorParameters<typeof MediaLink>[1]['heard'] = (frame) => {
      if (frame.kind !== 'audio') return;
      keepHeard(this.heard, frame, { channel: request.channel, dataType: request.dataType }, clock.now());
      talk?.hear(frame);
    };
    return this.open('talk', request, request.channel, flow, hear);
  }

  private startTransparent(request: LiveRequest): number {
    const flow = (link: MediaLink): Flow => {
      let timer: Timer | null = null;
      let count = 0;
      const send = (): void => {
        count += 1;
        const body = new TextEncoder().encode(`transparent ${count}`);
        link.send({ dataType: 4, payloadType: TRANSPARENT_PAYLOAD, timestampMs: null, body });
      };
      return {
        start: () => {
          timer = repeat(this.options.clock, TRANSPARENT_EVERY_MS, send);
        },
        stop: () => timer?.cancel(),
      };
    };
    return this.open(`transparent ${request.channel}`, request, request.channel, flow);
  }

  private liveFlow(request: LiveRequest, link: MediaLink): LiveFlow {
    const { clock, clips, deviceId, audio } = this.options;
    return new LiveFlow({
      clock,
      clips,
      deviceId,
      channel: request.channel,
      stream: request.streamType === 0 ? 'main' : 'sub',
      video: true,
      audio: request.dataType === LIVE_DATA.audioVideo ? audio : null,
      clockOffsetMs: this.offsetMs,
      send: (frame) => link.send(frame),
    });
  }

  private playbackFlow(request: PlaybackRequest, link: MediaLink, startMs: number, endMs: number): PlaybackFlow {
    const { clock, clips, deviceId, audio } = this.options;
    const { channel, streamType, resourceType } = request;
    return new PlaybackFlow({
      clock,
      clips,
      deviceId,
      channel,
      stream: streamType === 2 ? 'sub' : 'main',
      audio: resourceType === 2 ? null : audio,
      startMs,
      endMs,
      send: (frame) => link.send(frame),
      finished: () => this.close(`playback ${channel}`),
    });
  }

  /** Dials for a request; an older connection for the same thing is closed first. */
  private open(
    key: string,
    request: LiveRequest | PlaybackRequest,
    channel: number,
    flow: (link: MediaLink) => Flow,
    heard: ConstructorParameters<typeof MediaLink>[1]['heard'] = () => undefined,
  ): number {
    const tcp = request.tcpPort > 0;
    if (request.address === '' || (!tcp && request.udpPort === 0)) return FAILED;
    this.close(key);
    const { neverVideo } = this.options.faults;
    if (neverVideo === 'no-connect') return DONE;
    const session: Session = { link: null, flow: null, redial: null, ended: false };
    this.sessions.set(key, session);
    const { clock, simDigits, faults } = this.options;
    const address = {
      host: request.address,
      port: tcp ? request.tcpPort : request.udpPort,
      transport: tcp ? 'tcp' : 'udp',
    } as const;
    const dial = (): void => {
      this.dialled += 1;
      const link = new MediaLink(
        { address, simDigits, channel, clock, faults, seed: this.options.seed + this.dialled },
        {
          opened: () => {
            if (session.ended || neverVideo === 'no-data') return;
            session.flow = flow(link);
            session.flow.start();
          },
          heard,
          closed: () => lost(link),
        },
      );
      session.link = link;
    };
    const lost = (link: MediaLink): void => {
      if (session.ended || session.link !== link) return;
      session.flow?.stop();
      // Radio loss is followed by another dial; a platform that hung up is not.
      if (faults.cutEveryS === undefined) this.close(key);
      else session.redial = clock.after(REDIAL_MS, dial);
    };
    dial();
    return DONE;
  }

  private close(key: string, atOnce = false): boolean {
    const session = this.sessions.get(key);
    if (session === undefined) return false;
    this.sessions.delete(key);
    session.ended = true;
    session.flow?.stop();
    session.redial?.cancel();
    session.link?.close(atOnce);
    const [kind, channel] = key.split(' ');
    if (kind === 'live') this.live.delete(Number(channel));
    if (kind === 'playback') this.playing.delete(Number(channel));
    return true;
  }
}

const paceOf = ({ mode, speedCode }: PlaybackRequest): PlaybackPace => {
  const speed = SPEEDS[speedCode] ?? 1;
  if (mode === PLAYBACK_MODE.fastForward) return { rate: speed, keysOnly: false };
  if (mode === PLAYBACK_MODE.rewindKeyFrames) return { rate: -speed, keysOnly: true };
  return { rate: 1, keysOnly: mode === PLAYBACK_MODE.keyFrames };
};
