// What a tile needs of a player, live or recorded.
import type { StoreApi } from 'zustand/vanilla';
import type { PlayerStatistics, PlayerStatus, StreamChoice } from './messages.ts';
import type { SoundState } from './tile-voice.ts';

export interface TilePlayer {
  /** Put it into the page. */
  readonly element: HTMLElement;
  readonly status: StoreApi<PlayerStatus>;
  readonly statistics: StoreApi<{ readonly value: PlayerStatistics | undefined }>;
  readonly sound: StoreApi<SoundState>;
  /** Sound on. Call it in a click: browsers start sound in no other moment. */
  hear(gain: number): void;
  mute(): void;
  /** How loud the tile is just now, 0..1; 0 while muted. */
  loudness(): number;
  /** The picture on screen as PNG; undefined before the first one. */
  snapshot(): Promise<Blob | undefined>;
  /** Begins anew at once. */
  restart(): void;
  /** The other stream; left out where there is none to choose. */
  choose?(stream: StreamChoice): void;
  /** When the picture on screen was recorded, UTC ms; undefined for a live one. */
  pictureMs?(): number | undefined;
}
