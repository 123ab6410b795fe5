// The console's clock: the only place that touches Date and timers, so that what keeps time can be tested with a driven one.

/** Stops what was started; calling it again does nothing. */
export type Stop = () => void;

/** Time and timers. `now` is UTC ms. */
export interface Clock {
  now(): number;
  after(delayMs: number, run: () => void): Stop;
  every(periodMs: number, run: () => void): Stop;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every: (periodMs, run) => {
    const timer = setInterval(run, periodMs);
    return () => clearInterval(timer);
  },
};

/** Milliseconds that no setting of a clock disturbs, the same in a page and its workers: what pictures are timed by. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** Lets the page answer anyone who uses it, between two pieces of work. */
export const nextTask = (clock: Clock = systemClock): Promise<void> => new Promise((next) => void clock.after(0, next));

/** Calls `run` with the next animation frame; in a hidden tab, where no frame comes, within a second. */
export const onNextFrame = (run: () => void): Stop => {
  let done = false;
  const once = (): void => {
    if (done) return;
    done = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, 1000);
  return () => {
    done = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

const two = (n: number): string => String(n).padStart(2, '0');
const dayText = (d: Date): string => `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
const timeText = (d: Date): string => `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;

/** '14:02:31' in the browser's zone. */
export const formatTime = (ms: number): string => timeText(new Date(ms));
/** '2026-03-01' in the browser's zone. */
export const formatDay = (ms: number): string => dayText(new Date(ms));
/** '2026-03-01 14:02:31' in the browser's zone. */
export const formatDateTime = (ms: number): string => `${formatDay(ms)} ${formatTime(ms)}`;

/** 'Sunday 22 Nov', '11月22日 星期日': a day as people say it, in a language by its tag; with its year where that is not the one of now. */
export const formatSaidDay = (ms: number, nowMs: number, language: string): string => {
  const date = new Date(ms);
  const year = date.getFullYear() === new Date(nowMs).getFullYear() ? {} : ({ year: 'numeric' } as const);
  // The English of Europe says the day before the month, as the rest of the console does.
  const tag = language === '' || language === 'en' ? 'en-GB' : language;
  const parts = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'short', ...year });
  return parts.format(date).replaceAll(',', '');
};

/** '14:02:31' on a clock `offsetMinutes` east of UTC: the server's own time. */
export const formatClockAt = (ms: number, offsetMinutes: number): string => {
  const d = new Date(ms + offsetMinutes * 60_000);
  return `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
};

/** 'UTC+8', 'UTC-3:30', 'UTC'. */
export const formatZone = (offsetMinutes: number): string => {
  if (offsetMinutes === 0) return 'UTC';
  const size = Math.abs(offsetMinutes);
  const minutes = size % 60 === 0 ? '' : `:${two(size % 60)}`;
  return `UTC${offsetMinutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${minutes}`;
};

/** The browser's own zone at the given moment, minutes east of UTC. */
export const zoneMinutes = (ms: number): number => -new Date(ms).getTimezoneOffset();

/** The same as 'UTC+8'. */
export const localZone = (ms: number): string => formatZone(zoneMinutes(ms));

/** The browser's own zone by its name, 'Asia/Taipei'. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment seen from `nowMs`, in one unit: seconds, minutes, hours or days. Never below 0, since clocks differ a little. */
export const ageOf = (ms: number, nowMs: number): { count: number; unit: 'second' | 'minute' | 'hour' | 'day' } => {
  const seconds = Math.max(0, Math.round((nowMs - ms) / 1000));
  if (seconds < 60) return { count: seconds, unit: 'second' };
  if (seconds < 3600) return { count: Math.floor(seconds / 60), unit: 'minute' };
  if (seconds < 86_400) return { count: Math.floor(seconds / 3600), unit: 'hour' };
  return { count: Math.floor(seconds / 86_400), unit: 'day' };
};

/** '2026-03-01T06:02:31.000Z', for machines: <time dateTime>. '' for a moment outside the calendar. */
export const isoTime = (ms: number): string => {
  const d = new Date(ms);
  return Number.isNaN(d.getTime()) ? '' : d.toISOString();
};

/** '4:07', '1:04:07': how long something lasts, in whole seconds. Never below 0. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
};

/** The hour of the day in the browser's zone, 0 to 23. */
export const hourAt = (ms: number): number => new Date(ms).getHours();
/** The first moment of the day of `ms` in the browser's zone, UTC ms. */
export const dayStart = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
