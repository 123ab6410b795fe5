// The speed over the whole span in one large chart, for administrators: drag to look closer, double click for all, a click goes there.
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import styles from './track.module.css';
import type { TrackResult } from '../track-query.ts';

type FullViewProps = { result: TrackResult; onSeek: (ms: number) => void; onClose: () => void };

const Chart = ({ result, onSeek }: Omit<FullViewProps, 'onClose'>): ReactElement => {
  const frame = useRef<HTMLElement>(null);
  const [failed, setFailed] = useState(false);
  const unit = useLengthUnit();
  const seek = useRef(onSeek);
  const { track } = result;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let drawn: { close: () => void } | undefined;
    let closed = false;
    const draw = async (): Promise<void> => {
      const { drawSpeedChart } = await import('./speed-chart.ts');
      if (!closed) drawn = drawSpeedChart(element, track, unit, (ms) => seek.current(ms));
    };
    draw().catch(() => setFailed(true));
    return () => {
      closed = true;
      drawn?.close();
    };
  }, [track, unit]);
  return (
    <section ref={frame} className={styles.fullChart} aria-label={t('Speed over the whole track')}>
      {failed && <EmptyState icon="offline" title={t('The chart could not be loaded')} />}
    </section>
  );
};

export const FullView = ({ result, onSeek, onClose }: FullViewProps): ReactElement => (
  <Dialog title={`${t('Full View')} – ${result.deviceId}`} onClose={onClose} room>
    <Chart result={result} onSeek={onSeek} />
    <p className="soft">{t('Drag to look closer, double click to see all, click to go there.')}</p>
  </Dialog>
);
