// How components read a player.
import { useStore } from 'zustand';
import type { LivePlayer } from './live-player.ts';
import type { PlayerStatistics, PlayerStatus } from './messages.ts';

export const usePlayerStatus = (player: LivePlayer): PlayerStatus => useStore(player.status);

/** Undefined before the first second is over. */
export const usePlayerStatistics = (player: LivePlayer): PlayerStatistics | undefined =>
  useStore(player.statistics, ({ value }) => value);
