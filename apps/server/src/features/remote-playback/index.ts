// The door of remote playback: what devices have recorded, playing it, and keeping what was fetched.
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Access, Devices, VideoAllowance } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { ViewerSocketKit } from '../../kernel/channel/viewer-socket.ts';
import type { UpgradeHandler } from '../../kernel/web/upgrade.ts';
import { laneOf, type KeptSource, type KeptWriter, type RecordingReader } from '../recording/index.ts';
import { remotePlaybackCalls } from './calls.ts';
import { Claims } from './claims.ts';
import { remotePlaybackCommands } from './commands.ts';
import { FootageFetcher } from './footage-fetcher.ts';
import type { Footage } from './footage.ts';
import { createKeptReader } from './kept-reader.ts';
import { createPlaySockets } from './play-socket.ts';
import { createPositionSockets } from './position-socket.ts';
import type { LiveView } from './live-fetch.ts';
import { RecordLists } from './record-lists.ts';
import { RemotePlays } from './remote-plays.ts';

export type {
  Footage,
  FootageProgress,
  FootageRequest,
  FootageSource,
  FootageSpan,
  FootageTask,
  FootageTasks,
} from './footage.ts';
export type { LiveView } from './live-fetch.ts';

export type RemotePlaybackKit = ViewerSocketKit & {
  access: Pick<Access, 'current'>;
  allowance: VideoAllowance;
  bus: Bus;
  links: LinkRegistry;
  recordings: {
    reader: RecordingReader;
    keep(source: KeptSource): KeptWriter;
    protect(
      deviceKey: number,
      channels: readonly number[],
      fromMs: number,
      toMs: number,
      untilMs: number,
    ): Promise<void>;
    unprotect(
      span: { deviceKey: number; channels: readonly number[]; fromMs: number; toMs: number },
      wanted: readonly { startMs: number; endMs: number }[],
    ): Promise<void>;
  };
  devices: Devices & {
    clockOf(deviceKey: number): { id: string; utcOffsetMinutes: number } | undefined;
    hasSound(deviceKey: number, channel: number): boolean;
  };
  /** The drawn positions of a device as a JSON array of trackPoint; unix seconds, both ends included. */
  trackOf: (deviceKey: number, from: number, to: number) => Promise<Uint8Array>;
};

export type RemotePlaybackFeature = {
  /** Serves /ws.cgi of type repb on whatever listener the request came. */
  handleUpgrade: UpgradeHandler;
  /** The same of type repbgps: where the vehicle was at the playing time. */
  handlePositionUpgrade: UpgradeHandler;
  footage: Footage;
  /** What comes from recorders now, how much at once, and how much may. */
  covers: { views(): LiveView[]; readonly atOnce: { limit: number; readonly running: number } };
  calls: CallHandler[];
  commands: CommandHandler[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

/** Closes before the recordings: what was fetched is stored then. */
export const remotePlaybackFeature = (kit: RemotePlaybackKit): RemotePlaybackFeature => {
  const { recordings, devices } = kit;
  const lists = new RecordLists(kit);
  // Their times were read in the zone of before.
  const forget = ({ deviceKey }: { deviceKey: number }): void => lists.forget(deviceKey);
  const unsubscribes = [kit.bus.subscribe('device.formatted', forget), kit.bus.subscribe('device.zone', forget)];
  const claims = new Claims();
  const kept = createKeptReader(recordings.reader);
  const inner = {
    ...kit,
    lists,
    claims,
    keep: (place: KeptSource) => recordings.keep(place),
    utcOffsetMinutes: (deviceKey: number) => devices.clockOf(deviceKey)?.utcOffsetMinutes ?? 0,
    hasSound: (deviceKey: number, channel: number) => devices.hasSound(deviceKey, channel),
  };
  const plays = new RemotePlays({
    ...inner,
    kept: (...asked) => kept.spans(...asked),
    openKept: (...asked) => kept.open(...asked),
  });
  const fetcher = new FootageFetcher({ ...inner, kept, deviceId: (deviceKey) => devices.clockOf(deviceKey)?.id });
  const sockets = createPlaySockets({ ...kit, plays });
  const positions = createPositionSockets({ ...kit, plays });
  return {
    handleUpgrade: sockets.handleUpgrade,
    handlePositionUpgrade: positions.handleUpgrade,
    footage: {
      fetch: (request) => fetcher.fetch(request),
      listed: async (deviceKey, fromMs, toMs) => {
        const { records } = await lists.ask({ deviceKey, channel: 0, fromMs, toMs });
        return records.filter(({ kind }) => kind !== 'audio');
      },
      kept: (source, fromMs, toMs) => kept.spans(source, fromMs, toMs),
      open: (source, fromMs) => kept.open(source, fromMs),
      protect: ({ deviceKey, ...lane }, fromMs, toMs, untilMs) =>
        recordings.protect(deviceKey, [laneOf(lane)], fromMs, toMs, untilMs),
      release: ({ deviceKey, ...lane }, fromMs, toMs, wanted) =>
        recordings.unprotect({ deviceKey, channels: [laneOf(lane)], fromMs, toMs }, wanted),
    },
    covers: { views: () => fetcher.views(), atOnce: fetcher.atOnce },
    calls: remotePlaybackCalls({ ...kit, lists, kept: (...asked) => kept.spansOf(...asked) }),
    commands: remotePlaybackCommands({ ...kit, plays }),
    metrics: () => ({
      ...plays.metrics(),
      ...fetcher.metrics(),
      ...lists.metrics(),
      remote_playback_maps: positions.open.size,
    }),
    close: async () => {
      for (const each of unsubscribes) each();
      sockets.close();
      positions.close();
      await Promise.all([plays.close(), fetcher.close()]);
    },
  };
};
