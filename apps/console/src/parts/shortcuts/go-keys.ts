// Where `g` and a letter lead, for those whose rights reach there.
import type { Right } from '@outrider/contract';
import { useMemo } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { mapEnabled, useSession } from '../../live/session.ts';

export type GoKey = { readonly letter: string; readonly to: string; readonly text: string };
type Place = GoKey & { readonly right?: Right };

const places: readonly Place[] = [
  { letter: 'd', to: '/blockview', text: 'Dashboard', right: 'P_dash' },
  { letter: 'm', to: '/', text: 'Map', right: 'F_gps' },
  { letter: 'l', to: '/liveview', text: 'Live view', right: 'P_live' },
  { letter: 't', to: '/treeview', text: 'Tree view', right: 'P_tree' },
  { letter: 'g', to: '/gpsplayback', text: 'GPS playback', right: 'P_gppb' },
  { letter: 'p', to: '/splayback', text: 'Video playback', right: 'P_lopb' },
  { letter: 'r', to: '/remoteplayback', text: 'Remote playback', right: 'P_repb' },
  { letter: 'e', to: '/todayevents', text: "Today's events", right: 'F_event' },
  { letter: 'i', to: '/idle', text: 'Idle' },
];

/** The places this user may go to. */
export const useGoKeys = (): readonly GoKey[] => {
  const rights = useSession((s) => s.rights);
  const phone = usePhone();
  return useMemo(
    () =>
      places.filter(({ to, right }) => {
        if (to === '/') return !phone && mapEnabled({ rights });
        return right === undefined || rights.has(right);
      }),
    [rights, phone],
  );
};
