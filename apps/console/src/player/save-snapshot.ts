// Saves the picture on screen as a file of this computer.
import { systemClock } from '../lib/time.ts';
import { snapshotName } from './snapshot-name.ts';
import type { TilePlayer } from './tile-player.ts';

/** Gives the file's name; undefined when there is no picture yet. */
export const saveSnapshot = async (
  player: TilePlayer,
  device: string,
  channel: number,
): Promise<string | undefined> => {
  const blob = await player.snapshot();
  if (blob === undefined) return undefined;
  const name = snapshotName(device, player.pictureMs?.() ?? systemClock.now(), channel, 'png');
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  systemClock.after(10_000, () => URL.revokeObjectURL(url));
  return name;
};
