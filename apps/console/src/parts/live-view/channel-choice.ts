// The live view's rules: which channels are on and how many at most, on the page and in the popup. Pure.

/** At most so many channels on the live page, and in the popup. */
export const PAGE_CHANNELS = 12;
export const POPUP_CHANNELS = 8;
const FIRST_TILES = 4;
/** What a phone offers: so many windows under each other. */
export const phoneWindows = [1, 2, 4, 8] as const;

/** The channels on when a device is opened: its first four, the first one on a phone. */
export const firstChannels = (channels: readonly number[], phone: boolean): readonly number[] =>
  channels.slice(0, phone ? 1 : FIRST_TILES);

/** Switches a channel, keeping the order of the device's channels. Undefined: the limit `most` refuses it. */
export const toggled = (
  on: readonly number[],
  channel: number,
  order: readonly number[],
  most: number,
): readonly number[] | undefined => {
  if (on.includes(channel)) return on.filter((c) => c !== channel);
  if (on.length >= most) return undefined;
  return order.filter((c) => c === channel || on.includes(c));
};

/** The channel whose number key was pressed; keys count the device's channels from 1. */
export const channelOfKey = (key: string, channels: readonly number[]): number | undefined =>
  /^[1-9]$/.test(key) ? channels[Number(key) - 1] : undefined;
