// ADPCM as recorders send it (IMA/DVI4, payload type 26): every block carries its own state and stands alone. High nibble first,
// little-endian predictor, unlike RFC 3551 and WAV. JT/T 1078 practice, not the standard, fixes this.
import { MediaError } from './errors.ts';

const HEAD_BYTES = 4;
const LAST_STEP = 88;

const INDEX_CHANGES = [-1, -1, -1, -1, 2, 4, 6, 8] as const;

/** The 89 step sizes of the IMA Digital Audio Focus group. */
const STEPS = Int32Array.from([
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118,
  130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060,
  1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484,
  7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
]);

type ImaState = { predictor: number; index: number };

const clamp = (value: number, low: number, high: number): number => (value < low ? low : value > high ? high : value);

/** Applies one 4-bit code to the state. */
const advance = (state: ImaState, code: number): void => {
  const step = STEPS[state.index] ?? 0;
  let difference = step >> 3;
  if ((code & 4) !== 0) difference += step;
  if ((code & 2) !== 0) difference += step >> 1;
  if ((code & 1) !== 0) difference += step >> 2;
  state.predictor = clamp(state.predictor + ((code & 8) === 0 ? difference : -difference), -32768, 32767);
  state.index = clamp(state.index + (INDEX_CHANGES[code & 7] ?? 0), 0, LAST_STEP);
};

/** One block (predictor i16 LE, step index u8, reserved u8, codes): two 16-bit samples a code byte. Throws MediaError on a bad head. */
export const decodeImaBlock = (block: Uint8Array): Int16Array => {
  if (block.length < HEAD_BYTES) throw new MediaError(block.length, 'ADPCM block shorter than its head');
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const state: ImaState = { predictor: view.getInt16(0, true), index: view.getUint8(2) };
  if (state.index > LAST_STEP) throw new MediaError(2, `ADPCM step index ${state.index}`);
  const pcm = new Int16Array((block.length - HEAD_BYTES) * 2);
  for (let i = 0; i < pcm.length; i += 1) {
    const byte = block[HEAD_BYTES + (i >> 1)] ?? 0;
    advance(state, (i & 1) === 0 ? byte >> 4 : byte & 15);
    pcm[i] = state.predictor;
  }
  return pcm;
};

/** The code whose difference is nearest below the wanted one. */
const chooseCode = (difference: number, step: number): number => {
  let rest = Math.abs(difference);
  let code = difference < 0 ? 8 : 0;
  for (const [bit, part] of [
    [4, step],
    [2, step >> 1],
    [1, step >> 2],
  ] as const) {
    if (rest < part) continue;
    code |= bit;
    rest -= part;
  }
  return code;
};

/** Encodes blocks of one stream in order; the step size is carried on, so a new block does not start coarse. */
export class ImaEncoder {
  private readonly state: ImaState = { predictor: 0, index: 0 };

  /** One block with its head. An odd last sample is doubled. */
  encode(pcm: Int16Array): Uint8Array {
    const block = new Uint8Array(HEAD_BYTES + Math.ceil(pcm.length / 2));
    const view = new DataView(block.buffer);
    view.setInt16(0, this.state.predictor, true);
    view.setUint8(2, this.state.index);
    for (let i = 0; i < 2 * (block.length - HEAD_BYTES); i += 1) {
      const sample = pcm[Math.min(i, pcm.length - 1)] ?? 0;
      const code = chooseCode(sample - this.state.predictor, STEPS[this.state.index] ?? 0);
      advance(this.state, code);
      const at = HEAD_BYTES + (i >> 1);
      block[at] = (block[at] ?? 0) | ((i & 1) === 0 ? code << 4 : code);
    }
    return block;
  }
}
