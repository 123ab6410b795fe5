// What a device has recorded: the list of it (0x9205, 0x1205), playing it (0x9201) and steering that (0x9202). Zones and numbers of
// the standard end here; which connection brings the frames is jt1078/. Reference JT/T 1078, sections 1.2 and 3.6 to 3.8.
import { AppError } from '@outrider/contract';
import {
  NO_TIME,
  p9201PlaybackRequest,
  p9202PlaybackControl,
  p9205QueryResources,
  PLAYBACK_COMMAND,
  PLAYBACK_MODE,
  type PlaybackControl,
  type Resource,
  type ResourceList,
} from '@outrider/jt1078';
import { decodeTime, encodeTime, type MessageCodec } from '@outrider/jt808';
import { isUnanswered } from '../../kernel/errors.ts';
import type { Flow } from '../jt1078/flow-table.ts';
import {
  recordKinds,
  type DeviceRecord,
  type DeviceRecords,
  type DeviceSpeed,
  type PlaybackFlow,
  type PlaybackOrder,
  type PlaybackRequest,
  type RecordQuery,
} from '../link.ts';
import type { SendOptions } from './orders/order-lane.ts';
import { ResourceParts } from './resource-parts.ts';

type Send<R> = <T>(codec: MessageCodec<T>, message: T, options: SendOptions) => Promise<R>;

export type RecordedSignals = {
  /** The zone of the device's clock. */
  utcOffsetMinutes: number;
  /** Questions beside the commands. */
  ask: Send<unknown>;
  command: Send<unknown>;
  /** A command over the device's newest link. */
  control: Send<void>;
  endpoint: () => { address: string; tcpPort: number };
};

const RESOURCE_LIST = 0x1205;
/** Looking through a full disk takes long (3.6); a second try, twice as long, is for an answer that was lost. */
const LIST_OPTIONS: SendOptions = {
  timeoutMs: 20_000,
  repeats: 1,
  expected: { kind: 'dedicated', id: RESOURCE_LIST },
};
/** Terminals answer with 0x0001, with 0x1205 or with both (1.2). A person waits: one try. */
const PLAY_OPTIONS: SendOptions = { timeoutMs: 10_000, repeats: 0, expected: { kind: 'either', id: RESOURCE_LIST } };
const CONTROL_OPTIONS: SendOptions = { timeoutMs: 5_000, repeats: 0 };
/** Some send a long list as whole messages, one a second (12.14). */
const NEXT_PART_MS = 5_000;
const ALL_PARTS_MS = 60_000;
const SECOND_MS = 1000;

/** Main and sub as 0x9201, 0x9205 and 0x1205 number them: not as 0x9101 does. */
const STREAM = { any: 0, main: 1, sub: 2 } as const;
const CONTENT = { av: 0, video: 2 } as const;
const VIDEO_OR_BOTH = 3;
const speedCodes: { readonly [S in DeviceSpeed]: number } = { 1: 1, 2: 2, 4: 3, 8: 4, 16: 5 };

/** Rejects with `device_offline`, `device_timeout`, `device_refused`. Times that are none are left out. */
export const listRecords = async (signals: RecordedSignals, query: RecordQuery): Promise<DeviceRecords> => {
  const { utcOffsetMinutes } = signals;
  const parts = new ResourceParts();
  await signals.ask(
    p9205QueryResources,
    {
      channel: query.channel,
      startBcd: encodeTime(query.fromMs, utcOffsetMinutes),
      endBcd: encodeTime(Math.ceil(query.toMs / SECOND_MS) * SECOND_MS, utcOffsetMinutes),
      alarmFlags: 0n, // two readings of its order exist: everything is asked for
      resourceType: VIDEO_OR_BOTH,
      streamType: STREAM[query.stream],
      storageType: 0,
    },
    {
      ...LIST_OPTIONS,
      gather: {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler decoded the 0x1205 that answers the question
        add: (answer) => parts.add(answer as ResourceList),
        quietMs: NEXT_PART_MS,
        limitMs: ALL_PARTS_MS,
      },
    },
  );
  const records = parts.resources
    .flatMap((resource) => recordOf(resource, utcOffsetMinutes))
    .toSorted((a, b) => a.startMs - b.startMs || a.channel - b.channel);
  return { records, incomplete: !parts.whole };
};

