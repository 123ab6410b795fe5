// The recorder's media side: which connections are open for which request, and what is sent on them. One live and one playback
// connection a channel and one talk a vehicle, as real recorders have. How messages are answered is the vehicle's business.
import { CLOSE_TYPE, LIVE_COMMAND, LIVE_DATA, PLAYBACK_COMMAND, PLAYBACK_MODE } from '@outrider/jt1078';
import type { LiveControl, LiveRequest, PlaybackControl, PlaybackRequest } from '@outrider/jt1078';
import { decodeTime } from '@outrider/jt808';
import type { Clock, Timer } from '../clock.ts';
import { repeat } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { AudioName, ClipStore, StreamName } from './clip-store.ts';
import { readRange, recordedPieces, recordedSpan } from './disk.ts';
import type { DiskOptions } from './disk.ts';
import type { DiskLog } from './disk-log.ts';
import { Ear } from './heard.ts';
import type { HeardBlock } from './heard.ts';
import { LiveFlow } from './live-flow.ts';
import type { PictureSettings } from './live-flow.ts';
import type { LiveSource } from './live-source.ts';
import { louder } from './loudness.ts';
import type { LinkFrame, MediaLink, MediaLinkListener } from './media-link.ts';
import { MediaSessions } from './media-sessions.ts';
import type { Destination, Flow, Plan } from './media-sessions.ts';
import { PAYLOAD } from './payload.ts';
import { PlaybackFlow } from './playback-flow.ts';
import type { PlaybackPace } from './playback-flow.ts';
import { codecsOf, ReplayFlow } from './replay-file.ts';
import type { Recording, ReplayFile } from './replay-file.ts';
import { TalkFlow } from './talk-flow.ts';
import type { TalkKind } from './talk-flow.ts';

/** A block of 40 ms. */
const BLOCK_BYTES = { g711a: 320, g726: 160, adpcm: 164 } as const;
/** Results of 0x0001. */
const DONE = 0;
const FAILED = 1;
const SPEEDS: readonly number[] = [1, 1, 2, 4, 8, 16];
const TRANSPARENT_EVERY_MS = 1000;
const TRANSPARENT_PAYLOAD = 91;

/** A recorded file instead of the clips, for live video. */
export type ReplayPlan = { readonly file: ReplayFile; readonly once: boolean; readonly ownSim: boolean };

export type CamerasOptions = {
  readonly clock: Clock;
  readonly clips: ClipStore;
  readonly deviceId: string;
  readonly simDigits: string;
  readonly channels: number;
  readonly audio: AudioName;
  readonly faults: Faults;
  readonly seed: number;
  readonly diskHours: number;
  readonly diskFileMs: number | undefined;
  /** The disk has files that an alarm made. */
  readonly alarms: boolean;
  readonly replay: ReplayPlan | null;
  readonly diskLog: DiskLog;
  /** How a stream of a camera is set just now. */
  readonly picture: (channel: number, stream: StreamName) => PictureSettings;
};

export class Cameras {
  /** Sound that came from the platform. */
  readonly heard: HeardBlock[] = [];
  readonly disk: DiskOptions;
  /** Codec numbers for 0x1003. */
  readonly codecs: { readonly audio: number; readonly video: number; readonly audioBytes: number };
  private readonly options: CamerasOptions;
  private readonly sessions: MediaSessions;
  private readonly live = new Map<number, LiveSource>();
  private readonly playing = new Map<number, PlaybackFlow>();

  constructor(options: CamerasOptions) {
    this.options = options;
    this.sessions = new MediaSessions(options);
    // A recorder that replays a file has nothing else on its disk.
    this.disk = {
      channels: options.channels,
      hours: options.replay === null ? options.diskHours : 0,
      fileMs: options.diskFileMs,
      bytesPerS: 64_000,
      alarms: options.alarms,
      log: options.diskLog,
    };
    const { audio, replay, clips } = options;
    const { codec } = clips.videoFor(1, 'main');
    const own = { audio: PAYLOAD[audio], video: PAYLOAD[codec], audioBytes: BLOCK_BYTES[audio] };
    this.codecs = replay === null ? own : { ...own, ...codecsOf(replay.file) };
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
    if (this.options.replay !== null && this.recording(channel) === undefined) return FAILED;
    const flow = (link: MediaLink): Flow => {
      const source = this.liveSource(request, link);
      this.live.set(channel, source);
      return source;
    };
    return this.open(`live ${channel}`, request, { channel, flow, ended: () => this.live.delete(channel) });
  }

