// All footage that is being stored: a deletion of everything of a device takes that away too. One of them is kept-writer.ts.
import { AppError } from '../../kernel/errors.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import { type KeptSource, KeptWriter, type KeptWriterKit } from './kept-writer.ts';

/** What an operator reads where footage was being fetched. */
const DELETED = 'The recordings of this device were deleted';

/** One after the other in each lane. A channel of a device has one taker, so waiting is for the end of the one before. */
const createTurns = (): KeptWriterKit['turn'] => {
  const turns = new InTurnByKey<string>();
  return (deviceKey, lane) =>
    new Promise((begin) => {
      void turns.run(`${deviceKey} ${lane}`, () => new Promise<void>((end) => begin(end)));
    });
};

export const createKeptWriters = (kit: Omit<KeptWriterKit, 'turn' | 'ended'>) => {
  const writing = new Set<KeptWriter>();
  const turn = createTurns();
  return {
    keep(source: KeptSource): KeptWriter {
      const writer = new KeptWriter({ ...kit, turn, ended: (ended) => void writing.delete(ended) }, source);
      writing.add(writer);
      return writer;
    },

    /** What is being fetched of a device and has no row yet is gone when it resolves; its fetches end with `conflict`. */
    async abandon(deviceKey: number): Promise<void> {
      const own = [...writing].filter(({ source }) => source.deviceKey === deviceKey);
      await Promise.all(own.map((writer) => writer.abandon(new AppError('conflict', DELETED))));
    },
  };
};
