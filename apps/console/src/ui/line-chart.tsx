// Lines over time in a large chart: drag to look closer, double click for all, a click picks a moment. Fills its parent.
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import styles from './line-chart.module.css';
import type { ChartData, Drawing } from './line-drawing.ts';
import { EmptyState } from './states.tsx';

type LineChartProps = {
  /** What is drawn, for screen readers. */
  label: string;
  /** The same value as long as nothing changed. */
  data: ChartData;
  /** The scale never ends below it. */
  least: number;
  onPick?: (ms: number) => void;
};

const Lines = ({ label, data, least, onPick }: LineChartProps): ReactElement => {
  const frame = useRef<HTMLElement>(null);
  const drawing = useRef<Drawing>(undefined);
  const latest = useRef({ data, onPick });
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    latest.current = { data, onPick };
    drawing.current?.setData(data);
  }, [data, onPick]);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let closed = false;
    const draw = async (): Promise<void> => {
      const { drawLines } = await import('./line-drawing.ts');
      if (closed) return;
      const pick = (ms: number): void => latest.current.onPick?.(ms);
      drawing.current = drawLines(element, latest.current.data, { least, onPick: pick });
    };
    draw().catch(() => setFailed(true));
    return () => {
      closed = true;
      drawing.current?.close();
      drawing.current = undefined;
    };
  }, [least]);
  return (
    <section ref={frame} className={styles.chart} aria-label={label}>
      {failed && <EmptyState icon="offline" title={t('The chart could not be loaded')} />}
    </section>
  );
};

/** Other lines are another chart; other values are drawn in the same one. */
export const LineChart = (props: LineChartProps): ReactElement => (
  <Lines key={props.data.lines.map(({ label }) => label).join('\n')} {...props} />
);
