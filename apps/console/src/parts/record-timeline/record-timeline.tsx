// The timeline of recordings: a row a channel, what lies on the server, on the device, on both, nowhere; days, events, the playing
// time. It asks nobody anything: what it shows comes in, where the operator wants to go is told.
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ReactElement, RefObject } from 'react';
import { t } from '../../lib/i18n.ts';
import { byChannel } from './bands.ts';
import { Legend } from './legend.tsx';
import { PreviewLayer, previewedAt } from './preview-layer.tsx';
import type { Place } from './preview-layer.tsx';
import { AXIS_PX, MARKS_PX, ROW_PX } from './plot.tsx';
import styles from './record-timeline.module.css';
import { Surface } from './surface.tsx';
import type { RecordTimelineProps } from './timeline-props.ts';
import { Tools } from './tools.tsx';
import { holdings } from './words.ts';
import type { TimelineRow } from './words.ts';

/** The width of an element, again when it changes. */
const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const found = element.current;
    if (found === null) return undefined;
    const watch = new ResizeObserver(() => setWidth(Math.floor(found.clientWidth)));
    watch.observe(found);
    return () => watch.disconnect();
  }, [element]);
  return width;
};

const Names = ({ rows, marks }: { rows: readonly TimelineRow[]; marks: boolean }): ReactElement => (
  <div className={styles.names}>
    <div className={styles.corner} style={{ height: AXIS_PX }} />
    {rows.map(({ channel, name }) => (
      <div key={channel} className={styles.name} style={{ height: ROW_PX }} title={name}>
        {name}
      </div>
    ))}
    {marks && (
      <div className={styles.name} style={{ height: MARKS_PX }}>
        {t('Events')}
      </div>
    )}
  </div>
);

/** Wheel, pinch and buttons zoom from a minute to 31 days, a drag pans, a click or the keys of a slider seek. */
export const RecordTimeline = (props: RecordTimelineProps): ReactElement => {
  const { label, rows, spans, view, onView, bounds, timeMs, words = {} } = props;
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(plot);
  const pattern = useId();
  const [hover, setHover] = useState<Place>();
  const [keyboard, setKeyboard] = useState(false);
  const sorted = useMemo(() => byChannel(spans), [spans]);
  const inSight = timeMs !== undefined && timeMs >= view.fromMs && timeMs <= view.toMs;
  const previewed = previewedAt({ ...props, width, spans: sorted, hover, keyboard });
  const aboutMs = inSight ? timeMs : (view.fromMs + view.toMs) / 2;
  return (
    <section className={styles.frame} aria-label={label}>
      <div className={styles.scroll}>
        <Names rows={rows} marks={props.marks !== undefined} />
        <Surface
          {...props}
          plot={plot}
          width={width}
          spans={sorted}
          pattern={pattern}
          hover={hover}
          previewed={previewed !== undefined}
          onHover={setHover}
          onKeyboard={setKeyboard}
        />
      </div>
      <PreviewLayer preview={props.preview} width={width} place={previewed} />
      <div className={styles.foot}>
        <Tools view={view} bounds={bounds} aboutMs={aboutMs} timeMs={timeMs} onView={onView} />
        <Legend
          holdings={props.legend ?? holdings}
          words={words}
          types={spans.some(({ type }) => type !== undefined)}
          locked={spans.some(({ locked }) => locked === true)}
          pattern={`${pattern}-key`}
        />
      </div>
    </section>
  );
};
