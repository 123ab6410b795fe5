// Two gauges as SVG: a speed on an arc, a direction on a compass. Numbers and words come in; what they mean is the caller's.
import type { ReactElement } from 'react';
import styles from './gauges.module.css';

/** The arc runs over 240 degrees, open at the bottom. */
const FROM = -120;
const SPAN = 240;

const onArc = (radius: number, degrees: number): readonly [number, number] => {
  const radians = ((degrees - 90) * Math.PI) / 180;
  return [50 + radius * Math.cos(radians), 50 + radius * Math.sin(radians)];
};

const arc = (radius: number, from: number, to: number): string => {
  const [x1, y1] = onArc(radius, from);
  const [x2, y2] = onArc(radius, to);
  return `M${x1} ${y1} A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${x2} ${y2}`;
};

type SpeedGaugeProps = {
  /** Undefined: not known; the gauge is empty. */
  value: number | undefined;
  max: number;
  unit: string;
  name: string;
};

/** A speed from 0 to `max`; more than that fills the arc, and the number still tells it. */
export const SpeedGauge = ({ value, max, unit, name }: SpeedGaugeProps): ReactElement => {
  const part = Math.min(1, Math.max(0, (value ?? 0) / max));
  const end = FROM + SPAN * part;
  const ticks = Array.from({ length: 9 }, (_, i) => FROM + (SPAN * i) / 8);
  return (
    <svg
      className={styles.gauge}
      viewBox="0 0 100 92"
      role="img"
      aria-label={`${name}: ${value === undefined ? '–' : `${value} ${unit}`}`}
    >
      <path d={arc(42, FROM, FROM + SPAN)} className={styles.groove} />
      {part > 0.004 && <path d={arc(42, FROM, end)} className={styles.filled} />}
      {ticks.map((degrees) => {
        const [x1, y1] = onArc(34.5, degrees);
        const [x2, y2] = onArc(32, degrees);
        return <line key={degrees} x1={x1} y1={y1} x2={x2} y2={y2} className={styles.tick} />;
      })}
      <text x="50" y="56" className={styles.number}>
        {value ?? '–'}
      </text>
      <text x="50" y="71" className={styles.unit}>
        {unit}
      </text>
    </svg>
  );
};

type DirectionGaugeProps = {
  /** Degrees clockwise from north. Undefined: not known. */
  heading: number | undefined;
  /** The letters of the compass from north clockwise, and the heading in words. */
  letters: readonly [string, string, string, string];
  word: string;
  name: string;
};

const roseDegrees = [0, 90, 180, 270] as const;

/** A compass with north up, the needle showing where the vehicle heads. */
export const DirectionGauge = ({ heading, letters, word, name }: DirectionGaugeProps): ReactElement => (
  <svg className={styles.gauge} viewBox="0 0 100 92" role="img" aria-label={`${name}: ${word}`}>
    <circle cx="50" cy="44" r="37" className={styles.rose} />
    {Array.from({ length: 12 }, (_, i) => (
      <line key={i} x1="50" y1="8.5" x2="50" y2={11} transform={`rotate(${i * 30} 50 44)`} className={styles.tick} />
    ))}
    {roseDegrees.map((degrees, i) => (
      <text
        key={degrees}
        x={50 + 25.5 * Math.sin((degrees * Math.PI) / 180)}
        y={44 - 25.5 * Math.cos((degrees * Math.PI) / 180)}
        className={styles.letter}
      >
        {letters[i]}
      </text>
    ))}
    {heading !== undefined && (
      <path d="M50 22 L57.5 56 L50 50.5 L42.5 56 Z" transform={`rotate(${heading} 50 44)`} className={styles.needle} />
    )}
    <text x="50" y="90.5" className={styles.unit}>
      {word}
    </text>
  </svg>
);
