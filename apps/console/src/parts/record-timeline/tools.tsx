// The buttons of a timeline: earlier, later, nearer, farther, how long it shows, back to the playing time.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { localZone } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import styles from './record-timeline.module.css';
import { lengthOf, panned, resized, zoomed } from './time-view.ts';
import type { TimeView } from './time-view.ts';
import { lengthText, viewLengths } from './words.ts';

type ToolsProps = {
  view: TimeView;
  bounds: TimeView;
  /** What is zoomed about: the playing time, where it is in sight. */
  aboutMs: number;
  timeMs: number | undefined;
  onView: (view: TimeView) => void;
};

const LengthChoice = ({ view, bounds, aboutMs, onView }: Omit<ToolsProps, 'timeMs'>): ReactElement => {
  const length = lengthOf(view);
  const near = viewLengths.find((each) => Math.abs(each - length) <= each * 0.05);
  return (
    <select
      className={`form-select ${styles.length}`}
      aria-label={t('Time span shown')}
      value={near ?? ''}
      onChange={(event) => onView(resized(view, Number(event.target.value), aboutMs, bounds))}
    >
      {near === undefined && <option value="">{lengthText(length)}</option>}
      {viewLengths.map((each) => (
        <option key={each} value={each}>
          {lengthText(each)}
        </option>
      ))}
    </select>
  );
};

export const Tools = (props: ToolsProps): ReactElement => {
  const { view, bounds, aboutMs, timeMs, onView } = props;
  const most = lengthOf(view) * 0.75;
  return (
    <div className={styles.tools}>
      <Button look="bare" icon="left" aria-label={t('Earlier')} onClick={() => onView(panned(view, -most, bounds))} />
      <Button look="bare" icon="right" aria-label={t('Later')} onClick={() => onView(panned(view, most, bounds))} />
      <Button
        look="bare"
        icon="zoomOut"
        aria-label={t('Zoom out')}
        onClick={() => onView(zoomed(view, 2, aboutMs, bounds))}
      />
      <Button
        look="bare"
        icon="zoomIn"
        aria-label={t('Zoom in')}
        onClick={() => onView(zoomed(view, 0.5, aboutMs, bounds))}
      />
      <LengthChoice {...props} />
      {timeMs !== undefined && (
        <Button
          look="bare"
          icon="follow"
          aria-label={t('Show the playing time')}
          onClick={() =>
            onView(
              resized(
                { fromMs: timeMs - lengthOf(view) / 2, toMs: timeMs + lengthOf(view) / 2 },
                lengthOf(view),
                timeMs,
                bounds,
              ),
            )
          }
        />
      )}
      <span className={`${styles.zone} soft num`}>{localZone(view.fromMs)}</span>
    </div>
  );
};
