// How one band of a timeline is drawn: a colour and a pattern for where it lies, a strip for why it was recorded.
import type { ReactElement } from 'react';
import type { Band } from './bands.ts';
import styles from './record-timeline.module.css';

const STRIP = 4;

/** The patterns that bands refer to; once in each SVG. */
export const PatternDefs = ({ id }: { id: string }): ReactElement => (
  <defs>
    <pattern id={`${id}-device`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className={styles.deviceGround} width={6} height={6} />
      <line className={styles.deviceLine} x1={0} x2={0} y1={0} y2={6} />
    </pattern>
    <pattern id={`${id}-both`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className={styles.server} width={6} height={6} />
      <line className={styles.bothLine} x1={0} x2={0} y1={0} y2={6} />
    </pattern>
    <pattern id={`${id}-locked`} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
      <line className={styles.lockedLine} x1={0} x2={0} y1={0} y2={5} />
    </pattern>
    <pattern id={`${id}-gsensor`} width={6} height={STRIP} patternUnits="userSpaceOnUse">
      <rect className={styles.gsensor} width={4} height={STRIP} />
    </pattern>
  </defs>
);

type BandShapeProps = { band: Band; top: number; height: number; pattern: string };

export const BandShape = ({ band, top, height, pattern }: BandShapeProps): ReactElement => {
  const { x, width, holding, alarm, gsensor, locked } = band;
  const fill = holding === 'server' ? {} : { fill: `url(#${pattern}-${holding})` };
  return (
    <g data-holding={holding} data-alarm={alarm || undefined} data-gsensor={gsensor || undefined}>
      <rect
        className={holding === 'server' ? styles.server : undefined}
        x={x}
        y={top}
        width={width}
        height={height}
        {...fill}
      />
      {locked && <rect x={x} y={top} width={width} height={height} fill={`url(#${pattern}-locked)`} />}
      {alarm && <rect className={styles.alarm} x={x} y={top} width={width} height={STRIP} />}
      {gsensor && (
        <>
          <rect className={styles.gsensorGround} x={x} y={top + height - STRIP} width={width} height={STRIP} />
          <rect x={x} y={top + height - STRIP} width={width} height={STRIP} fill={`url(#${pattern}-gsensor)`} />
        </>
      )}
    </g>
  );
};
