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

/** The same screen about no device. */
export const withoutDevice = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const own = OF_A_DEVICE.find((path) => matchPath(path, pathname) !== null);
  if (own !== undefined) return own.replace('/:deviceId', '');
  const query = new URLSearchParams(search);
  query.delete('device');
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`;
};

/** Its id; undefined where the address names none. */
export const deviceInAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined => {
  for (const path of OF_A_DEVICE) {
    const id = matchPath(path, pathname)?.params['deviceId'];
    if (id !== undefined) return decoded(id);
  }
  return new URLSearchParams(search).get('device') ?? undefined;
};
