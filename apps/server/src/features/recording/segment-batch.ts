// Frames on their way into a segment: their records in one piece of bytes, and the row of a segment that is whole. Writes nothing.
import type { WholeFrame } from '../../media/index.ts';
import type { SegmentFile } from './segment-file.ts';
import { addToContent, HEAD_BYTES, putFrame, recordBytes, type SegmentContent } from './segment-format.ts';
import type { ClosedSegment, NewSegment } from './store.ts';

export type TimedFrame = { frame: WholeFrame; timeMs: number };

/** How long the records of frames are. */
export const batchBytes = (batch: readonly TimedFrame[]): number =>
  batch.reduce((sum, { frame }) => sum + recordBytes(frame), 0);

/**
 * The records of frames that follow `content` in a segment, at the beginning of `target`, and what it holds with them. The list of
 * keys is the same one: cut it back when the bytes could not be written.
 */
export const recordsOf = (
  content: SegmentContent,
  startMs: number,
  batch: readonly TimedFrame[],
  target: Buffer = Buffer.allocUnsafe(batchBytes(batch)),
): { bytes: Buffer; after: SegmentContent } => {
  const after = { ...content, keys: content.keys };
  let at = 0;
  for (const { frame, timeMs } of batch) {
    const afterMs = Math.max(0, timeMs - startMs);
    addToContent(after, startMs, { kind: frame.kind, key: frame.key, afterMs, length: recordBytes(frame) });
    at = putFrame(target, at, afterMs, frame);
  }
  return { bytes: target.subarray(0, at), after };
};

/** Bytes of a whole segment that are no records: its head and its footer. */
export const bytesAround = (content: SegmentContent, closed: { bytes: number }): number =>
  HEAD_BYTES + closed.bytes - content.bytes;

/** The row of a segment that has just been begun. */
export const newRowOf = ({ head, slot, path }: SegmentFile): NewSegment => ({
  deviceKey: head.deviceKey,
  channel: head.channel,
  startMs: head.startMs,
  endMs: head.startMs,
  slot,
  path,
  previousHash: head.previousHash,
});

/** What its row says of a segment from the moment it is whole. `reason`: why it is shorter than meant; '': it is not. */
export const closedRowOf = (
  { slot, path }: SegmentFile,
  content: SegmentContent,
  { bytes, hash, problem }: Awaited<ReturnType<SegmentFile['close']>>,
  reason: string,
): ClosedSegment => ({
  endMs: content.endMs,
  bytes,
  frames: content.frames,
  reason: problem === '' ? reason : problem,
  hasVideo: content.hasVideo,
  hasAudio: content.hasAudio,
  hash,
  slot,
  path,
});
