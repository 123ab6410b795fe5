// What the quick bar finds: screens and actions of the menus first, then devices, and what choosing one does.
import type { Device } from '@outrider/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { deviceName, otherNames } from '../../live/device-name.ts';
import { readListState } from '../../live/hooks.ts';
import { mapEnabled, useMay, useSession } from '../../live/session.ts';
import type { IconName } from '../../ui/icon.tsx';
import { textOf } from '../bar/bar-menu.tsx';
import { useMenus } from '../bar/use-menus.ts';
import { bestOf } from './match.ts';

const MOST_SCREENS = 6;
const MOST_DEVICES = 20;

export type Find = {
  /** Told apart from all others. */
  readonly key: string;
  readonly icon?: IconName;
  readonly deviceId?: string;
  readonly text: string;
  /** What tells it apart from others of the same name. */
  readonly detail: string;
  readonly run: () => void;
  /** With Shift. */
  readonly runOther?: () => void;
};

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

/** Devices of this user, whatever the filters say; as they were when the quick bar opened. */
const useFoundDevices = (): Finder => {
  const navigate = useNavigate();
  const [devices] = useState(() => readListState().data);
  const phone = usePhone();
  const mayWatch = useMay('P_live');
  const map = useSession(mapEnabled) && !phone;
  if (!mayWatch && !map) return () => [];
  return (typed) =>
    bestOf(devices, namesOf, typed, MOST_DEVICES).map((device): Find => {
      const { deviceid } = device;
      const watch = (): void => void navigate(`/liveview/${encodeURIComponent(deviceid)}`);
      const show = (): void => void navigate(`/?device=${encodeURIComponent(deviceid)}`);
      return {
        key: `device ${deviceid}`,
        deviceId: deviceid,
        text: deviceName(deviceid, device),
        detail: otherNames(deviceid, device),
        run: mayWatch ? watch : show,
        ...(mayWatch && map ? { runOther: show } : {}),
      };
    });
};

/**
 * What fits a typed text, best first. A device stands above screens as soon as something is typed that fits its name. A function,
 * because the list shown may be one letter behind what Enter is about.
 */
export const useFinder = (): Finder => {
  const screensOf = useScreens();
  const devicesOf = useFoundDevices();
  return (typed) => {
    const found = devicesOf(typed);
    return [...found.slice(0, 3), ...screensOf(typed), ...found.slice(3)];
  };
};
