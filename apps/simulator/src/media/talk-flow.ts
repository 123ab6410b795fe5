// The sound side of talk, listen and broadcast (0x9101 data types 2, 3 and 4): what the driver's microphone gives, and what is
// heard. In a talk everything heard comes back a little later, so that an operator hears that it arrived.
import type { MediaFrame } from '@outrider/jt1078';
import type { Clock, Timer } from '../clock.ts';
import { repeat } from '../clock.ts';
import { AUDIO_BLOCK_MS } from './clip-store.ts';
import type { AudioClip } from './clip-store.ts';
import { louder } from './loudness.ts';
import type { LinkFrame } from './media-link.ts';
import { PAYLOAD } from './payload.ts';

export type TalkKind = 'talk' | 'listen' | 'broadcast';

/** Blocks held back before the echo begins, so that it does not stumble over the network. */
const ECHO_DELAY_BLOCKS = 10;
const MAX_ECHO_BLOCKS = 250;

export type TalkFlowOptions = {
  readonly clock: Clock;
  readonly kind: TalkKind;
  /** What the microphone gives while there is no echo. */
  readonly microphone: AudioClip;
  /** Of the microphone just now, per cent. */
  readonly volume: () => number;
  readonly send: (frame: LinkFrame) => void;
};

export class TalkFlow {
  private readonly options: TalkFlowOptions;
  private readonly echo: { payloadType: number; body: Uint8Array }[] = [];
  private echoing = false;
  private block = 0;
  private startMs = 0;
  private timer: Timer | null = null;

  constructor(options: TalkFlowOptions) {
    this.options = options;
  }

  start(): void {
    if (this.options.kind === 'broadcast') return;
    this.startMs = this.options.clock.now();
    this.timer = repeat(this.options.clock, AUDIO_BLOCK_MS, () => this.speak());
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  /** Sound from the platform. Only a talk answers it. */
  hear(frame: MediaFrame): void {
    if (this.options.kind !== 'talk' || this.echo.length >= MAX_ECHO_BLOCKS) return;
    this.echo.push({ payloadType: frame.payloadType, body: frame.body });
    if (this.echo.length >= ECHO_DELAY_BLOCKS) this.echoing = true;
  }

  private speak(): void {
    const timestampMs = BigInt(Math.floor(this.startMs + this.block * AUDIO_BLOCK_MS));
    const { codec, blocks } = this.options.microphone;
    const echo = this.echoing ? this.echo.shift() : undefined;
    if (echo === undefined) this.echoing = false;
    const spoken = blocks[this.block % blocks.length];
    this.block += 1;
    if (echo !== undefined) this.options.send({ dataType: 3, timestampMs, ...echo });
    else if (spoken !== undefined) {
      const body = codec === 'g711a' ? louder(spoken, this.options.volume()) : spoken;
      this.options.send({ dataType: 3, timestampMs, payloadType: PAYLOAD[codec], body });
    }
  }
}
