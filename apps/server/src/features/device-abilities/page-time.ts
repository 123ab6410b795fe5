// Times of the log pages: shown so many minutes east of UTC, and read from lines that begin with one.

const MINUTE_MS = 60_000;
const STAMP = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})\s+/;

/** '2026-11-23 17:40:01' */
export const zonedTime = (timeMs: number, minutesEast: number): string =>
  new Date(timeMs + minutesEast * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');

const two = (number: number): string => String(number).padStart(2, '0');
/** '+08:00' */
export const zoneText = (minutesEast: number): string => {
  const minutes = Math.abs(minutesEast);
  return `${minutesEast < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/** A line whose time is so many seconds east of UTC, in another zone; without a known zone, or a time, as the device wrote it. */
export const zonedLine = (
  line: string,
  zoneS: number | undefined,
  minutesEast: number,
): { time: string; text: string } => {
  const [whole, day, clock] = STAMP.exec(line) ?? [];
  if (whole === undefined) return { time: '', text: line };
  const text = line.slice(whole.length);
  const timeMs = Date.parse(`${day}T${clock}Z`);
  if (zoneS === undefined || Number.isNaN(timeMs)) return { time: `${day} ${clock}`, text };
  return { time: zonedTime(timeMs - zoneS * 1000, minutesEast), text };
};
