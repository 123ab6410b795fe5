// How tiles stand and what they are called: the specification's tile grid, shared by every screen that shows tiles. Pure.

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

/** The live view: one to four tiles fill the room, more stand in the grid. */
export const liveGrid = (tiles: number, phone: boolean): { columns: number; rows: number } => {
  if (phone || tiles > 4) return tileGrid(tiles, phone);
  return { columns: tiles > 1 ? 2 : 1, rows: tiles > 2 ? 2 : 1 };
};

/** Tiles beside each other and under each other, as square as it goes; on a phone at most two beside each other. */
export const squareGrid = (tiles: number, phone: boolean): { columns: number; rows: number } => {
  const columns = Math.max(1, Math.min(Math.ceil(Math.sqrt(tiles)), phone ? 2 : 3));
  return { columns, rows: Math.max(1, Math.ceil(tiles / columns)) };
};

/** How a full-screen mosaic stands: the specification's grids up to four by three. */
export const mosaicGrid = (streams: number): { columns: number; rows: number } => {
  if (streams <= 1) return { columns: 1, rows: 1 };
  if (streams <= 4) return { columns: 2, rows: 2 };
  if (streams <= 6) return { columns: 3, rows: 2 };
  return streams <= 9 ? { columns: 3, rows: 3 } : { columns: 4, rows: 3 };
};

/** The channels a device has, in the order its settings give; those the order does not name stand last. */
export const inOrder = (present: readonly number[], order: readonly number[]): readonly number[] => [
  ...new Set([...order.filter((channel) => present.includes(channel)), ...present]),
];

/** What somebody called a channel; '' for nothing. */
export const givenName = (channel: number, names: readonly string[], channels: readonly number[]): string =>
  names[channels.indexOf(channel)] ?? '';

/** '2 Driver'; 'ch2' for a channel without a name. */
export const channelName = (channel: number, names: readonly string[], channels: readonly number[]): string => {
  const name = givenName(channel, names, channels);
  return name === '' ? `ch${channel}` : `${channel} ${name}`;
};
