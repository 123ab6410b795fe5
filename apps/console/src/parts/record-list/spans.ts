// A record list as the timeline shows it. Pure.
import type { DeviceRecord, KeptSpan } from '@outrider/contract';
import type { RecordSpan } from '../record-timeline/bands.ts';

const spanType = (type: number): Pick<RecordSpan, 'type'> => {
  if (type === 1) return { type: 'gsensor' };
  return type === 2 ? { type: 'alarm' } : {};
};

/** The list as the timeline shows it: what is kept counts as on the server. */
export const spansOf = (records: readonly DeviceRecord[], kept: readonly KeptSpan[]): readonly RecordSpan[] => [
  ...records.map(({ channel, start, end, type }): RecordSpan => ({
    channel,
    startMs: start,
    endMs: end,
    source: 'device',
    ...spanType(type),
  })),
  ...kept.map(({ channel, start, end }): RecordSpan => ({ channel, startMs: start, endMs: end, source: 'server' })),
];
