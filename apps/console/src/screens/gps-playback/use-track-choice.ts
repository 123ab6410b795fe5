// What an operator asks for, kept in the URL: device, days, minutes of the day. A link to it shows the same.
import { useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { dayDate } from '../../lib/local-moment.ts';
import { formatDay, systemClock } from '../../lib/time.ts';
import { daysOf, LAST_MINUTE, MAX_DAYS, spanOf, withMinute } from '../../parts/track/range.ts';
import type { Days, Minutes } from '../../parts/track/range.ts';
import type { TrackRequest } from '../../parts/track/track-query.ts';

export type TrackChoice = {
  readonly deviceId: string;
  readonly days: Days;
  readonly minutes: Minutes;
  /** What to ask; undefined while a device or a day is missing. */
  readonly complete: TrackRequest | undefined;
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

type Draft = { readonly deviceId: string; readonly days: Days; readonly minutes: Minutes };

const read = (parameters: URLSearchParams): Draft => {
  const first = dayIn(parameters.get('day'));
  const last = dayIn(parameters.get('to'));
  const from = withMinute({ from: 0, to: LAST_MINUTE }, 'from', minuteIn(parameters.get('from'), 0));
  return {
    deviceId: parameters.get('device') ?? '',
    days: { first, last: last >= first && first !== '' ? last : '' },
    minutes: withMinute(from, 'to', minuteIn(parameters.get('until'), LAST_MINUTE)),
  };
};

/** The same in the form of the URL; what else stands there stays. */
const written = (before: string, { deviceId, days, minutes }: Draft): string => {
  const next = new URLSearchParams(before);
  const values = {
    device: deviceId,
    day: days.first,
    to: days.last === days.first ? '' : days.last,
    from: minutes.from === 0 ? '' : String(minutes.from),
    until: minutes.to === LAST_MINUTE ? '' : String(minutes.to),
  };
  for (const [key, value] of Object.entries(values)) {
    if (value === '') next.delete(key);
    else next.set(key, value);
  }
  return next.toString();
};

/** The URL follows a moment later; until then what was chosen counts, so that a handle stays under the finger. */
const useDraft = (): readonly [Draft, (changes: Partial<Draft>) => void] => {
  const [parameters, setParameters] = useAddressQuery();
  const text = parameters.toString();
  const [edit, setEdit] = useState<{ draft: Draft; from: string; to: string }>();
  const fromUrl = useMemo(() => read(new URLSearchParams(text)), [text]);
  const fresh = edit !== undefined && (text === edit.from || text === edit.to);
  const draft = fresh ? edit.draft : fromUrl;
  return [
    draft,
    (changes) => {
      const next = { ...draft, ...changes };
      const to = written(text, next);
      setEdit({ draft: next, from: text, to });
      setParameters(() => new URLSearchParams(to));
    },
  ];
};

export const useTrackChoice = (): TrackChoice => {
  const [{ deviceId, days, minutes }, change] = useDraft();
  const span = spanOf(days, minutes);
  const tooLong = daysOf(days).length > MAX_DAYS;
  return {
    deviceId,
    days,
    minutes,
    complete: deviceId === '' || span === undefined || tooLong ? undefined : { deviceId, days, span },
    tooLong,
    setDevice: (id) => change({ deviceId: id }),
    setDays: (chosen) => change({ days: chosen }),
    setMinutes: (chosen) => change({ minutes: chosen }),
  };
};
