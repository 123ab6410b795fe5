// What keys and buttons do with a tile: its own toolbar and the screen around it speak through this.

export type TileHandle = {
  readonly toggleFullscreen: () => void;
  readonly toggleSound: () => void;
  readonly snapshot: () => void;
  readonly toggleStatistics: () => void;
  readonly focus: () => void;
};
