// Opens what administrators say of fetching for events, and keeps what came of it to its room: of recordings what was fetched, of files all.
import {
  type EventParameterFeature,
  eventParameterFeature,
  type RoomSource,
  type Share,
} from '../features/event-parameters/index.ts';
import type { FileShare, FileStore } from '../features/file-store/index.ts';
import type { RecordingFeature } from '../features/recording/index.ts';
import type { RoomKit } from './kit.ts';

export type EventRoom = Pick<EventParameterFeature, 'rule' | 'limits'> & {
  /** Bytes of what counts to a limit. */
  usedBytes: (share: Share) => Promise<number>;
};

type Around = {
  recordings: Pick<RecordingFeature, 'fetchedBytes' | 'oldestFetched' | 'removeFetched'>;
  files: Pick<FileStore, 'usedBytes' | 'oldestOf' | 'retire'>;
};

const DAY_MS = 86_400_000;

/** `keptMs`: how long it is protected from the day on which it was fetched, which tells that day. */
const fetchedOf = (recordings: Around['recordings'], which: 'wanted' | 'others', keptMs: number): RoomSource => ({
  usedBytes: async () => (await recordings.fetchedBytes())[which],
  oldest: async (limit) =>
    (await recordings.oldestFetched(which, limit)).map((row) => ({
      sinceMs: row.protectedUntilMs - keptMs,
      remove: () => recordings.removeFetched([row]),
    })),
});

const filesOf = (files: Around['files'], share: FileShare): RoomSource => ({
  usedBytes: () => files.usedBytes(share),
  oldest: async (limit) =>
    (await files.oldestOf(share, limit)).map((file) => ({
      sinceMs: file.receivedMs,
      remove: async () => ((await files.retire([file])) === 0 ? 0 : file.bytes),
    })),
});

export const openEventRoom = ({ room, config, settings, house }: RoomKit, { recordings, files }: Around): EventRoom => {
  const parameters = house.open(eventParameterFeature({ ...room('event-parameters'), settings }));
  const { rule } = parameters;
  const sources: Record<Share, RoomSource[]> = {
    footage: [fetchedOf(recordings, 'wanted', config.customEventDays * DAY_MS), filesOf(files, 'footage')],
    snapshots: [filesOf(files, 'snapshots')],
    sd: [fetchedOf(recordings, 'others', 0)],
    sent: [filesOf(files, 'sent')],
  };
  house.open(parameters.keep(sources));
  const usedBytes = async (share: Share): Promise<number> => {
    const all = await Promise.all(sources[share].map((source) => source.usedBytes()));
    return all.reduce((sum, bytes) => sum + bytes, 0);
  };
  return { rule, limits: () => parameters.limits(), usedBytes };
};
