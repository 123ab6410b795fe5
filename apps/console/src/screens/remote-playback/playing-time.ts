// Which moment is shown as the playing time, and which one a typed time of day is. Pure.

/** Farther apart the picture's clock and the device's are not the same moment seen twice. */
const CLOCKS_APART_MS = 2500;

/**
 * The playing time to show: that of the pictures, and where there are none, or they are elsewhere, what the device's side says. UTC ms.
 */
export const shownMs = (
  pictureMs: number,
  buffering: boolean,
  status: { readonly currentTime: number; readonly speed: number } | undefined,
): number => {
  if (status === undefined) return pictureMs;
  const apart = Math.abs(status.currentTime - pictureMs) > CLOCKS_APART_MS * Math.max(1, status.speed);
  return buffering || apart ? status.currentTime : pictureMs;
};

/** '14:05', '14:05:09' or '140509' as a time of day; undefined while it is none. */
export const typedTime = (text: string): { hour: number; minute: number; second: number } | undefined => {
  const [, hour, minute, second] = /^(\d{1,2}):?(\d{2})(?::?(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) };
  return time.hour < 24 && time.minute < 60 && time.second < 60 ? time : undefined;
};
