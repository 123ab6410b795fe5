// How components read a player.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { PlayerStatistics, PlayerStatus } from './messages.ts';
import { DEFAULT_GAIN } from './gain.ts';
import type { TilePlayer } from './tile-player.ts';
import type { SoundState } from './tile-voice.ts';

export const usePlayerStatus = (player: Pick<TilePlayer, 'status'>): PlayerStatus => useStore(player.status);

/** Undefined before the first second is over. */
export const usePlayerStatistics = (player: Pick<TilePlayer, 'statistics'>): PlayerStatistics | undefined =>
  useStore(player.statistics, ({ value }) => value);

export type TileSound = SoundState & { readonly toggle: () => void; readonly setGain: (gain: number) => void };

const silence = createStore<SoundState>(() => ({ on: false, gain: DEFAULT_GAIN }));

/** Sound of one tile: off until clicked. */
export const useTileSound = (player: TilePlayer | undefined): TileSound => {
  const { on, gain } = useStore(player?.voice.state ?? silence);
  return {
    on,
    gain,
    toggle: () => {
      if (on) player?.voice.mute();
      else player?.voice.hear(gain);
    },
    setGain: (next) => player?.voice.hear(next),
  };
};
