// Deletes links to devices that the device list lacks, once, half a second after both came. A list may be behind: a device that is new, or
// a link that was made just now, comes before the list knows of it. So the server is asked for each of these devices first, and only the
// links of one that it does not know either are deleted.
import { AppError, deleteGroupLink, type GroupDevice, q05Device } from '@outrider/contract';
import { useEffect, useRef } from 'react';
import { send } from '../../lib/send.ts';
import { systemClock } from '../../lib/time.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { devices, live } from '../../live/index.ts';
import { sessionStore, useSession } from '../../live/session.ts';
import { strayLinks } from '../../parts/groups/stray-links.ts';
import type { GroupsShown } from '../../parts/groups/use-groups.ts';
import { noToast } from '../../lib/refusals.ts';

const AFTER_MS = 500;

/** Whether the server says that there is no such device. No answer, or any other refusal, says nothing of it. */
const isUnknown = async (deviceid: string): Promise<boolean> => {
  try {
    await live().connection.ask(q05Device, { I: deviceid });
    return false;
  } catch (error) {
    return error instanceof AppError && error.code === 'not_found';
  }
};

const deleteStrays = async (strays: readonly GroupDevice[]): Promise<void> => {
  const ids = [...new Set(strays.map(({ deviceid }) => deviceid))];
  const unknown = await Promise.all(ids.map(async (id) => ((await isUnknown(id)) ? [id] : [])));
  const gone = new Set(unknown.flat());
  for (const { groupid, deviceid } of strays.filter((link) => gone.has(link.deviceid)))
    send(deleteGroupLink, { groupid: Number(groupid), deviceid }).catch((error: unknown) => {
      noToast(error); // nobody asked for it: it is only logged
      console.info('a stray link stays', error instanceof Error ? error.message : error);
    });
};

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
      void deleteStrays(strayLinks(links.current, { level, complete, devices: known }));
    });
  }, [ready, administrator]);
};
