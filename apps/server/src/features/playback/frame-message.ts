// Stored frames and states as messages of a playback socket. Knows no sockets and no clock.
import { type PlaybackState, type StreamHeader, streamCodecs, streamFlags, streamKinds } from '@outrider/contract';
import { inspectVideoFrame, parameterSetsToAnnexB, sameParameterSets, type ParameterSets } from '@outrider/media';
import { encodeFrame } from '../../media/index.ts';
import type { StoredFrame } from '../recording/index.ts';

/** JT/T 1078 sound other than AAC is 8 kHz mono. */
const SOUND_HZ = 8000;

type Part = Pick<StreamHeader, 'kind' | 'codec' | 'flags' | 'detail'> & { timeMs: number };

/** Numbers the messages of one socket and announces parameter sets where they changed. */
export class MessageWriter {
  private readonly channel: number;
  private sequence = 0;
  private sets: ParameterSets | null = null;
  private size = 0;
  private fresh = true;

  constructor(channel: number) {
    this.channel = channel;
  }

  /** What follows does not go on from what was sent. */
  restart(): void {
    this.fresh = true;
    this.sets = null;
  }

  /** One or two whole WebSocket frames. `replay`: it lies before the moment asked for. */
  frame(stored: StoredFrame, replay: boolean): Buffer[] {
    const announced = stored.kind === 'video' && stored.key ? this.announce(stored) : [];
    const flags =
      (stored.key ? streamFlags.key : 0) |
      (stored.stream === 'sub' ? streamFlags.sub : 0) |
      (this.fresh || stored.discontinuity ? streamFlags.discontinuity : 0) |
      (replay ? streamFlags.replay : 0);
    this.fresh = false;
    const detail = stored.kind === 'video' ? this.size : stored.codec === 'aacAdts' ? 0 : SOUND_HZ;
    const part = { kind: streamKinds[stored.kind], codec: streamCodecs[stored.codec], flags, detail };
    return [...announced, this.encode({ ...part, timeMs: stored.timeMs }, stored.body)];
  }

  state(state: PlaybackState): Buffer {
    const part = { kind: streamKinds.state, codec: streamCodecs.none, flags: 0, detail: 0, timeMs: state.timeMs ?? 0 };
    return this.encode(part, Buffer.from(JSON.stringify(state)));
  }

  private announce({ body, codec, stream, timeMs }: StoredFrame): Buffer[] {
    const info = inspectVideoFrame(body, codec === 'h265' ? 'h265' : 'h264');
    if (info?.width !== undefined && info.height !== undefined)
      this.size = ((info.width << 16) | (info.height & 0xffff)) >>> 0;
    const sets = info?.parameterSets;
    if (sets === undefined || (this.sets !== null && sameParameterSets(this.sets, sets))) return [];
    this.sets = sets;
    const flags = stream === 'sub' ? streamFlags.sub : 0;
    const part = { kind: streamKinds.parameterSets, codec: streamCodecs[codec], flags, detail: this.size, timeMs };
    return [this.encode(part, parameterSetsToAnnexB(sets))];
  }

  private encode({ timeMs, ...part }: Part, body: Uint8Array): Buffer {
    this.sequence = (this.sequence + 1) >>> 0;
    const stamp = { channel: this.channel, presentationUs: timeMs * 1000, captureMs: timeMs, sequence: this.sequence };
    return encodeFrame({ ...part, ...stamp }, body, { key: false, video: false }).bytes;
  }
}
