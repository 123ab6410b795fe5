// Which decoder a coding of the stream header needs: the decoders of packages/media go by the numbers of the standard.
import { streamCodecs } from '@outrider/contract';

/** The payload type of JT/T 1078 table 12 for each coding of a stream header. */
export const payloadTypes: ReadonlyMap<number, number> = new Map([
  [streamCodecs.g711a, 6],
  [streamCodecs.g711u, 7],
  [streamCodecs.g726, 8],
  [streamCodecs.adpcmIma, 26],
  [streamCodecs.aacAdts, 19],
]);
