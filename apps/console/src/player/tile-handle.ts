// What keys and buttons do with a tile: its own toolbar and the screen around it speak through this.

export type TileHandle = {
  toggleFullscreen(): void;
  toggleSound(): void;
  snapshot(): void;
  toggleStatistics(): void;
  focus(): void;
};
