// The live-view popup over any screen: one device's channels, the others in a list beside them.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import { isOnline, speedOf } from '../../../live/device-state.ts';
import { useDevice } from '../../../live/hooks.ts';
import { DeviceLive } from '../../../parts/live-view/device-live.tsx';
import { POPUP_CHANNELS } from '../../../parts/live-view/channel-choice.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { OverlayProps } from '../../../parts/overlay-store.ts';
import styles from './live-view-modal.module.css';

/** The speed on the pictures: anyone who opens the popup from a table or the map wants to know whether it still moves. */
const useSpeedBadge = (id: string): string | undefined => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  if (device === undefined || !isOnline(device) || device.gps_info.data === null) return undefined;
  return `${speedIn(speedOf(device), unit)} ${speedUnit(unit)}`;
};

export const LiveViewModal = ({ deviceId, onClose }: OverlayProps<'liveView'>): ReactElement => {
  const [id, setId] = useState(deviceId);
  const badge = useSpeedBadge(id);
  return (
    <Dialog title={t('Live view')} onClose={onClose} room>
      <div className={styles.frame}>
        <DeviceLive key={id} id={id} most={POPUP_CHANNELS} onChoose={setId} badge={badge} />
      </div>
    </Dialog>
  );
};
