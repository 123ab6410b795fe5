// The line over any screen whose address is about a device that this user does not see: a colleague's link, or one from before it was
// removed. The screens say no more than that they do not know it.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '../lib/i18n.ts';
import { useDevice, useDevicesLoaded } from '../live/hooks.ts';
import { useSession } from '../live/session.ts';
import { deviceInAddress, withoutDevice } from '../screens/device-in-address.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/states.tsx';
import styles from './banners.module.css';

const Line = ({ id, onLeave }: { id: string; onLeave: () => void }): ReactElement | null => {
  const known = useDevice(id) !== undefined;
  // One that goes while it is looked at is not called out again: its screen says so.
  const [wasKnown, setWasKnown] = useState(known);
  if (known && !wasKnown) setWasKnown(true);
  if (wasKnown) return null;
  return (
    <Notice tone="warn" icon="search">
      {t(
        'You see no vehicle with the number {id}: it was removed, or none of your groups holds it. An administrator can add it to a group of yours.',
        { id },
      )}{' '}
      <Button look="bare" className={styles.link ?? ''} onClick={onLeave}>
        {t('Choose another vehicle')}
      </Button>
    </Notice>
  );
};

/** Nothing before the list of devices is complete. */
export const UnseenDevice = (): ReactElement | null => {
  const location = useLocation();
  const navigate = useNavigate();
  const signedIn = useSession((s) => s.loginFlag === 1);
  const loaded = useDevicesLoaded();
  const id = deviceInAddress(location) ?? '';
  if (!signedIn || !loaded || id === '') return null;
  return <Line key={id} id={id} onLeave={() => void navigate(withoutDevice(location))} />;
};
