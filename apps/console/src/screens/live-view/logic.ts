// The live view's rules: which channels are on, how many at most, how the tiles are laid out, what a tile is called. Pure.

/** At most so many tiles on the live page. */
export const MAX_TILES = 12;
const FIRST_TILES = 4;
/** What a phone offers: so many windows under each other. */
export const phoneWindows = [1, 2, 4, 8] as const;

/** The channels on when a device is opened: its first four, the first one on a phone. */
export const firstChannels = (channels: readonly number[], phone: boolean): readonly number[] =>
  channels.slice(0, phone ? 1 : FIRST_TILES);

/** Switches a channel, keeping the order of the device's channels. Undefined: the limit refuses it. */
export const toggled = (
  on: readonly number[],
  channel: number,
  order: readonly number[],
): readonly number[] | undefined => {
  if (on.includes(channel)) return on.filter((c) => c !== channel);
  if (on.length >= MAX_TILES) return undefined;
  return order.filter((c) => c === channel || on.includes(c));
};

/** How wide a tile is, of 12 columns: the specification's tile grid. */
export const tileSpan = (tiles: number): number => {
  if (tiles <= 1) return 10;
  if (tiles <= 2) return 6;
  return tiles <= 6 ? 4 : 3;
};

/** Tiles beside each other and rows of them, so that all are seen at once. */
export const tileGrid = (tiles: number, phone: boolean): { columns: number; rows: number } => {
  if (phone) return { columns: tiles > 2 ? 2 : 1, rows: tiles > 2 ? Math.ceil(tiles / 2) : Math.max(1, tiles) };
  const columns = Math.floor(12 / tileSpan(tiles));
  return { columns, rows: Math.max(1, Math.ceil(tiles / columns)) };
};

/** '2 Driver'; 'ch2' for a channel without a name. */
export const channelName = (channel: number, names: readonly string[], channels: readonly number[]): string => {
  const name = names[channels.indexOf(channel)] ?? '';
  return name === '' ? `ch${channel}` : `${channel} ${name}`;
};

/** The channel whose number key was pressed; keys count the device's channels from 1. */
export const channelOfKey = (key: string, channels: readonly number[]): number | undefined =>
  /^[1-9]$/.test(key) ? channels[Number(key) - 1] : undefined;
