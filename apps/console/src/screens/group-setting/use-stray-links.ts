// Deletes links to devices that the device list lacks, once, half a second after both came. The server has the last word: it refuses an id
// of no registered device, so that what is deleted is what both know.
import { deleteGroupLink } from '@outrider/contract';
import { useEffect, useRef } from 'react';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { sessionStore, useSession } from '../../live/session.ts';
import { strayLinks } from '../../parts/groups/stray-links.ts';
import type { GroupsShown } from '../../parts/groups/use-groups.ts';
import { noToast } from '../../lib/refusals.ts';

const AFTER_MS = 500;

export const useStrayLinks = ({ allLinks, loaded }: Pick<GroupsShown, 'allLinks' | 'loaded'>): void => {
  const ready = useDevicesLoaded() && loaded;
  const administrator = useSession(({ level }) => level === 0);
  const done = useRef(false);
  const links = useRef(allLinks);
  useEffect(() => {
    links.current = allLinks;
  }, [allLinks]);
  useEffect(() => {
    if (!ready || !administrator || done.current) return undefined;
    return systemClock.after(AFTER_MS, () => {
      done.current = true;
      const { level, downSinceMs } = sessionStore.getState();
      const complete = devices.loaded && devices.lists > 0 && downSinceMs === undefined;
      const known = { size: devices.size, has: (id: string) => devices.get(id) !== undefined };
      for (const { groupid, deviceid } of strayLinks(links.current, { level, complete, devices: known }))
        send(deleteGroupLink, { groupid: Number(groupid), deviceid }).catch((error: unknown) => {
          noToast(error); // nobody asked for it: it is only logged
          console.info('a stray link stays', error instanceof Error ? error.message : error);
        });
    });
  }, [ready, administrator]);
};
