// What a timeline says: where recordings lie, why they were made, how long it shows.
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { holdingAt } from './bands.ts';
import type { Holding, RecordSpan } from './bands.ts';

/** Other words for what the colours mean, where a screen has them. */
export type HoldingWords = Partial<Record<Holding, string>>;

export const holdings: readonly Holding[] = ['server', 'device', 'both', 'missing'];

export const holdingText = (holding: Holding, words: HoldingWords = {}): string => {
  const own: Record<Holding, string> = {
    server: t('On the server'),
    device: t('On the device'),
    both: t('On both'),
    missing: t('Not recorded'),
  };
  return words[holding] ?? own[holding];
};

/** 'Camera 1 · On the server'. */
export const heldText = (name: string, holding: Holding, words?: HoldingWords): string =>
  `${name} · ${holdingText(holding, words)}`;

export type TimelineRow = { readonly channel: number; readonly name: string };

/** '2026-03-01 14:02:31. ch1: On the server. ch2: Not recorded.' For more than four channels: of how many there is a recording. */
export const momentText = (
  ms: number | undefined,
  rows: readonly TimelineRow[],
  spans: ReadonlyMap<number, readonly RecordSpan[]>,
  words: HoldingWords,
): string => {
  if (ms === undefined) return t('No moment chosen');
  const found = rows.map(({ channel, name }) => ({ name, holding: holdingAt(spans.get(channel) ?? [], ms) }));
  const recorded = found.filter(({ holding }) => holding !== 'missing').length;
  const parts =
    found.length > 4
      ? [t('{recorded} of {count} channels recorded', { recorded, count: found.length })]
      : found.map(({ name, holding }) => `${name}: ${holdingText(holding, words)}`);
  return [formatDateTime(ms), ...parts].join('. ');
};

/** The lengths on offer, ms. */
export const viewLengths = [
  60_000,
  600_000,
  3_600_000,
  6 * 3_600_000,
  24 * 3_600_000,
  7 * 24 * 3_600_000,
  31 * 24 * 3_600_000,
] as const;

export const lengthText = (ms: number): string => {
  if (ms < 3_600_000) return t('{number} min', { number: Math.round(ms / 60_000) });
  if (ms < 24 * 3_600_000) return t('{number} h', { number: Math.round(ms / 3_600_000) });
  return t('{count} days', { count: Math.round(ms / (24 * 3_600_000)) });
};