const recordOf = (resource: Resource, utcOffsetMinutes: number): DeviceRecord[] => {
  const { channel, alarmFlags, resourceType, streamType, storageType, sizeBytes } = resource;
  const startMs = decodeTime(resource.startBcd, utcOffsetMinutes);
  const endMs = decodeTime(resource.endBcd, utcOffsetMinutes);
  if (startMs === null || endMs === null || endMs <= startMs || channel === 0) return [];
  const kind = recordKinds[resourceType] ?? 'av';
  const stream = streamType === STREAM.sub ? 'sub' : 'main';
  const storage = storageType === 2 ? 'backup' : 'main';
  return [{ channel, startMs, endMs, alarmFlags, kind, stream, storage, sizeBytes }];
};

/** `flow` waits for the frames already. Rejects with AppError; then it is cancelled, and the device told to stop where it may play. */
export const startPlayback = async (
  signals: RecordedSignals,
  request: PlaybackRequest,
  flow: Flow,
): Promise<PlaybackFlow> => {
  const { channel } = request;
  try {
    await signals.command(p9201PlaybackRequest, playMessage(signals, request), PLAY_OPTIONS);
  } catch (error) {
    // A device that plays without ever answering is playing (12.2).
    if (!(isUnanswered(error) && flow.hasFrames())) {
      flow.cancel();
      if (isUnanswered(error) && !flow.replaced) stopOnDevice(signals, channel).catch(() => undefined); // nobody is left to tell
      throw error;
    }
  }
  let stopped = false;
  return {
    control: (order) => {
      flow.ordered();
      return signals.control(p9202PlaybackControl, controlMessage(signals, channel, order), CONTROL_OPTIONS);
    },
    stop: async () => {
      if (stopped) return;
      stopped = true;
      flow.close();
      // Also where the device closed or fell silent by itself: a playback has no other end (1.2).
      if (!flow.replaced) await stopOnDevice(signals, channel);
      flow.disconnect();
    },
  };
};

const stopOnDevice = async (signals: RecordedSignals, channel: number): Promise<void> => {
  const message = { channel, command: PLAYBACK_COMMAND.stop, speedCode: 0, positionBcd: NO_TIME };
  try {
    await signals.control(p9202PlaybackControl, message, CONTROL_OPTIONS);
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // offline, silent or refusing: the connection is closed anyway
  }
};

const playMessage = (signals: RecordedSignals, request: PlaybackRequest) => {
  const { utcOffsetMinutes } = signals;
  const { channel, stream, content, startMs, endMs, speed } = request;
  return {
    ...signals.endpoint(),
    udpPort: 0,
    channel,
    resourceType: CONTENT[content],
    streamType: STREAM[stream],
    storageType: 0,
    mode: speed === 1 ? PLAYBACK_MODE.normal : PLAYBACK_MODE.fastForward,
    speedCode: speed === 1 ? 0 : speedCodes[speed],
    startBcd: encodeTime(startMs, utcOffsetMinutes),
    endBcd: encodeTime(Math.ceil(endMs / SECOND_MS) * SECOND_MS, utcOffsetMinutes),
  };
};

const controlMessage = (signals: RecordedSignals, channel: number, order: PlaybackOrder): PlaybackControl => {
  const plain = { channel, speedCode: 0, positionBcd: NO_TIME };
  if (order.kind === 'pause') return { ...plain, command: PLAYBACK_COMMAND.pause };
  if (order.kind === 'seek')
    return {
      ...plain,
      command: PLAYBACK_COMMAND.seek,
      positionBcd: encodeTime(order.timeMs, signals.utcOffsetMinutes),
    };
  if (order.keysOnly === true) return { ...plain, command: PLAYBACK_COMMAND.keyFrames };
  if (order.speed === 1) return { ...plain, command: PLAYBACK_COMMAND.start };
  return { ...plain, command: PLAYBACK_COMMAND.fastForward, speedCode: speedCodes[order.speed] };
};
