// Joins the channels of an export in the order of time and cuts them into batches. Reads one frame ahead of each channel, no more.
import type { RecordingCursor, StoredFrame } from '../recording/index.ts';
import type { PackedFrame } from './worker/messages.ts';

export type ExportChannel = { channel: number; cursor: RecordingCursor };
export type Batch = { frames: PackedFrame[]; bytes: Uint8Array<ArrayBuffer> };

const BATCH_BYTES = 256 * 1024;
const BATCH_FRAMES = 500;

type Head = ExportChannel & { frame: StoredFrame };

const nextHead = async ({ channel, cursor }: ExportChannel, toMs: number): Promise<Head | undefined> => {
  const frame = await cursor.next();
  return frame === undefined || frame.timeMs >= toMs ? undefined : { channel, cursor, frame };
};

const earliest = (heads: readonly Head[]): Head | undefined => {
  let first = heads[0];
  for (const head of heads) if (first !== undefined && head.frame.timeMs < first.frame.timeMs) first = head;
  return first;
};

const packed = (frames: readonly { channel: number; frame: StoredFrame }[], total: number): Batch => {
  const bytes = new Uint8Array(total);
  let at = 0;
  return {
    bytes,
    frames: frames.map(({ channel, frame: { kind, codec, key, timeMs, body } }) => {
      bytes.set(body, at);
      const entry = { channel, kind, codec, key, timeMs, at, length: body.length };
      at += body.length;
      return entry;
    }),
  };
};

/** Batches up to `toMs` (UTC ms, not included). Closes nothing. */
export async function* batchesOf(channels: readonly ExportChannel[], toMs: number): AsyncGenerator<Batch> {
  const found = await Promise.all(channels.map((channel) => nextHead(channel, toMs)));
  let heads = found.filter((head) => head !== undefined);
  let frames: { channel: number; frame: StoredFrame }[] = [];
  let total = 0;
  for (let head = earliest(heads); head !== undefined; head = earliest(heads)) {
    const taken = head;
    frames.push({ channel: taken.channel, frame: taken.frame });
    total += taken.frame.body.length;
    // oxlint-disable-next-line no-await-in-loop -- frame after frame
    const next = await nextHead(taken, toMs);
    if (next === undefined) heads = heads.filter((each) => each !== taken);
    else heads[heads.indexOf(taken)] = next;
    if (total < BATCH_BYTES && frames.length < BATCH_FRAMES) continue;
    yield packed(frames, total);
    frames = [];
    total = 0;
  }
  if (frames.length > 0) yield packed(frames, total);
}
