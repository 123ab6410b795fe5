// The line above the tiles: which device, and a button for each of its channels.
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { ChannelToggles } from '../head-line/channel-toggles.tsx';
import { HeadLine, KeysHint, MapToggle } from '../head-line/head-line.tsx';
import styles from './live-view.module.css';
import { TalkButton } from '../talk/talk-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Toggle } from '../../ui/toggle.tsx';
import { phoneWindows } from './channel-choice.ts';
import { LiveFacts } from './live-facts.tsx';
import { BACK_SECONDS } from '../playback/use-play-keys.ts';
import type { Back } from './use-back.ts';
import type { LiveView } from './use-live-view.ts';

/** Channels with a key of their own: 1 to 9. */
const KEYED_CHANNELS = 9;

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

export const LiveHeadLine = ({ view, back }: { view: LiveView; back: Back }): ReactElement => {
  const phone = usePhone();
  const keyTitle = (channel: number): string | undefined => {
    const key = view.channels.indexOf(channel) + 1;
    return key <= KEYED_CHANNELS ? t('Channel {channel} on or off ({key})', { channel, key }) : undefined;
  };
  return (
    <HeadLine deviceId={view.deviceId} name={view.name} phone={phone}>
      <ChannelToggles
        channels={view.channels}
        on={view.on}
        nameOf={view.nameOf}
        titleOf={keyTitle}
        onPress={view.toggle}
      />
      {phone && <WindowChoice view={view} />}
      {back.allOffered && back.all === undefined && view.on.length > 0 && (
        <Button
          className="num"
          aria-label={t('All back 30 s')}
          title={`${t('All back 30 s')} (Shift B)`}
          onClick={() => back.begin('all')}
        >
          −{BACK_SECONDS} s
        </Button>
      )}
      <TalkButton deviceId={view.deviceId} look={phone ? 'bare' : 'plain'} />
      {!phone && view.on.length > 2 && (
        <Toggle pressed={view.large} onClick={view.toggleLarge}>
          {t('One large')}
        </Toggle>
      )}
      {view.mapOffered && <MapToggle shown={view.mapShown} phone={phone} onToggle={view.toggleMap} />}
      <LiveFacts id={view.deviceId} />
      {!phone && <KeysHint />}
    </HeadLine>
  );
};
