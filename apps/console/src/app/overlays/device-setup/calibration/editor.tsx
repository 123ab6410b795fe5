// One picture of a calibration with its points as buttons, whose arrow keys move them, its presets and the way back.
import type { PicturePoint } from '@outrider/contract';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { Toggle } from '../../../../ui/toggle.tsx';
import styles from './calibration.module.css';
import { movedTo, stepOfKey } from './handles.ts';
import { Stage } from './stage.tsx';
import type { CalibrationView } from './views.ts';

type Points = readonly PicturePoint[];

type EditorProps = {
  deviceId: string;
  view: CalibrationView;
  points: Points;
  /** As the device has them, in a picture beside it. */
  compared: boolean;
  addresses: readonly string[];
  onMove: (points: Points) => void;
};

type PointsProps = Pick<EditorProps, 'view' | 'points' | 'onMove'> & {
  chosen: number | undefined;
  onChoose: (index: number) => void;
};

const PointButtons = ({ view, points, chosen, onChoose, onMove }: PointsProps): ReactElement => {
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = stepOfKey(event.key, event.shiftKey);
    const point = points[index];
    if (step === undefined || point === undefined) return;
    event.preventDefault();
    onMove(movedTo(view.handles, points, index, [point[0] + step[0], point[1] + step[1]]));
  };
  return (
    <div className={styles.points}>
      {view.handles.map(({ name, shape }, index) => {
        const [x, y] = points[index] ?? [0, 0];
        return (
          <Toggle
            key={name}
            pressed={index === chosen}
            data-handle={index}
            className={styles.point}
            onClick={() => onChoose(index)}
            onFocus={() => onChoose(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {name} <span className="num">{shape === 'line' ? y : `${x}, ${y}`}</span>
          </Toggle>
        );
      })}
    </div>
  );
};

const Presets = ({ view, onMove }: Pick<EditorProps, 'view' | 'onMove'>): ReactElement => (
  <div className={styles.presets}>
    {view.presets.map(({ name, points }) => (
      <Button key={name} onClick={() => onMove(points)}>
        {name}
      </Button>
    ))}
    <Button icon="undo" onClick={() => onMove(view.start)}>
      {t('Reset')}
    </Button>
  </div>
);

export const Editor = ({ deviceId, view, points, compared, addresses, onMove }: EditorProps): ReactElement => {
  const [chosen, choose] = useState<number>();
  const frame = useRef<HTMLFieldSetElement>(null);
  const same = { deviceId, view, addresses, stored: view.start };
  /** The focus goes to the button of what a pointer took, where arrows move it on. */
  const take = (index: number): void => {
    choose(index);
    frame.current?.querySelector<HTMLElement>(`[data-handle="${index}"]`)?.focus({ preventScroll: true });
  };
  return (
    <fieldset ref={frame} className={styles.editor} aria-label={view.name}>
      <div className={compared ? styles.pair : styles.single}>
        {compared && <Stage {...same} points={view.start} chosen={undefined} side={t('Before')} />}
        <Stage
          {...same}
          points={points}
          chosen={chosen}
          side={compared ? t('After') : undefined}
          onChoose={take}
          onMove={onMove}
        />
      </div>
      <PointButtons {...{ view, points, chosen, onMove }} onChoose={choose} />
      <Presets view={view} onMove={onMove} />
    </fieldset>
  );
};
