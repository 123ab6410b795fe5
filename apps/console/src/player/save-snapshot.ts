// Saves the picture on screen as a file of this computer: 'TRK-101_20260301-140231_ch2.png'.
import { fileNameOf, stampOf } from '../lib/file-name.ts';
import { saveBlob } from '../lib/save-blob.ts';
import { systemClock } from '../lib/time.ts';
import type { TilePlayer } from './tile-player.ts';

/** Gives the file's name; undefined when there is no picture yet. */
export const saveSnapshot = async (
  player: TilePlayer,
  device: string,
  channel: number,
): Promise<string | undefined> => {
  const blob = await player.snapshot();
  if (blob === undefined) return undefined;
  const moment = stampOf(player.pictureMs?.() ?? systemClock.now()).join('-');
  const name = fileNameOf([device, moment, `ch${channel}`], 'png');
  saveBlob(blob, name);
  return name;
};
