// The way from a vehicle on the map to its pictures: only for those online, and for users who may see them.
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { deviceTitle } from '../../../live/device-name.ts';
import { useDevice } from '../../../live/hooks.ts';
import { useMay } from '../../../live/session.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../map.module.css';

export const LiveLink = ({ id, wide = false }: { id: string; wide?: boolean }): ReactElement | null => {
  const device = useDevice(id);
  const online = (device?.status ?? 0) !== 0;
  const may = useMay('P_live');
  if (!online || !may) return null;
  return (
    <Link
      className={wide ? styles.liveWide : styles.live}
      to={`/liveview/${encodeURIComponent(id)}`}
      aria-label={wide ? undefined : t('Live view of {device}', { device: deviceTitle(id, device) })}
      title={t('Live view')}
    >
      <Icon name="live" />
      {wide && t('Live view')}
    </Link>
  );
};
