// Writes the sound of one talk to its tape while somebody talks: appended and never waited for. What becomes of the tape is sounds.ts.
import { createWriteStream } from 'node:fs';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { TalkSound } from '../../media/index.ts';
import { type Side, SidePlace, SOUND_RATE_HZ, tapeBlock } from './talk-tape.ts';

/** What waits for the disk; sound beyond it is left out. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024;
const SAMPLES_PER_MS = SOUND_RATE_HZ / 1000;

export type TapeKit = {
  clock: Clock;
  log: Log;
  path: string;
  /** A block was left out. */
  lost: () => void;
  /** The file is closed. */
  over: () => void;
};

export const recordOn = ({ clock, log, path, lost, over }: TapeKit): TalkSound => {
  const beganMs = clock.monotonic();
  const places: Readonly<Record<Side, SidePlace>> = { source: new SidePlace(), mdvr: new SidePlace() };
  const tape = createWriteStream(path, { mode: 0o600 });
  let failed = false;
  tape.on('error', (err) => {
    failed = true;
    log.error('sound of a talk not written', { err });
  });
  tape.on('close', over);
  const write = (side: Side, pcm: Int16Array): void => {
    const at = places[side].placeOf(pcm.length, Math.round((clock.monotonic() - beganMs) * SAMPLES_PER_MS));
    if (at === undefined || failed) return;
    if (tape.writableLength > MAX_UNWRITTEN_BYTES) lost();
    // A block counts its samples in two bytes, and a device may say more at once.
    else
      for (let i = 0; i < pcm.length; i += SOUND_RATE_HZ)
        tape.write(tapeBlock(side, at + i, pcm.subarray(i, i + SOUND_RATE_HZ)));
  };
  return {
    said: (pcm) => write('source', pcm),
    heard: (pcm) => write('mdvr', pcm),
    end: () => void tape.end(),
  };
};
