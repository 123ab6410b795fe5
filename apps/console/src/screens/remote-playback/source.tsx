// That the recorder's footage plays here, and whether the server has the same second.
import { postRecordings } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useMay } from '../../live/session.ts';
import { serverAddress } from '../../parts/playback/moment-rules.ts';
import { SourceLine, useOnServer } from '../../parts/playback/source-line.tsx';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import type { Play } from './use-play.ts';
import type { RemotePlayback } from './use-remote-playback.ts';

/** Nothing before a moment is chosen. */
export const Source = ({ view, play }: { view: RemotePlayback; play: Play }): ReactElement | null => {
  const { deviceId, channels, look } = view;
  const second = usePlayback(play.group, ({ timeMs }) => Math.floor(timeMs / 1000));
  const ms = play.group === undefined ? look.atMs : second * 1000;
  const may = useMay(postRecordings.right);
  const onServer = useOnServer(deviceId, channels.on, ms);
  if (ms === undefined) return null;
  const there =
    onServer === true ? t('The server has this second as well.') : t('The server has nothing of this second.');
  const open = {
    icon: 'server',
    text: t('Play from the server'),
    to: serverAddress(deviceId, ms, channels.on),
  } as const;
  return (
    <SourceLine
      icon="playback"
      here={t('Plays from the recorder.')}
      there={may && onServer !== undefined ? there : ''}
      way={may && onServer === true ? open : undefined}
    />
  );
};
