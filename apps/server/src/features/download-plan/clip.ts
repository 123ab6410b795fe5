// Makes the clip of an event of footage that is kept, and keeps it with the files of the event.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileSink } from '../../gateway/index.ts';
import { AppError } from '../../kernel/errors.ts';
import { makeFile } from '../download/index.ts';
import type { Footage } from '../remote-playback/index.ts';
import type { PlannedFetch } from './store.ts';

export type ClipKit = {
  footage: Footage;
  sink: FileSink;
  /** Where a clip lies while it is made. */
  folder: string;
  /** Bytes of one clip at most. */
  maxBytes: number;
};

/** The first of what is kept of a channel. */
type Kept = { channel: number; stream: 'main' | 'sub'; startMs: number };
const PIECE = 256 * 1024;

const send = async (sink: FileSink, path: string, file: Parameters<FileSink['begin']>[0]): Promise<void> => {
  const incoming = await sink.begin(file);
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(PIECE);
    for (let offset = 0; ;) {
      const { bytesRead } = await handle.read(buffer, 0, PIECE, offset);
      if (bytesRead === 0) break;
      await incoming.write(offset, Buffer.from(buffer.subarray(0, bytesRead)));
      offset += bytesRead;
    }
    await incoming.finish();
  } catch (error) {
    await incoming.abandon();
    throw error;
  } finally {
    await handle.close();
  }
};

/** One that is kept already stays as it is. Rejects with DownloadFault or AppError. */
export const makeClip = async (
  { footage, sink, folder, maxBytes }: ClipKit,
  fetch: PlannedFetch,
  { channel, stream, startMs }: Kept,
  signal: AbortSignal,
): Promise<void> => {
  const { id, deviceKey, eventSerial, startMs: fromMs, endMs: toMs, audio } = fetch;
  const path = join(folder, `${id}-${channel}.mp4`);
  const source = { deviceKey, channel, stream, audio };
  const name = `event-${eventSerial}-ch${channel}.mp4`;
  try {
    const bytes = await makeFile(
      {
        format: 'mp4',
        fromMs,
        toMs,
        title: name,
        open: async () => [{ channel, cursor: await footage.open(source, fromMs) }],
        track: null,
        utcOffsetMinutes: 0,
        sound: audio,
      },
      { path, signal, progress: () => undefined, turn: (action) => action(maxBytes) },
    );
    if (bytes === 0) throw new AppError('not_found', 'No Record');
    await send(sink, path, {
      deviceKey,
      kind: 'video',
      channel,
      // Where the clip begins: the recorder may have begun later than was asked for.
      takenAtMs: Math.max(fromMs, startMs),
      name,
      mimeType: 'video/mp4',
      expectedBytes: bytes,
      eventSerial,
      asked: true,
      source: 'download plan',
      identity: `plan/${eventSerial}/${channel}`,
    });
  } finally {
    await rm(path, { force: true });
  }
};
