// How loud sound is, in per cent of what the factory set (50 is as it was recorded). G.711 A-law alone: it has no state between blocks.
import { decodeG711, encodeG711 } from '@outrider/media';

const AS_RECORDED = 50;
const LOUDEST = 32_767;

export const louder = (body: Uint8Array, percent: number): Uint8Array => {
  if (percent === AS_RECORDED) return body;
  const pcm = decodeG711('a', body).map((sample) => {
    const scaled = Math.round((sample * percent) / AS_RECORDED);
    return Math.max(-LOUDEST, Math.min(LOUDEST, scaled));
  });
  return encodeG711('a', pcm);
};
