// The socket of one channel as a playback sees it: frames and states go out, and it says when it has enough. No decisions.
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { streamCodecs, streamKinds, type PlaybackState } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { encodeFrame, type EncodedFrame } from '../../media/index.ts';

/** More than this unsent, and frames wait here instead of in the socket. */
const READY_BYTES = 1024 * 1024;

export class ChannelSocket {
  private readonly duplex: Duplex | Socket;
  private readonly clock: Clock;
  private readonly channel: number;

  constructor(duplex: Duplex, clock: Clock, channel: number) {
    this.duplex = duplex;
    this.clock = clock;
    this.channel = channel;
  }

  /** Takes frames now. */
  get ready(): boolean {
    return this.duplex.writableLength < READY_BYTES;
  }

  frame(frame: EncodedFrame, replay: boolean): void {
    this.send(replay ? frame.replay() : frame.bytes);
  }

  send(bytes: Buffer | null): void {
    if (bytes !== null && this.duplex.writable) this.duplex.write(bytes);
  }

  state(state: PlaybackState): void {
    const header = {
      kind: streamKinds.state,
      codec: streamCodecs.none,
      flags: 0,
      channel: this.channel,
      presentationUs: 0,
      captureMs: this.clock.now(),
      sequence: 0,
      detail: 0,
    };
    this.send(encodeFrame(header, new TextEncoder().encode(JSON.stringify(state)), { key: false, video: false }).bytes);
  }
}
