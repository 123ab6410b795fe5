// A button for each channel of a device, and the switch between one channel and several. Which may be on is its owner's.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Toggle } from '../../ui/toggle.tsx';
import styles from './head-line.module.css';

/** Devices with more channels get numbers without names. */
const MOST_NAMED = 16;

type ChannelTogglesProps = {
  channels: readonly number[];
  on: readonly number[];
  nameOf: (channel: number) => string;
  /** Shown while the mouse rests on a button. */
  titleOf?: (channel: number) => string | undefined;
  onPress: (channel: number) => void;
};

export const ChannelToggles = ({ channels, on, nameOf, titleOf, onPress }: ChannelTogglesProps): ReactElement => {
  const compact = channels.length > MOST_NAMED;
  return (
    <fieldset className={styles.channels} aria-label={t('Channels')} data-bar={compact ? 'compact' : 'full'}>
      {channels.map((channel) => (
        <Toggle
          key={channel}
          pressed={on.includes(channel)}
          narrow={compact}
          aria-label={compact ? nameOf(channel) : undefined}
          title={titleOf?.(channel) ?? (compact ? nameOf(channel) : undefined)}
          onClick={() => onPress(channel)}
        >
          {compact ? channel : nameOf(channel)}
        </Toggle>
      ))}
    </fieldset>
  );
};

type ChannelBarProps = ChannelTogglesProps & { multi: boolean; onMulti: () => void };

/** With the switch between one channel and several. */
export const ChannelBar = ({ multi, onMulti, ...rest }: ChannelBarProps): ReactElement => (
  <>
    <Toggle pressed={multi} title={t('Several channels side by side')} onClick={onMulti}>
      {t('Multi')}
    </Toggle>
    <ChannelToggles {...rest} />
  </>
);
