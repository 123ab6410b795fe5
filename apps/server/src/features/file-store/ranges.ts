// Which bytes of a file have come, as spans in order that neither touch nor overlap. Pure.
import type { FileSpan } from '../../gateway/index.ts';

/** One more span than this is refused: a device that sends every second byte must not fill the memory. */
export const MAX_SPANS = 4096;

/** The spans with one more, joined where they touch. */
export const addSpan = (spans: readonly FileSpan[], added: FileSpan): FileSpan[] => {
  if (added.bytes <= 0) return [...spans];
  const end = added.offset + added.bytes;
  const before = spans.filter((span) => span.offset + span.bytes < added.offset);
  const after = spans.filter((span) => span.offset > end);
  const touched = spans.slice(before.length, spans.length - after.length);
  const first = touched[0];
  const last = touched.at(-1);
  const from = first === undefined ? added.offset : Math.min(first.offset, added.offset);
  const to = last === undefined ? end : Math.max(last.offset + last.bytes, end);
  return [...before, { offset: from, bytes: to - from }, ...after];
};

/** What lies between the spans, from 0 to `length`. */
export const gapsOf = (spans: readonly FileSpan[], length: number): FileSpan[] => {
  const gaps: FileSpan[] = [];
  let at = 0;
  for (const { offset, bytes } of spans) {
    if (offset >= length) break;
    if (offset > at) gaps.push({ offset: at, bytes: offset - at });
    at = offset + bytes;
  }
  if (at < length) gaps.push({ offset: at, bytes: length - at });
  return gaps;
};

/** The end of the last span. */
export const endOf = (spans: readonly FileSpan[]): number => {
  const last = spans.at(-1);
  return last === undefined ? 0 : last.offset + last.bytes;
};
