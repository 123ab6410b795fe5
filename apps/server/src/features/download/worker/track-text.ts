// The track of a vehicle as lines of text under the picture: one for each position, until the next. Pure.

export type TrackPoint = { lat: number; lng: number; speed: number; dir: number; time: number };

/** A position older than that says nothing about where the vehicle is. */
const LONGEST_MS = 60_000;
const MINUTE_MS = 60_000;

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

const stamp = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${padded(h, 2)}:${padded(m, 2)}:${padded(s, 2)}.${padded(Math.floor(ms % 1000), 3)}`;
};

/** `+08:00` for 480. */
const zoneText = (utcOffsetMinutes: number): string => {
  const minutes = Math.abs(utcOffsetMinutes);
  return `${utcOffsetMinutes < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}:${padded(minutes % 60, 2)}`;
};

/** Time as it is shown of the device, place, km/h and heading. */
const trackLine = ({ lat, lng, speed, dir, time }: TrackPoint, utcOffsetMinutes: number): string => {
  const local = new Date(time * 1000 + utcOffsetMinutes * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');
  return `${local} ${zoneText(utcOffsetMinutes)}  ${lat.toFixed(6)}, ${lng.toFixed(6)}  ${speed} km/h  ${dir}°`;
};

/** WebVTT with a cue for each point from `baseMs` (UTC ms) on, up to `endMs`; '' without any. Points must be in the order of time. */
export const trackText = (
  points: readonly TrackPoint[],
  { baseMs, endMs, utcOffsetMinutes }: { baseMs: number; endMs: number; utcOffsetMinutes: number },
): string => {
  const cues = points.flatMap((point, i) => {
    const nextMs = (points[i + 1]?.time ?? Infinity) * 1000;
    const startMs = Math.max(baseMs, point.time * 1000);
    const untilMs = Math.min(nextMs, point.time * 1000 + LONGEST_MS, endMs);
    if (untilMs <= startMs) return [];
    return [`${stamp(startMs - baseMs)} --> ${stamp(untilMs - baseMs)}\n${trackLine(point, utcOffsetMinutes)}\n`];
  });
  return cues.length === 0 ? '' : `WEBVTT\n\n${cues.join('\n')}`;
};
