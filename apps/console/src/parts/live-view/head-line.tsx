// The line above the tiles: which device, and a button for each of its channels.
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { DeviceGlyph } from '../device-glyph.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './live-view.module.css';
import { TalkButton } from '../talk/talk-button.tsx';
import { phoneWindows } from './logic.ts';
import type { LiveView } from './use-live-view.ts';

const WindowChoice = ({ view }: { view: LiveView }): ReactElement => (
  <select
    className={`form-select ${styles.windows}`}
    aria-label={t('Windows')}
    value={phoneWindows.find((count) => count >= view.on.length) ?? 8}
    onChange={(event) => view.showFirst(Number(event.target.value))}
  >
    {phoneWindows.map((count) => (
      <option key={count} value={count}>
        {count}
      </option>
    ))}
  </select>
);

export const HeadLine = ({ view }: { view: LiveView }): ReactElement => {
  const phone = usePhone();
  return (
    <div className={styles.headLine}>
      <h1 className={styles.title}>
        <DeviceGlyph id={view.deviceId} size={18} />
        <span>{view.memo || view.deviceId}</span>
        {view.memo !== '' && !phone && <span className="soft num">{view.deviceId}</span>}
      </h1>
      <fieldset className={styles.channels} aria-label={t('Channels')}>
        {view.channels.map((channel, i) => (
          <button
            key={channel}
            type="button"
            className={styles.channel}
            aria-pressed={view.on.includes(channel)}
            title={i < 9 ? t('Channel {channel} on or off ({key})', { channel, key: i + 1 }) : undefined}
            onClick={() => view.toggle(channel)}
          >
            {view.nameOf(channel)}
          </button>
        ))}
      </fieldset>
      {phone && <WindowChoice view={view} />}
      <TalkButton deviceId={view.deviceId} look={phone ? 'bare' : 'plain'} />
      {view.mapOffered && (
        <button
          type="button"
          className={`${styles.channel} ${styles.mapButton}`}
          aria-pressed={view.mapShown}
          aria-label={t('Map')}
          onClick={view.toggleMap}
        >
          <Icon name="map" />
          {!phone && t('Map')}
        </button>
      )}
      {!phone && (
        <span className={styles.hint}>
          <kbd>?</kbd> {t('keys')}
        </span>
      )}
    </div>
  );
};
