// What the task monitors show and set: footage that is fetched from recorders, and what recorders are still asked for because of events. The
// tasks belong to the rooms that do them.
import {
  coverLimits,
  db12SetCovers,
  db8Covers,
  db9Requests,
  DEFAULT_COVER_LIMITS,
  MAX_TASK_ROWS,
} from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import type { FootageTasks, RemotePlaybackFeature } from '../remote-playback/index.ts';
import type { Settings } from '../settings/index.ts';
import { coverRows } from './cover-rows.ts';
import { type OpenFetch, type OpenFiles, requestRows } from './request-rows.ts';

export type TaskMonitorKit = {
  bus: Bus;
  settings: Pick<Settings, 'get' | 'set'>;
  /** '' for one that is not registered any more. */
  idOf: (deviceKey: number) => string;
  covers: RemotePlaybackFeature['covers'];
  /** The rooms that have footage fetched. */
  footage: readonly { tasks(limit: number): Promise<FootageTasks> }[];
  files: (limit: number) => Promise<readonly OpenFiles[]>;
  fetches: (limit: number) => Promise<readonly OpenFetch[]>;
  codesOf: (eventSerials: readonly number[]) => Promise<ReadonlyMap<number, number>>;
};

const COVERS = 'cover-limits';

const followCovers = ({ bus, settings, covers }: TaskMonitorKit): (() => void) => {
  const use = (): void => {
    covers.atOnce.limit = (settings.get(COVERS, coverLimits) ?? DEFAULT_COVER_LIMITS).maxCount;
  };
  use();
  return bus.subscribe('settings.changed', ({ key }) => {
    if (key === COVERS) use();
  });
};

const coverCommands = ({ settings, covers, footage, idOf }: TaskMonitorKit): CommandHandler[] => [
  answer(db8Covers, async () => {
    const rooms = await Promise.all(footage.map((room) => room.tasks(MAX_TASK_ROWS)));
    const { running: currentCount, limit: maxCount } = covers.atOnce;
    return { Z: { maxCount, currentCount, ...coverRows(rooms, covers.views(), idOf) } };
  }),
  answer(db12SetCovers, async (_session, { A: maxCount }) => {
    await settings.set(COVERS, coverLimits.parse({ maxCount }));
    return { R: '1' as const };
  }),
];

export const taskMonitorFeature = (kit: TaskMonitorKit): { commands: CommandHandler[]; close(): void } => {
  const unfollow = followCovers(kit);
  return {
    commands: [
      ...coverCommands(kit),
      answer(db9Requests, async () => {
        const [files, fetches] = await Promise.all([kit.files(MAX_TASK_ROWS), kit.fetches(MAX_TASK_ROWS)]);
        const codes = await kit.codesOf(files.map(({ eventSerial }) => eventSerial));
        return { Z: requestRows(files, fetches, codes, kit.idOf) };
      }),
    ],
    close: unfollow,
  };
};
