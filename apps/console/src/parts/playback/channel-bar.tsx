// A button for each channel of a device that can be played back, and the switch between one channel and several.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { FULL_BAR_CHANNELS } from './channel-rules.ts';
import styles from './playback.module.css';

type ChannelBarProps = {
  channels: readonly number[];
  on: readonly number[];
  nameOf: (channel: number) => string;
  multi: boolean;
  onMulti: () => void;
  onPress: (channel: number) => void;
};

/** With many channels the buttons carry numbers only. */
export const ChannelBar = ({ channels, on, nameOf, multi, onMulti, onPress }: ChannelBarProps): ReactElement => {
  const compact = channels.length > FULL_BAR_CHANNELS;
  return (
    <>
      <button
        type="button"
        className={styles.channel}
        aria-pressed={multi}
        title={t('Several channels side by side')}
        onClick={onMulti}
      >
        {t('Multi')}
      </button>
      <fieldset className={styles.channels} aria-label={t('Channels')} data-bar={compact ? 'compact' : 'full'}>
        {channels.map((channel) => (
          <button
            key={channel}
            type="button"
            className={styles.channel}
            aria-pressed={on.includes(channel)}
            aria-label={compact ? nameOf(channel) : undefined}
            title={compact ? nameOf(channel) : undefined}
            onClick={() => onPress(channel)}
          >
            {compact ? channel : nameOf(channel)}
          </button>
        ))}
      </fieldset>
    </>
  );
};
