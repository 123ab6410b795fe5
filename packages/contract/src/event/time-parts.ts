// Parts of a day as text: minute ranges 'start-end,start-end', both ends included, 0 to 1439. They are chosen in local minutes and held in
// those of UTC, split where UTC begins a day.
export const DAY_MINUTES = 1440;
export const TIME_PARTS_RULE = 'Parts of a day are written like 0-60,480-540, in minutes up to 1439.';

/** Minutes of a day, `from` up to and with `to`. */
export type TimePart = { from: number; to: number };

const PART = /^(\d{1,4})-(\d{1,4})$/;

/** Undefined for a text that is none. Sorted, joined where they touch or overlap. */
export const readTimeParts = (text: string): TimePart[] | undefined => {
  const parts: TimePart[] = [];
  for (const piece of text.split(',').filter((each) => each.trim() !== '')) {
    const found = PART.exec(piece.trim());
    const [from, to] = [Number(found?.[1]), Number(found?.[2])];
    if (found === null || from > to || to >= DAY_MINUTES) return undefined;
    parts.push({ from, to });
  }
  return joinParts(parts);
};
export const isTimeParts = (text: string): boolean => readTimeParts(text) !== undefined;

export const joinParts = (parts: readonly TimePart[]): TimePart[] => {
  const joined: TimePart[] = [];
  for (const { from, to } of parts.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
};

export const timePartsText = (parts: readonly TimePart[]): string =>
  parts.map(({ from, to }) => `${from}-${to}`).join(',');

/** Each minute of each part `by` minutes on, round the day; split where the day ends. */
const moved = (parts: readonly TimePart[], by: number): TimePart[] => {
  const shift = ((by % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return joinParts(
    parts.flatMap(({ from, to }) => {
      const [start, end] = [from + shift, to + shift];
      if (start >= DAY_MINUTES) return [{ from: start - DAY_MINUTES, to: end - DAY_MINUTES }];
      if (end < DAY_MINUTES) return [{ from: start, to: end }];
      return [
        { from: start, to: DAY_MINUTES - 1 },
        { from: 0, to: end - DAY_MINUTES },
      ];
    }),
  );
};

/** `offset`: minutes east of UTC that the local clocks are. */
export const utcParts = (local: readonly TimePart[], offset: number): TimePart[] => moved(local, -offset);
export const localParts = (utc: readonly TimePart[], offset: number): TimePart[] => moved(utc, offset);

/** Local midnight parts stay apart: '23:00 to 01:00' is two of them. */
export const isInParts = (parts: readonly TimePart[], minute: number): boolean =>
  parts.some(({ from, to }) => minute >= from && minute <= to);