  /** 0x9102. */
  control({ channel, command, closeType, streamType }: LiveControl): number {
    if (command === LIVE_COMMAND.endTalk) return this.sessions.close('talk') ? DONE : FAILED;
    const flow = this.live.get(channel);
    if (command === LIVE_COMMAND.stop && closeType === CLOSE_TYPE.audioVideo) {
      const talks = this.sessions.has('talk') && flow === undefined;
      return this.sessions.close(`live ${channel}`) ||
        this.sessions.close(`transparent ${channel}`) ||
        (talks && this.sessions.close('talk'))
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
    if (this.options.faults.noPlayback === true) return FAILED;
    const span = recordedSpan(this.disk, this.deviceNow());
    const range = readRange(request.startBcd, request.endBcd, span.startMs, span.endMs);
    if (range === null || request.channel < 1 || request.channel > this.options.channels) return FAILED;
    const single = request.mode === PLAYBACK_MODE.singleFrame;
    const fromMs = Math.max(range.startMs, span.startMs);
    const wanted = { startMs: fromMs, endMs: single ? fromMs + 1 : Math.min(range.endMs, span.endMs) };
    // Up to the first gap: what was not recorded is not made up.
    const [piece] = recordedPieces(this.disk, request.channel, wanted);
    if (piece === undefined) return FAILED;
    const { startMs, endMs } = piece;
    const flow = (link: MediaLink): Flow => {
      const playback = this.playbackFlow(request, link, startMs, endMs);
      this.playing.set(request.channel, playback);
      const start =
        request.mode === PLAYBACK_MODE.singleFrame
          ? (): void => playback.single()
          : (): void => playback.start(paceOf(request));
      return { start, stop: () => playback.stop() };
    };
    const { channel } = request;
    return this.open(`playback ${channel}`, request, { channel, flow, ended: () => this.playing.delete(channel) });
  }

  /** 0x9202. */
  controlPlayback({ channel, command, speedCode, positionBcd }: PlaybackControl): number {
    const flow = this.playing.get(channel);
    if (flow === undefined) return FAILED;
    const speed = SPEEDS[speedCode] ?? 1;
    const position = decodeTime(positionBcd);
    if (command === PLAYBACK_COMMAND.start) flow.start({ rate: 1, keysOnly: false });
    else if (command === PLAYBACK_COMMAND.pause) flow.stop();
    else if (command === PLAYBACK_COMMAND.stop) this.sessions.close(`playback ${channel}`);
    else if (command === PLAYBACK_COMMAND.fastForward) flow.start({ rate: speed, keysOnly: false });
    else if (command === PLAYBACK_COMMAND.rewindKeyFrames) flow.start({ rate: -speed, keysOnly: true });
    else if (command === PLAYBACK_COMMAND.keyFrames) flow.start({ rate: 1, keysOnly: true });
    else if (command === PLAYBACK_COMMAND.seek && position !== null) flow.seek(position);
    else return FAILED;
    return DONE;
  }

  /** Ends every connection, at once. */
  closeAll(): void {
    this.sessions.closeAll();
  }

  private get offsetMs(): number {
    return (this.options.faults.clockOffsetS ?? 0) * 1000;
  }

  private startTalk(request: LiveRequest, kind: TalkKind): number {
    const { clock, clips, audio } = this.options;
    const microphone = clips.audioFor(kind === 'listen' ? 1 : 2, audio);
    const volumes = () => this.options.picture(Math.max(1, request.channel), 'sub');
    const volume = (): number => volumes().microphone;
    const ear = new Ear(this.heard);
    let talk: TalkFlow | null = null;
    const flow = (link: MediaLink): Flow => {
      talk = new TalkFlow({ clock, kind, microphone, volume, send: (frame) => link.send(frame) });
      return talk;
    };
    const heard: MediaLinkListener['heard'] = (frame) => {
      if (frame.kind !== 'audio') return;
      const isPlain = frame.payloadType === PAYLOAD.g711a;
      const played = isPlain ? { ...frame, body: louder(frame.body, volumes().loudspeaker) } : frame;
      // A line that is only held open sends silence: the driver speaks on.
      if (ear.hear(played, request, clock.now())) talk?.hear(played);
    };
    return this.open('talk', request, { channel: request.channel, flow, heard });
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
    return this.open(`transparent ${request.channel}`, request, { channel: request.channel, flow });
  }

  private liveSource(request: LiveRequest, link: MediaLink): LiveSource {
    const { clock, clips, deviceId, audio, replay, simDigits, picture } = this.options;
    const { channel, streamType, dataType } = request;
    const recording = this.recording(channel);
    if (replay !== null && recording !== undefined) {
      return new ReplayFlow({
        clock,
        recording,
        simDigits: replay.ownSim ? simDigits : null,
        sound: dataType === LIVE_DATA.audioVideo,
        once: replay.once,
        send: (bytes) => link.sendPacket(bytes),
        finished: () => this.sessions.close(`live ${channel}`),
      });
    }
    return new LiveFlow({
      clock,
      clips,
      deviceId,
      channel,
      stream: streamType === 0 ? 'main' : 'sub',
      video: true,
      audio: dataType === LIVE_DATA.audioVideo ? audio : null,
      clockOffsetMs: this.offsetMs,
      picture,
      send: (frame) => link.send(frame),
    });
  }

  private recording(channel: number): Recording | undefined {
    return this.options.replay?.file.recordings.find((candidate) => candidate.channel === channel);
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
      send: this.recordedSender(link, channel, startMs),
      congested: () => link.congested,
      finished: () => this.sessions.close(`playback ${channel}`),
    });
  }

  /** Where the frames of a playback go: it may end or fall silent where it should not. */
  private recordedSender(link: MediaLink, channel: number, startMs: number): (frame: LinkFrame) => void {
    const { clock, faults } = this.options;
    const { playbackStopsS = Infinity, playbackStallsS = Infinity } = faults;
    let over = false;
    return (frame) => {
      const playedS = (Number(frame.timestampMs ?? 0n) - startMs) / 1000;
      if (over || playedS >= playbackStallsS) return;
      over = playedS >= playbackStopsS;
      if (over) clock.after(0, () => this.sessions.close(`playback ${channel}`));
      else link.send(frame);
    };
  }

  private open(key: string, to: Destination, plan: Plan): number {
    return this.sessions.open(key, to, plan) ? DONE : FAILED;
  }
}

const paceOf = ({ mode, speedCode }: PlaybackRequest): PlaybackPace => {
  const speed = SPEEDS[speedCode] ?? 1;
  if (mode === PLAYBACK_MODE.fastForward) return { rate: speed, keysOnly: false };
  if (mode === PLAYBACK_MODE.rewindKeyFrames) return { rate: -speed, keysOnly: true };
  return { rate: 1, keysOnly: mode === PLAYBACK_MODE.keyFrames };
};
