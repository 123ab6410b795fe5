// The points of a route in order: dragged, moved by arrow keys on their grip, removed one by one.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import type { Place } from '../../map/area-shape.ts';
import styles from '../../parts/zone/zone.module.css';
import { Button } from '../../ui/button.tsx';

type PointListProps = {
  points: readonly Place[];
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
};

const DIGITS = 5;
const placeText = ({ lat, lng }: Place): string => `${lat.toFixed(DIGITS)}, ${lng.toFixed(DIGITS)}`;

export const PointList = ({ points, onMove, onRemove }: PointListProps): ReactElement => {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const step = (index: number, key: string): boolean => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (by === undefined) return false;
    onMove(index, index + by);
    return true;
  };
  return (
    <ol className={styles.points} aria-label={t('Points of the route')}>
      {points.map((point, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- by keyboard the grip in it does the same
        <li
          // oxlint-disable-next-line no-array-index-key -- a point is its place in the row
          key={index}
          className={styles.point}
          data-over={over === index && dragged !== index}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            setDragged(index);
          }}
          onDragOver={(event) => {
            if (dragged === undefined) return;
            event.preventDefault();
            setOver(index);
          }}
          onDragEnd={end}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== undefined) onMove(dragged, index);
            end();
          }}
        >
          <Button
            look="bare"
            icon="grip"
            className={styles.grip ?? ''}
            aria-label={t('Move point {number} with the arrow keys', { number: index + 1 })}
            onKeyDown={(event) => {
              if (step(index, event.key)) event.preventDefault();
            }}
          />
          <span className="num">
            {index + 1}. {placeText(point)}
          </span>
          <Button
            look="bare"
            icon="close"
            aria-label={t('Remove point {number}', { number: index + 1 })}
            onClick={() => onRemove(index)}
          />
        </li>
      ))}
    </ol>
  );
};
