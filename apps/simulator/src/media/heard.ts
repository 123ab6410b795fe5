// What a vehicle's loudspeaker played: sound of talk and broadcast, kept for tests as samples. Bounded.
import { decodeG711 } from '@outrider/media';
import type { MediaFrame } from '@outrider/jt1078';

/** Ten minutes in blocks of 40 ms. */
const MAX_BLOCKS = 15_000;

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

export const keepHeard = (
  heard: HeardBlock[],
  frame: MediaFrame,
  request: { channel: number; dataType: number },
  atMs: number,
): void => {
  const { payloadType, body } = frame;
  heard.push({ ...request, payloadType, atMs, body, pcm: samplesOf(payloadType, body) });
  if (heard.length > MAX_BLOCKS) heard.shift();
};

const samplesOf = (payloadType: number, body: Uint8Array): Int16Array | null => {
  if (payloadType === 6) return decodeG711('a', body);
  return payloadType === 7 ? decodeG711('u', body) : null;
};
