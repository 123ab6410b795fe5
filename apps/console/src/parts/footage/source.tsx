// That the server's recording plays here, and whether the recorder has the same second.
import { postRecordList } from '@outrider/contract';
import type { ReactElement } from 'react';
import { dayText } from '../../lib/local-moment.ts';
import { t } from '../../lib/i18n.ts';
import { useMay } from '../../live/session.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import { recorderAddress } from '../playback/moment-rules.ts';
import { SourceLine, useOnServer } from '../playback/source-line.tsx';
import { whereabouts } from '../record-timeline/bands.ts';
import { useDeviceSpans } from './use-footage.ts';

type SourceProps = {
  deviceId: string;
  on: readonly number[];
  group: PlaybackGroup | undefined;
  /** Where it is to begin, UTC ms. */
  atMs: number;
};

/** Of the second that plays. */
export const Source = ({ deviceId, on, group, atMs }: SourceProps): ReactElement => {
  const second = usePlayback(group, ({ timeMs }) => Math.floor(timeMs / 1000));
  const ms = group === undefined ? atMs : second * 1000;
  const may = useMay(postRecordList.right);
  const onServer = useOnServer(deviceId, on, ms);
  const { spans, known } = useDeviceSpans(deviceId, dayText(new Date(ms)));
  const onDevice = whereabouts(spans, on, ms, 0).onDevice;
  const there = onDevice
    ? t('The recorder has this second as well.')
    : known
      ? t('The recorder has nothing of this second.')
      : t('What the recorder has is not known.');
  const open = {
    icon: 'playback',
    text: t('Play from the recorder'),
    to: recorderAddress(deviceId, ms, on, true),
  } as const;
  return (
    <SourceLine
      icon="server"
      here={onServer === false ? t('The server has nothing of this second.') : t('Plays from the server.')}
      there={may ? there : ''}
      way={may && (onDevice || !known) ? open : undefined}
    />
  );
};
