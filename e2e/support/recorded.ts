// Recordings of a past moment without waiting for them: pictures and sound of the simulator's clips, written with the recorder's own
// files and rows into the folder of a running server. Every picture carries the stamp of its channel and recording time.
import { ONLY_NODE, SlotNames } from '../../apps/server/src/features/recording/slot-names.ts';
import { createRecordingStore } from '../../apps/server/src/features/recording/store.ts';
import { createSlotStore } from '../../apps/server/src/features/recording/store/slots.ts';
import { SegmentFile } from '../../apps/server/src/features/recording/segment-file.ts';
import {
  addToContent,
  createContent,
  putFrame,
  recordBytes,
} from '../../apps/server/src/features/recording/segment-format.ts';
import type { App } from '../../apps/server/src/app.ts';
import type { WholeFrame } from '../../apps/server/src/media/index.ts';
import {
  AUDIO_BLOCK_MS,
  loadClips,
  type ClipStore,
  type StreamName,
} from '../../apps/simulator/src/media/clip-store.ts';
import { join } from 'node:path';
import { insertStamp } from '@outrider/media';

export type Footage = {
  deviceId: string;
  channels: readonly number[];
  /** UTC ms. Pictures lie at whole multiples of 1/15 s since 1970, key frames at whole seconds. */
  startMs: number;
  endMs: number;
  /** Size: sub is CIF, main 704 x 576. */
  stream?: StreamName;
  sound?: boolean;
  pictures?: boolean;
  /** Others than the simulator's usual ones. */
  clips?: ClipStore;
};

/** Recordings are cut like the recorder's own. */
const SEGMENT_MS = 5 * 60_000;
const FLUSH_BYTES = 1024 * 1024;
const NO_HASH = new Uint8Array(32);

let clips: ClipStore | undefined;
const loaded = (): ClipStore => (clips ??= loadClips());

type Timed = { frame: WholeFrame; timeMs: number };

const pictureAt = (number: number, channel: number, { deviceId, stream = 'sub', clips: own }: Footage): Timed => {
  const clip = (own ?? loaded()).videoFor(channel, stream);
  const place = number % clip.frames.length;
  const body = clip.frames[place];
  if (body === undefined) throw new RangeError(`no picture ${place}`);
  const timeMs = Math.round((number * 1000) / clip.fps);
  const key = clip.keys.has(place);
  const stamp = { deviceId, channel, frameNumber: number % 2 ** 32, captureMs: timeMs };
  const frame = frameOf('video', key, insertStamp(body, stamp, clip.codec), stream, timeMs);
  return { timeMs, frame: { ...frame, codec: clip.codec } };
};

const soundAt = (number: number, channel: number, { stream = 'sub' }: Footage): Timed => {
  const { blocks } = loaded().audioFor(channel, 'g711a');
  const body = blocks[number % blocks.length];
  if (body === undefined) throw new RangeError(`no sound ${number}`);
  const timeMs = number * AUDIO_BLOCK_MS;
  return { timeMs, frame: frameOf('audio', false, body, stream, timeMs) };
};

const frameOf = (
  kind: WholeFrame['kind'],
  key: boolean,
  body: Uint8Array,
  stream: StreamName,
  timeMs: number,
): WholeFrame => ({
  kind,
  codec: kind === 'video' ? 'h264' : 'g711a',
  stream,
  key,
  newFormat: false,
  discontinuity: false,
  body,
  presentationUs: timeMs * 1000,
  captureMs: timeMs,
});

/** What a channel holds from the key frame at `fromMs` until `toMs`, in the order of time. */
function* framesOf(footage: Footage, channel: number, fromMs: number, toMs: number): Generator<Timed> {
  const { pictures = true, sound = true } = footage;
  const { fps } = loaded().videoFor(channel, footage.stream ?? 'sub');
  let picture = Math.ceil((fromMs * fps) / 1000);
  let block = Math.ceil(fromMs / AUDIO_BLOCK_MS);
  for (;;) {
    const pictureMs = pictures ? (picture * 1000) / fps : Infinity;
    const soundMs = sound ? block * AUDIO_BLOCK_MS : Infinity;
    if (Math.min(pictureMs, soundMs) >= toMs) return;
    if (pictureMs <= soundMs) {
      yield pictureAt(picture, channel, footage);
      picture += 1;
    } else {
      yield soundAt(block, channel, footage);
      block += 1;
    }
  }
}

type Place = { app: App; folder: string; deviceKey: number };

const writeSegment = async (place: Place, footage: Footage, channel: number, fromMs: number, toMs: number) => {
  const { app, folder, deviceKey } = place;
  const slots = await createSlotStore(app.db.db).slotsOf(ONLY_NODE);
  const store = createRecordingStore(app.db.db, new SlotNames(ONLY_NODE, slots));
  const head = { deviceKey, channel, startMs: fromMs, deviceId: footage.deviceId };
  const newest = await store.newest(deviceKey, channel);
  const previousHash = newest?.hash ?? NO_HASH;
  const file = await SegmentFile.begin(folder, { ...head, previousHash });
  const id = await store.open({
    deviceKey,
    channel,
    startMs: fromMs,
    endMs: fromMs,
    previousHash,
    slot: folder,
    path: file.path,
  });
  const content = createContent(fromMs);
  let buffer = Buffer.alloc(2 * FLUSH_BYTES);
  let used = 0;
  for (const { frame, timeMs } of framesOf(footage, channel, fromMs, toMs)) {
    const length = recordBytes(frame);
    if (used + length > buffer.length) {
      // oxlint-disable-next-line no-await-in-loop -- one file, in order
      await file.append(buffer.subarray(0, used));
      buffer = Buffer.alloc(Math.max(2 * FLUSH_BYTES, length));
      used = 0;
    }
    const afterMs = timeMs - fromMs;
    used = putFrame(buffer, used, afterMs, frame);
    addToContent(content, fromMs, { kind: frame.kind, key: frame.key, afterMs, length });
  }
  await file.append(buffer.subarray(0, used));
  const { bytes, hash, problem } = await file.close(content);
  if (problem !== '') throw new Error(problem);
  await store.close(id, {
    endMs: content.endMs,
    bytes,
    frames: content.frames,
    reason: '',
    hasVideo: content.hasVideo,
    hasAudio: content.hasAudio,
    hash,
    slot: folder,
    path: file.path,
  });
};

const deviceKeyOf = async (app: App, deviceId: string): Promise<number> => {
  const db = app.db.db.$extendTables<{ devices: { key: number; id: string } }>();
  const row = await db.selectFrom('devices').select('key').where('id', '=', deviceId).executeTakeFirst();
  if (row === undefined) throw new Error(`${deviceId} is not registered`);
  return row.key;
};

/**
 * Puts footage of a registered device where the server of `data` finds it at once. `startMs` must be a whole second, so that it is a
 * key frame. Called in the order of time for each channel.
 */
export const putFootage = async (app: App, data: string, footage: Footage): Promise<void> => {
  if (footage.startMs % 1000 !== 0) throw new RangeError('footage begins at a whole second');
  const place: Place = {
    app,
    folder: join(data, 'recordings'),
    deviceKey: await deviceKeyOf(app, footage.deviceId),
  };
  for (const channel of footage.channels)
    for (let fromMs = footage.startMs; fromMs < footage.endMs; fromMs += SEGMENT_MS)
      // oxlint-disable-next-line no-await-in-loop -- segments of a channel follow each other by their hashes
      await writeSegment(place, footage, channel, fromMs, Math.min(footage.endMs, fromMs + SEGMENT_MS));
};
