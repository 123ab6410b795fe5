// What a vehicle's loudspeaker played: sound of talk and broadcast, kept for tests as samples. Bounded.
import { createAudioDecoder } from '@outrider/media';
import type { AudioDecoder } from '@outrider/media';
import type { MediaFrame } from '@outrider/jt1078';

/** Ten minutes in blocks of 40 ms. */
const MAX_BLOCKS = 15_000;
/** The recorder knows its own G.726: 32 kbit/s, first sample in the lowest bits. */
const OWN_G726 = { bits: 4, packing: 'lsb' } as const;

/** The smallest steps of G.711 and G.726 around zero. */
const SILENCE = 64;

/** One block of sound. `pcm` is 8 kHz mono; null for a codec that cannot be decoded here. */
export type HeardBlock = {
  readonly channel: number;
  /** 2 talk, 4 broadcast. */
  readonly dataType: number;
  readonly payloadType: number;
  readonly atMs: number;
  readonly body: Uint8Array;
  readonly pcm: Int16Array | null;
};

/** One session's ear: decoders keep their state from block to block. */
export class Ear {
  private readonly blocks: HeardBlock[];
  private readonly decoders = new Map<number, AudioDecoder>();

  /** Puts what it hears into `blocks`, oldest first. */
  constructor(blocks: HeardBlock[]) {
    this.blocks = blocks;
  }

  /** Whether it was more than silence; what cannot be decoded counts as sound. */
  hear({ payloadType, body }: MediaFrame, request: { channel: number; dataType: number }, atMs: number): boolean {
    const { channel, dataType } = request;
    const decoder = this.decoders.get(payloadType) ?? createAudioDecoder(payloadType, OWN_G726);
    this.decoders.set(payloadType, decoder);
    const pcm = decoder.decode(body)?.pcm ?? null;
    this.blocks.push({ channel, dataType, payloadType, atMs, body, pcm });
    if (this.blocks.length > MAX_BLOCKS) this.blocks.shift();
    return pcm === null || pcm.some((sample) => Math.abs(sample) > SILENCE);
  }
}
