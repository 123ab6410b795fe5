// What the playback screen asks: the days and minutes that are recorded (Q08, Q06). What its timeline shows is parts/footage.
import { q06RecordedMinutes, q08RecordedDays } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { dayDate, offsetSpans } from '../../lib/local-moment.ts';
import { systemClock } from '../../lib/time.ts';
import { live } from '../../live/index.ts';
import { failedInfo, minutesOfDay, noRecordInfo, readRecordInfo } from './record-info.ts';
import type { RecordInfo } from './record-info.ts';

/** What is being recorded becomes visible by itself. */
const REFRESH_MS = 30_000;
const DAY_MS = 86_400_000;
/** As far as the server looks back by itself. */
const DAYS_BACK = 400;

/** The days with recordings, 'YYYY-MM-DD'. */
export const useRecordedDays = (deviceId: string): readonly string[] => {
  const { data } = useQuery({
    queryKey: ['Q08', deviceId],
    queryFn: async () => {
      const now = Math.ceil(systemClock.now() / 1000) * 1000;
      // Midnight lies elsewhere in the other half of the year.
      const parts = await Promise.all(
        offsetSpans(now - DAYS_BACK * DAY_MS, now + DAY_MS).map(({ fromMs: B, toMs: E, offsetS: O }) =>
          live().connection.ask(q08RecordedDays, { I: deviceId, O, B, E }),
        ),
      );
      return [...new Set(parts.flatMap(({ Z }) => Z))];
    },
    refetchInterval: REFRESH_MS,
  });
  return data ?? [];
};

/** Undefined while it is asked. */
export const useRecordInfo = (deviceId: string, day: string): RecordInfo | undefined => {
  const { data, error } = useQuery({
    queryKey: ['Q06', deviceId, day],
    queryFn: async () => {
      const start = dayDate(day);
      if (start === undefined) return noRecordInfo();
      const B = start.getTime();
      const { Z } = await live().connection.ask(q06RecordedMinutes, { I: deviceId, B, L: minutesOfDay(start) });
      return readRecordInfo(Z, B);
    },
    refetchInterval: REFRESH_MS,
  });
  return error === null ? data : failedInfo(data, error.message === '' ? 'Unknown' : error.message);
};
