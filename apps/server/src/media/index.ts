// The door of the media room: live streams of devices to viewers, and talk with devices.
import { q10StreamStatus } from '@outrider/contract';
import type { Access, VideoAllowance } from '../kernel/access/access.ts';
import type { Bus } from '../kernel/bus.ts';
import { answer, type CommandHandler } from '../kernel/channel/channel.ts';
import type { ViewerSocketKit } from '../kernel/channel/viewer-socket.ts';
import type { UpgradeHandler } from '../kernel/web/upgrade.ts';
import type { WorkMeters } from '../kernel/work/work-meters.ts';
import { Hub } from './hub.ts';
import { type RandomKit, RandomWatches } from './random-watch.ts';
import type { RecordingTap } from './recording-tap.ts';
import type { StreamSource } from './stream.ts';
import { createStreamSockets } from './stream-socket.ts';
import type { KeepTalkSound } from './talk/talk-sound.ts';
import { createTalkSockets } from './talk/talk-socket.ts';
import { Talks } from './talk/talks.ts';
import type { WatchableDevices } from './watchable-devices.ts';

export { encodeFrame, type EncodedFrame } from './encoded-frame.ts';
export { type Encoded, FlowEncoder } from './flow-encoder.ts';
export type { RecordingTap, WholeFrame } from './recording-tap.ts';
export type { StreamSource } from './stream.ts';
export type { TalkSound } from './talk/talk-sound.ts';

export type MediaKit = ViewerSocketKit & {
  bus: Bus;
  meters?: WorkMeters;
  access: Access;
  links: RandomKit['links'];
  devices: WatchableDevices;
  /** What uses data of the device's month. */
  allowance: VideoAllowance;
  /** Most viewers at once, on the server and of one account. */
  limits: { viewers: number; viewersPerUser: number };
  /** Whether anybody watches live; recordings go on without. */
  offersLive: boolean;
  /** How long a random stream stays on a channel. */
  dwellMs: number;
  /** Keeps the sound of talks. */
  keepSound?: KeepTalkSound;
};

export type Media = {
  /** Serve /ws.cgi by the type asked for. */
  streams: Readonly<Record<'live' | 'talk', UpgradeHandler>>;
  /** Keeps a channel's stream running and hands over every whole frame, beside the viewers. Gives the end. */
  record(source: StreamSource, tap: RecordingTap): () => void;
  /** By device the channels of which video comes, or is asked for. */
  channels(): ReadonlyMap<number, ReadonlySet<number>>;
  /** The commands of people. `diskRate`: bytes of recordings written each second, which come from the streams. */
  commandsWith(kit: { diskRate: () => number }): CommandHandler[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export const createMedia = (kit: MediaKit): Media => {
  const hub = new Hub(kit);
  const random = new RandomWatches({ ...kit, hub, random: Math.random });
  const viewers = createStreamSockets({ ...kit, hub, random });
  const talks = new Talks(kit);
  const talkers = createTalkSockets({ ...kit, talks });
  return {
    streams: { live: viewers.handleUpgrade, talk: talkers.handleUpgrade },
    record: (source, tap) => hub.record(source, tap),
    channels: () => hub.channels(),
    commandsWith: ({ diskRate }) => [
      answer(q10StreamStatus, ({ caller }) => ({
        Z: { hddBps: diskRate(), ...hub.status((key) => kit.access.maySee(caller, key)) },
      })),
    ],
    metrics: () => ({ ...hub.metrics(), ...talks.metrics() }),
    close: async () => {
      random.close();
      viewers.close();
      await Promise.all([talks.close(), hub.close()]);
      talkers.close();
    },
  };
};
