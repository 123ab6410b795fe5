// Opens what administrators say of fetching for events, and keeps what came of it to its room: of recordings what was fetched, of files all.
import {
  type EventParameterFeature,
  eventParameterFeature,
  type RoomSource,
  type Share,
} from '../features/event-parameters/index.ts';
import {
  type EventRecoverFeature,
  eventRecoverFeature,
  type EventRecoverKit,
} from '../features/event-recover/index.ts';
import type { EventFeature } from '../features/event/index.ts';
import type { FileShare, FileStore } from '../features/file-store/index.ts';
import type { RecordingFeature } from '../features/recording/index.ts';
import type { VideoAllowance } from '../kernel/access/access.ts';
import type { DeviceFeature } from '../features/device/index.ts';
import type { Gateway } from '../gateway/index.ts';
import type { RoomKit } from './kit.ts';
import type { RecordedSide } from './recorded.ts';

export type EventRoom = Pick<EventParameterFeature, 'rule' | 'limits'> &
  Pick<EventRecoverFeature, 'takesLate'> & {
    /** Bytes of what counts to a limit. */
    usedBytes: (share: Share) => Promise<number>;
  };

type Around = {
  recordings: Pick<RecordingFeature, 'fetchedBytes' | 'oldestFetched' | 'removeFetched'> &
    EventRecoverKit['recordings'];
  footage: RecordedSide['footage'];
  devices: Pick<DeviceFeature, 'isRegistered'>;
  gateway: Pick<Gateway, 'links'>;
  dataUse: VideoAllowance;
  events: Pick<EventFeature, 'recovered'>;
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

const openRecover = (
  { room, settings, house }: RoomKit,
  { recordings, footage, devices, gateway: { links }, dataUse, events }: Around,
): EventRecoverFeature =>
  house.open(
    eventRecoverFeature({
      ...room('event-recover'),
      settings,
      recordings,
      footage,
      isRegistered: (deviceKey) => devices.isRegistered(deviceKey),
      isOnline: (deviceKey) => links.get(deviceKey) !== undefined,
      online: () => Array.from(links.all(), ({ deviceKey }) => deviceKey),
      refusal: (...asked) => dataUse.refusal(...asked),
      recovered: (...what) => events.recovered(...what),
    }),
  );

export const openEventRoom = (kit: RoomKit, around: Around): EventRoom => {
  const { room, config, settings, house } = kit;
  const { recordings, files } = around;
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
  const { takesLate } = openRecover(kit, around);
  return { rule, takesLate, limits: () => parameters.limits(), usedBytes };
};
