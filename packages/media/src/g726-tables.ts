// The tables of ITU-T G.726 (tables 1 to 12 of the recommendation), one row of each per bit rate. Rows are given for the magnitude
// of a code word; the lower half of the code words is positive, the upper half is its mirror image.

/** Bits per sample: 2, 3, 4, 5 for 16, 24, 32, 40 kbit/s. */
export type G726Bits = 2 | 3 | 4 | 5;

export type G726Tables = {
  /** Highest normalised log magnitude of each quantizer interval but the last. */
  readonly decisions: readonly number[];
  /** By code word: normalised log magnitude of the reconstructed difference, 7 fractional bits; -32768 for zero. */
  readonly magnitudes: Int16Array;
  /** By code word: scale factor multiplier W(I), 4 fractional bits, in the unit of yu. */
  readonly multipliers: Int16Array;
  /** By code word: speed control function F(I). */
  readonly speeds: Int16Array;
};

const ZERO = -32768;

/** Code word I of a positive difference is its interval; the negative one is its complement (I = 2^bits - 1 - interval). */
const mirrored = (half: readonly number[]): Int16Array => Int16Array.from([...half, ...half.toReversed()]);

const tables = (
  decisions: readonly number[],
  magnitudes: readonly number[],
  multipliers: readonly number[],
  speeds: readonly number[],
): G726Tables => ({
  decisions,
  magnitudes: mirrored(magnitudes),
  multipliers: mirrored(multipliers),
  speeds: mirrored(speeds),
});

export const G726_TABLES: Readonly<Record<G726Bits, G726Tables>> = {
  2: tables([260], [116, 365], [-22, 439], [0, 7]),
  3: tables([7, 217, 330], [ZERO, 135, 273, 373], [-4, 30, 137, 582], [0, 1, 2, 7]),
  4: tables(
    [-125, 79, 177, 245, 299, 348, 399],
    [ZERO, 4, 135, 213, 273, 323, 373, 425],
    [-12, 18, 41, 64, 112, 198, 355, 1122],
    [0, 0, 0, 1, 1, 1, 3, 7],
  ),
  5: tables(
    [-123, -17, 67, 138, 197, 249, 297, 338, 377, 412, 444, 474, 501, 527, 552],
    [ZERO, -66, 28, 104, 169, 224, 274, 318, 358, 395, 429, 459, 488, 514, 539, 566],
    [14, 14, 24, 39, 40, 41, 58, 100, 141, 179, 219, 280, 358, 440, 529, 696],
    [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6],
  ),
};

/** ffmpeg's quantizer at 40 kbit/s has its two lowest decisions one higher than table 7 of the recommendation. */
export const FFMPEG_DECISIONS_40: readonly number[] = [-122, -16, ...G726_TABLES[5].decisions.slice(2)];
