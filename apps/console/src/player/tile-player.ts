// What a tile needs of a player, live or recorded.
import type { StoreApi } from 'zustand/vanilla';
import type { PlayerStatistics, PlayerStatus, StreamChoice } from './messages.ts';
import type { TileVoice } from './tile-voice.ts';

export interface TilePlayer {
  /** Put it into the page. */
  readonly element: HTMLElement;
  readonly status: StoreApi<PlayerStatus>;
  readonly statistics: StoreApi<{ readonly value: PlayerStatistics | undefined }>;
  /** Its sound: whether it is to be heard, how loud it is. */
  readonly voice: TileVoice;
  /** The picture on screen as PNG; undefined before the first one. */
  snapshot(): Promise<Blob | undefined>;
  /** It is the chosen tile: where decoding costs too much, its pictures come first. */
  favour(favoured: boolean): void;
  /** Begins again at once. */
  restart(): void;
  /** The other stream; left out where there is none to choose. */
  choose?(stream: StreamChoice): void;
  /** When the picture on screen was recorded, UTC ms; undefined for a live one. */
  pictureMs?(): number | undefined;
}
