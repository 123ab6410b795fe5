// The way to a talk with a device, wherever one is shown: absent without the right or a secure page, idle while it is offline.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { isOnline } from '../../live/device-state.ts';
import { useDevice } from '../../live/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { openOverlay } from '../overlay-store.ts';
import { useTalkOffered } from './talk-gate.tsx';

type TalkButtonProps = {
  deviceId: string;
  /** bare: the icon alone, for rows and toolbars. */
  look?: 'plain' | 'bare';
  className?: string;
};

/** Opens the talk modal. */
export const TalkButton = ({ deviceId, look = 'plain', className }: TalkButtonProps): ReactElement | null => {
  const offered = useTalkOffered();
  const device = useDevice(deviceId);
  if (!offered) return null;
  const online = device !== undefined && isOnline(device);
  const name = t('Talk to {device}', { device: deviceName(deviceId, device) });
  return (
    <Button
      look={look}
      icon="mic"
      className={className ?? ''}
      disabled={!online}
      aria-label={name}
      title={online ? name : t('Device offline')}
      onClick={(event) => {
        event.stopPropagation(); // a row around it would open something else
        openOverlay({ kind: 'talk', deviceId });
      }}
    >
      {look === 'plain' ? t('Talk') : undefined}
    </Button>
  );
};
