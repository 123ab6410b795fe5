// The storage-status icon of the bar: how many devices are watched; a click opens the stream status modal.
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { t } from '../../lib/i18n.ts';
import { streamStatusStore } from '../../live/index.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import { BarButton } from './bar-button.tsx';

/** For level 0 on the desktop. */
export const StreamStatusButton = (): ReactElement => {
  const watched = useStore(streamStatusStore, (s) => s.status?.devices.length ?? 0);
  return (
    <BarButton
      icon="storage"
      label={t('Stream status')}
      badge={watched}
      onClick={() => openOverlay({ kind: 'streamStatus' })}
    />
  );
};
