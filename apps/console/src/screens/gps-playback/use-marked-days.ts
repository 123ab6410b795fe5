// Which days of the shown month have a track, for the calendar.
import { postTrackHours } from '@outrider/contract';
import { useState } from 'react';
import { useCall } from '../../lib/calls.ts';
import { dayDate } from '../../lib/local-moment.ts';
import { formatDay, systemClock } from '../../lib/time.ts';
import { useDevice } from '../../live/hooks.ts';
import { daysWith } from '../../parts/track/hours.ts';

/** The calendar shows some days of the months before and after. */
const EDGE_DAYS = 7;

const monthSpan = (month: string): { start: number; end: number } => {
  const first = dayDate(`${month}-01`) ?? new Date(0);
  const from = new Date(first.getFullYear(), first.getMonth(), 1 - EDGE_DAYS);
  const to = new Date(first.getFullYear(), first.getMonth() + 1, EDGE_DAYS + 7);
  return { start: from.getTime(), end: to.getTime() };
};

/** `day`: the chosen one, whose month is shown first; '' for today's. */
export const useMarkedDays = (
  deviceId: string,
  day: string,
): { marked: readonly string[]; setMonth: (month: string) => void } => {
  const [month, setMonth] = useState(() => (day === '' ? formatDay(systemClock.now()) : day).slice(0, 7));
  const input = { deviceid: deviceId, ...monthSpan(month) };
  const seen = useDevice(deviceId) !== undefined;
  const { data } = useCall(postTrackHours, input, { enabled: seen });
  return { marked: deviceId !== '' && Array.isArray(data) ? daysWith(data) : [], setMonth };
};
