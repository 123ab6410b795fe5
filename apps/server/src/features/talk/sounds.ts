// The sound of talks, where it is kept: written while somebody talks, made into files when the talk is over, also after a kill, and
// forgotten by age. Whose talk it is, and who may hear it, is calls.ts.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, type TalkAudio, talkAudios } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { forgetInSteps, startForgetting } from '../../kernel/storage/forget.ts';
import { WorkerCalls } from '../../kernel/work/worker-calls.ts';
import type { TalkSound } from '../../media/index.ts';
import { recordOn } from './tape-writer.ts';
import type { VoiceCalls } from './worker/voice.worker.ts';

const IDLE_MS = 10_000;
const MAX_WAITING = 1000;
const FILE = /^([\w-]{1,64})\.(source|mdvr|merge)\.aac$/;
const TAPE = /^([\w-]{1,64})\.tape$/;

export type TalkSounds = {
  begin(talkId: string): TalkSound;
  /** Which files there are of a talk. */
  of(talkId: string): ReadonlySet<TalkAudio>;
  pathOf(talkId: string, audio: TalkAudio): string;
  /** They were set to be kept for a shorter time. */
  forgetOld(): void;
  metrics(): Record<string, number>;
  /** Makes the files of talks that are over. */
  close(): Promise<void>;
};

export type TalkSoundsKit = { clock: Clock; log: Log; folder: string; days: () => number; keep: boolean };

const NONE: ReadonlySet<TalkAudio> = new Set();

/** Files by talk, and when they were made. */
class Shelf {
  readonly folder: string;
  readonly #talks = new Map<string, { audios: Set<TalkAudio>; madeMs: number }>();

  constructor(folder: string) {
    this.folder = folder;
  }

  stem(talkId: string): string {
    return join(this.folder, talkId);
  }

  path(talkId: string, audio: TalkAudio): string {
    return `${this.stem(talkId)}.${audio}.aac`;
  }

  of(talkId: string): ReadonlySet<TalkAudio> {
    return this.#talks.get(talkId)?.audios ?? NONE;
  }

  /** Looks for the files of one talk. */
  async look(talkId: string): Promise<void> {
    for (const audio of talkAudios) {
      const found = await stat(this.path(talkId, audio)).catch(() => undefined);
      if (found === undefined) continue;
      const talk = this.#talks.get(talkId) ?? { audios: new Set(), madeMs: found.mtimeMs };
      talk.audios.add(audio);
      this.#talks.set(talkId, talk);
    }
  }

  /** Talks whose files are older, at most `limit`; gives how many went. */
  async forget(beforeMs: number, limit: number): Promise<number> {
    const old = [...this.#talks].filter(([, { madeMs }]) => madeMs < beforeMs).slice(0, limit);
    for (const [talkId, { audios }] of old) {
      for (const audio of audios) await rm(this.path(talkId, audio), { force: true });
      this.#talks.delete(talkId);
    }
    return old.length;
  }
}

/** What is there at a start: files, and the tapes of talks that a kill cut off. */
const takeStock = async (shelf: Shelf): Promise<string[]> => {
  const tapes: string[] = [];
  const talks = new Set<string>();
  for (const name of await readdir(shelf.folder).catch(() => [])) {
    const tape = TAPE.exec(name)?.[1];
    const file = FILE.exec(name)?.[1];
    if (tape !== undefined) tapes.push(tape);
    else if (file === undefined) await rm(join(shelf.folder, name), { force: true });
    else talks.add(file);
  }
  for (const talkId of talks) await shelf.look(talkId);
  return tapes;
};

export const openTalkSounds = async ({ clock, log, folder, days, keep }: TalkSoundsKit): Promise<TalkSounds> => {
  const shelf = new Shelf(folder);
  if (keep) await mkdir(folder, { recursive: true, mode: 0o700 });
  const thread = new WorkerCalls<VoiceCalls>({
    log,
    what: 'sound of talks',
    start: () => new Worker(new URL('worker/voice.worker.ts', import.meta.url)),
    most: { calls: MAX_WAITING, text: 'Too many talks wait for their sound' },
    failed: ({ text }) => new AppError('unavailable', `The sound of the talk could not be made: ${text}`),
    idle: { clock, ms: IDLE_MS },
  });
  const making = new Set<Promise<void>>();
  let blocksLost = 0;
  const make = async (talkId: string): Promise<void> => {
    try {
      await thread.call('make', [shelf.stem(talkId)]);
      await shelf.look(talkId);
    } catch (err) {
      log.error('sound of a talk not made', { talk: talkId, err }); // its tape stays for the next start
    }
  };
  const begin = (talkId: string): TalkSound => {
    const done = Promise.withResolvers<undefined>();
    const made = done.promise.then(() => make(talkId));
    making.add(made);
    void made.finally(() => making.delete(made));
    return recordOn({
      clock,
      log,
      path: `${shelf.stem(talkId)}.tape`,
      lost: () => void (blocksLost += 1),
      over: () => done.resolve(undefined),
    });
  };
  for (const talkId of await takeStock(shelf)) {
    const made = make(talkId);
    making.add(made);
    void made.finally(() => making.delete(made));
  }
  const forgetting = startForgetting({
    clock,
    log,
    what: 'sound of talks',
    days,
    forget: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => shelf.forget(beforeMs, limit), goesOn),
  });
  return {
    begin,
    of: (talkId) => shelf.of(talkId),
    pathOf: (talkId, audio) => shelf.path(talkId, audio),
    forgetOld: () => forgetting.again(),
    metrics: () => ({ talk_sound_blocks_lost_total: blocksLost, talk_sound_forgotten_total: forgetting.count() }),
    async close() {
      await Promise.allSettled(making);
      await forgetting.close();
      await thread.close();
    },
  };
};
