// The line above the tiles: which device, one channel or several, and a toggle for each channel.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { DeviceGlyph } from '../../parts/device-glyph.tsx';
import live from '../../parts/live-view/live-view.module.css';
import type { RemotePlayback } from './use-remote-playback.ts';

export const HeadLine = ({ view, phone }: { view: RemotePlayback; phone: boolean }): ReactElement => (
  <div className={live.headLine}>
    <h1 className={live.title}>
      <DeviceGlyph id={view.deviceId} size={18} />
      <span>{view.memo || view.deviceId}</span>
      {view.memo !== '' && !phone && <span className="soft num">{view.deviceId}</span>}
    </h1>
    <button
      type="button"
      className={live.channel}
      aria-pressed={view.channels.multi}
      title={t('Several channels at once')}
      onClick={() => view.setMulti(!view.channels.multi)}
    >
      {t('Multi')}
    </button>
    <fieldset className={live.channels} aria-label={t('Channels')}>
      {view.all.map((channel) => (
        <button
          key={channel}
          type="button"
          className={live.channel}
          aria-pressed={view.channels.on.includes(channel)}
          onClick={() => view.toggle(channel)}
        >
          {view.nameOf(channel)}
        </button>
      ))}
    </fieldset>
    {!phone && (
      <span className={live.hint}>
        <kbd>?</kbd> {t('keys')}
      </span>
    )}
  </div>
);
