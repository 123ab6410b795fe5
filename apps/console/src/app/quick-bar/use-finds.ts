// What the quick bar finds: footage of a typed moment, devices by their names and places, screens and actions of the menus, and what
// choosing one does.
import type { Device } from '@outrider/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { deviceName, otherNames } from '../../live/device-name.ts';
import { readListState, useDevicesLoaded } from '../../live/hooks.ts';
import { mapEnabled, useMay, useSession } from '../../live/session.ts';
import { knownPlaceName } from '../../parts/place-name/use-place-name.ts';
import { textOf } from '../bar/bar-menu.tsx';
import { useMenus } from '../bar/use-menus.ts';
import type { Find, Finds } from './find.ts';
import { bestOf } from './match.ts';
import { useMoments } from './use-moments.ts';

const MOST_SCREENS = 6;
const MOST_DEVICES = 20;

const namesOf = ({ deviceid, drivername, vehicleid, plate }: Device): readonly string[] => [
  deviceid,
  vehicleid,
  plate,
  drivername,
];

type Finder = (typed: string) => readonly Find[];

/** The screens and actions that fit what was typed; all of them for nothing typed. */
const useScreens = (): Finder => {
  const navigate = useNavigate();
  const menus = useMenus();
  const all = menus.flatMap(({ icon, text: menu, sections }) =>
    sections.flatMap(({ title, entries }) =>
      entries.map((entry): Find => {
        const text = textOf(entry);
        const { to, run } = entry;
        const place = t(title ?? menu);
        return {
          key: to ?? entry.text,
          icon: entry.icon ?? icon,
          text,
          detail: place === text ? '' : place,
          run: to === undefined ? run : () => void navigate(to),
        };
      }),
    ),
  );
  return (typed) =>
    typed.trim() === '' ? all : bestOf(all, ({ text, detail }) => [text, detail], typed, MOST_SCREENS);
};

const placeFits = (device: Device, word: string): boolean => knownPlaceName(device).toLowerCase().includes(word);

/** By names, then by the places they are at, as far as those are known. */
const devicesOf = (devices: readonly Device[], typed: string): readonly Device[] => {
  const named = bestOf(devices, namesOf, typed, MOST_DEVICES);
  const word = typed.trim().toLowerCase();
  if (word.length < 3 || named.length === MOST_DEVICES) return named;
  const there = devices.filter((device) => placeFits(device, word) && !named.includes(device));
  return [...named, ...there.slice(0, MOST_DEVICES - named.length)];
};

/** Devices of this user, whatever the filters say. */
const useFoundDevices = (devices: readonly Device[]): Finder => {
  const navigate = useNavigate();
  const phone = usePhone();
  const mayWatch = useMay('P_live');
  const map = useSession(mapEnabled) && !phone;
  if (!mayWatch && !map) return () => [];
  return (typed) =>
    devicesOf(devices, typed).map((device): Find => {
      const { deviceid } = device;
      const watch = (): void => void navigate(`/liveview/${encodeURIComponent(deviceid)}`);
      const show = (): void => void navigate(`/?device=${encodeURIComponent(deviceid)}`);
      return {
        key: `device ${deviceid}`,
        deviceId: deviceid,
        text: deviceName(deviceid, device),
        detail: [otherNames(deviceid, device), knownPlaceName(device)].filter(Boolean).join(' · '),
        run: mayWatch ? watch : show,
        ...(mayWatch && map ? { other: { text: t('Map'), run: show } } : {}),
      };
    });
};

/**
 * What fits a typed text, best first: footage of a moment, then devices above screens as soon as something is typed that fits their
 * names. A function, because the list shown may be one letter behind what Enter is about.
 */
export const useFinder = (): ((typed: string) => Finds) => {
  // As they are when the bar opens, or as soon as there are any: nothing moves under the cursor afterwards.
  const loaded = useDevicesLoaded();
  const devices = useMemo(() => (loaded ? readListState().data : []), [loaded]);
  const screensOf = useScreens();
  const devicesFound = useFoundDevices(devices);
  const momentsOf = useMoments(devices, namesOf);
  return (typed) => {
    const { finds, note } = momentsOf(typed);
    const found = devicesFound(typed);
    return { finds: [...finds, ...found.slice(0, 3), ...screensOf(typed), ...found.slice(3)], note };
  };
};
