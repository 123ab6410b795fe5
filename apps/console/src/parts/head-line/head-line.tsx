// The line above the tiles of one device: what it is called, then what can be switched there.
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { Toggle } from '../../ui/toggle.tsx';
import { DeviceGlyph } from '../device-glyph.tsx';
import styles from './head-line.module.css';

type HeadLineProps = { deviceId: string; /** What the device is called. */ name: string; phone: boolean };

/** On a phone the channels among the children take the line below. */
export const HeadLine = (props: HeadLineProps & { children: ReactNode }): ReactElement => {
  const { deviceId, name, phone, children } = props;
  return (
    <div className={styles.line}>
      <h1 className={styles.title}>
        <DeviceGlyph id={deviceId} size={18} />
        <span>{name}</span>
        {name !== deviceId && !phone && <span className="soft num">{deviceId}</span>}
      </h1>
      {children}
    </div>
  );
};

type MapToggleProps = { shown: boolean; phone: boolean; onToggle: () => void };

export const MapToggle = ({ shown, phone, onToggle }: MapToggleProps): ReactElement => (
  <Toggle pressed={shown} className={styles.map ?? ''} aria-label={t('Map')} onClick={onToggle}>
    <Icon name="map" />
    {!phone && t('Map')}
  </Toggle>
);

/** That there are keys, and which one lists them. */
export const KeysHint = (): ReactElement => (
  <span className={styles.hint}>
    <kbd>?</kbd> {t('keys')}
  </span>
);
