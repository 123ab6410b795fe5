// The tables that count events of a device: alarms of its memory card, and the score of its driver.
import { eventName, driverPointsOf } from '@outrider/contract';
import { deviceColumns, unitsOf } from './device-columns.ts';
import { type Sheet, sheetOf } from './sheet.ts';
import type { Asked, ReportDevice, ReportSources } from './sources.ts';

type Counted = { device: ReportDevice; counts: ReadonlyMap<number, number>; newestMs: number };

/** For each device how often each code came, also where none did. */
const countEvents = async (
  { events }: ReportSources,
  { fromMs, toMs, devices, signal }: Asked,
  codes: readonly number[],
): Promise<Counted[]> => {
  const found = new Map(devices.map(({ key }) => [key, { counts: new Map<number, number>(), newestMs: 0 }]));
  if (codes.length > 0)
    for await (const some of events({ fromMs, toMs, deviceKeys: [...found.keys()], codes })) {
      signal.throwIfAborted();
      for (const { deviceKey, code, momentMs } of some) {
        const entry = found.get(deviceKey);
        if (entry === undefined) continue;
        entry.counts.set(code, (entry.counts.get(code) ?? 0) + 1);
        entry.newestMs = Math.max(entry.newestMs, momentMs);
      }
    }
  return devices.map((device) => ({ device, ...(found.get(device.key) ?? { counts: new Map(), newestMs: 0 }) }));
};

const sumOf = ({ counts }: Counted): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** A disk that fails, a backup that failed, and the storage fault of a vendor. Not 98: by that event recordings that were lacking came. */
const CARD_CODES = [12, 92, 1833] as const;

/** Devices with at least so many alarms (1 where nothing is said), the most first. */
export const cardAlarms = async (sources: ReportSources, asked: Asked): Promise<Sheet> => {
  const least = asked.events === '' ? 1 : Number(asked.events);
  const { time } = unitsOf(asked);
  const rows = (await countEvents(sources, asked, CARD_CODES))
    .filter((row) => sumOf(row) > 0 && sumOf(row) >= least)
    .toSorted((a, b) => sumOf(b) - sumOf(a));
  return sheetOf(
    [
      ...deviceColumns<Counted>(({ device }) => device),
      { title: 'Alarms', value: sumOf, weight: 0.8, end: true },
      ...CARD_CODES.map((code) => ({
        title: eventName(code),
        value: ({ counts }: Counted) => counts.get(code) ?? 0,
        end: true,
      })),
      { title: 'Last alarm', value: ({ newestMs }) => time(newestMs), weight: 1.5 },
    ],
    rows,
    [`Devices with at least ${least} alarms of their memory card.`],
  );
};

const FULL_SCORE = 100;
const tenths = (value: number): number => Math.round(value * 10) / 10;
type Scored = Counted & { lost: number };
const scoreOf = ({ lost }: Scored): number => Math.max(0, tenths(FULL_SCORE + lost));
const signed = (points: number): string => (points === 0 ? '0' : String(points));

/** 100 points and what each event takes, never below 0; the lowest first. */
export const driverScore = async (sources: ReportSources, asked: Asked): Promise<Sheet> => {
  const points = driverPointsOf(asked.events);
  const lostOf = ({ counts }: Counted): number =>
    tenths(points.reduce((sum, { code, points: each }) => sum + (counts.get(code) ?? 0) * each, 0));
  const partsOf = ({ counts }: Counted): string =>
    points
      .filter(({ code }) => counts.has(code))
      .map(({ code, points: each }) => {
        const count = counts.get(code) ?? 0;
        return `${eventName(code)} ${count} x ${signed(each)} = ${signed(tenths(count * each))}`;
      })
      .join('; ');
  const counted = await countEvents(
    sources,
    asked,
    points.map(({ code }) => code),
  );
  const km = new Map((await sources.sums(asked.devices, asked)).map((row) => [row.deviceid, row.distance]));
  const { distance, distanceUnit } = unitsOf(asked);
  // Worked out once for each: a comparison comes often.
  const scored = counted.map((row) => ({ ...row, lost: lostOf(row) }));
  return sheetOf(
    [
      ...deviceColumns<Scored>(({ device }) => device),
      { title: 'Score', value: scoreOf, weight: 0.7, end: true },
      { title: 'Points', value: ({ lost }) => lost, weight: 0.7, end: true },
      { title: 'Events', value: sumOf, weight: 0.7, end: true },
      {
        title: `Mileage (${distanceUnit})`,
        value: ({ device }) => distance(km.get(device.id) ?? 0),
        text: ({ device }) => distance(km.get(device.id) ?? 0).toFixed(2),
        end: true,
      },
      { title: 'What took points', value: partsOf, weight: 3 },
    ],
    scored.toSorted((a, b) => scoreOf(a) - scoreOf(b)),
    [`${FULL_SCORE} points, less what each event takes: ${asked.events}`],
  );
};
