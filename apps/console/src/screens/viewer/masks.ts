// Channel masks of viewer addresses, bit 0 channel 1, and the list of tiles made from them. Pure.

/** A viewer page shows at most so many channels. */
const MAX_CHANNELS = 8;
/** No page holds more tiles than this, however they come. */
export const MAX_WRAPS = 12;

const inMask = (mask: bigint, channel: number): boolean => ((mask >> BigInt(channel - 1)) & 1n) === 1n;

/** One tile of a page. */
export type ViewerWrap = { readonly deviceId: string; readonly channel: number };

/** The tiles with one more behind them; a full page stays as it is. */
export const withWrap = (wraps: readonly ViewerWrap[], wrap: ViewerWrap): readonly ViewerWrap[] =>
  wraps.length >= MAX_WRAPS ? wraps : [...wraps, wrap];

/** The first eight channels of the mask that the device has, lowest first. */
export const channelsOfMask = (mask: bigint, present: readonly number[]): readonly number[] =>
  [...present]
    .toSorted((a, b) => a - b)
    .filter((channel) => inMask(mask, channel))
    .slice(0, MAX_CHANNELS);

/** The lowest channel of the mask that the device has; 1 where there is none. */
export const firstChannel = (mask: bigint, present: readonly number[]): number => channelsOfMask(mask, present)[0] ?? 1;
