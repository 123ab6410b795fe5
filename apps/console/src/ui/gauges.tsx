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
  /** Where the scale changes its colour, rising, in the unit of `value`. At most four: there are five colours. */
  bands: readonly number[];
  unit: string;
  name: string;
};

const bandClasses = [styles.band1, styles.band2, styles.band3, styles.band4, styles.band5];

/** The scale: a rim in the bands' colours, a tick where one ends, and the numbers of both ends. */
const Scale = ({
  angleOf,
  bands,
  max,
}: Pick<SpeedGaugeProps, 'bands' | 'max'> & { angleOf: (speed: number) => number }) => (
  <g data-scale={`0-${max}`}>
    {[0, ...bands].map((from, i) => (
      <path
        key={from}
        d={arc(46.5, angleOf(from), angleOf(bands[i] ?? max))}
        className={`${styles.rim} ${bandClasses[i]}`}
        data-to={bands[i] ?? max}
      />
    ))}
    {bands.map((speed) => {
      const [x1, y1] = onArc(48.5, angleOf(speed));
      const [x2, y2] = onArc(34, angleOf(speed));
      return <line key={speed} x1={x1} y1={y1} x2={x2} y2={y2} className={styles.tick} />;
    })}
    <text x="17" y="84" className={styles.end}>
      0
    </text>
    <text x="83" y="84" className={styles.end}>
      {max}
    </text>
  </g>
);

/** A speed from 0 to `max`, in the colour of its band; more than that fills the arc, and the number still tells it. */
export const SpeedGauge = ({ value, max, bands, unit, name }: SpeedGaugeProps): ReactElement => {
  const angleOf = (speed: number): number => FROM + SPAN * Math.min(1, Math.max(0, speed / max));
  const band = bands.filter((to) => (value ?? 0) >= to).length;
  const end = angleOf(value ?? 0);
  return (
    <svg
      className={styles.gauge}
      viewBox="0 0 100 92"
      role="img"
      aria-label={`${name}: ${value === undefined ? '–' : `${value} ${unit}`}`}
    >
      <path d={arc(39.5, FROM, FROM + SPAN)} className={styles.groove} />
      {end > FROM + 1 && (
        <path d={arc(39.5, FROM, end)} className={`${styles.filled} ${bandClasses[band]}`} data-filled="" />
      )}
      <Scale angleOf={angleOf} bands={bands} max={max} />
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
    <circle cx="50" cy="42" r="35" className={styles.rose} />
    {Array.from({ length: 12 }, (_, i) => (
      <line key={i} x1="50" y1="8.5" x2="50" y2={11} transform={`rotate(${i * 30} 50 42)`} className={styles.tick} />
    ))}
    {roseDegrees.map((degrees, i) => (
      <text
        key={degrees}
        x={50 + 24.5 * Math.sin((degrees * Math.PI) / 180)}
        y={42 - 24.5 * Math.cos((degrees * Math.PI) / 180)}
        className={styles.letter}
      >
        {letters[i]}
      </text>
    ))}
    {heading !== undefined && (
      <path d="M50 20 L57.5 54 L50 48.5 L42.5 54 Z" transform={`rotate(${heading} 50 42)`} className={styles.needle} />
    )}
    <text x="50" y="90.5" className={styles.unit}>
      {word}
    </text>
  </svg>
);
