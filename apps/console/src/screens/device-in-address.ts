// Which device the address is about: what is opened from there begins with it. Pure.
import { matchPath } from 'react-router';

/** Paths whose second segment is a device. */
const OF_A_DEVICE = ['/liveview/:deviceId', '/splayback/:deviceId', '/remoteplayback/:deviceId'];

/** An id as it was typed where it is no such code. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Its id; undefined where the address names none. */
export const deviceInAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined => {
  for (const path of OF_A_DEVICE) {
    const id = matchPath(path, pathname)?.params['deviceId'];
    if (id !== undefined) return decoded(id);
  }
  return new URLSearchParams(search).get('device') ?? undefined;
};
