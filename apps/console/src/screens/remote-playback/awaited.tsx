// That the recorder has no file of a moment yet: what happened seconds ago. The live picture is a press away meanwhile.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useMay } from '../../live/session.ts';
import { SourceLine } from '../../parts/playback/source-line.tsx';
import type { RemotePlayback } from './use-remote-playback.ts';

export const Awaited = ({ view }: { view: RemotePlayback }): ReactElement => {
  const mayWatch = useMay('P_live');
  const to = `/liveview/${encodeURIComponent(view.deviceId)}`;
  return (
    <SourceLine
      icon="playback"
      here={t('The recorder is still writing the file of this moment.')}
      there={t('It is asked again every 15 seconds and plays then.')}
      way={mayWatch ? { icon: 'live', text: t('Watch live meanwhile'), to } : undefined}
    />
  );
};
