// What an operator asks for, kept in the URL: device, days, minutes of the day. A link to it shows the same.
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { dayDate } from '../../lib/local-moment.ts';
import { formatDay, systemClock } from '../../lib/time.ts';
import { daysOf, LAST_MINUTE, MAX_DAYS, spanOf, withMinute } from './range.ts';
import type { Days, Minutes } from './range.ts';
import type { TrackWish } from './track-query.ts';

export type Wish = {
  readonly deviceId: string;
  readonly days: Days;
  readonly minutes: Minutes;
  /** What to ask; undefined while a device or a day is missing. */
  readonly complete: TrackWish | undefined;
  /** More days than may be asked for at once. */
  readonly tooLong: boolean;
  setDevice: (deviceId: string) => void;
  setDays: (days: Days) => void;
  setMinutes: (minutes: Minutes) => void;
};

const dayIn = (text: string | null): string => {
  if (text === null || dayDate(text) === undefined) return '';
  return text <= formatDay(systemClock.now()) ? text : '';
};

const minuteIn = (text: string | null, otherwise: number): number => {
  const minute = text === null || text === '' ? otherwise : Number(text);
  return Number.isFinite(minute) ? minute : otherwise;
};

const read = (parameters: URLSearchParams): { deviceId: string; days: Days; minutes: Minutes } => {
  const first = dayIn(parameters.get('day'));
  const last = dayIn(parameters.get('to'));
  const from = withMinute({ from: 0, to: LAST_MINUTE }, 'from', minuteIn(parameters.get('from'), 0));
  return {
    deviceId: parameters.get('device') ?? '',
    days: { first, last: last >= first && first !== '' ? last : '' },
    minutes: withMinute(from, 'to', minuteIn(parameters.get('until'), LAST_MINUTE)),
  };
};

export const useWish = (): Wish => {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.toString();
  const { deviceId, days, minutes } = useMemo(() => read(new URLSearchParams(text)), [text]);
  const write = useCallback(
    (changes: Record<string, string>) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(changes)) {
            if (value === '') next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
  const span = spanOf(days, minutes);
  const tooLong = daysOf(days).length > MAX_DAYS;
  return {
    deviceId,
    days,
    minutes,
    complete: deviceId === '' || span === undefined || tooLong ? undefined : { deviceId, days, span },
    tooLong,
    setDevice: (id) => write({ device: id }),
    setDays: ({ first, last }) => write({ day: first, to: last === first ? '' : last }),
    setMinutes: ({ from, to }) =>
      write({ from: from === 0 ? '' : String(from), until: to === LAST_MINUTE ? '' : String(to) }),
  };
};
