// Saves the picture on screen as a file of this computer.
import { saveBlob } from '../lib/save-blob.ts';
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
  saveBlob(blob, name);
  return name;
};
