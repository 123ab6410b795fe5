// What the looks of a timeline mean, in words.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import type { Band, Holding } from './bands.ts';
import { BandShape, PatternDefs } from './band-shape.tsx';
import styles from './record-timeline.module.css';
import { holdingText } from './words.ts';
import type { HoldingWords } from './words.ts';

const WIDTH = 26;
const HEIGHT = 14;
const plain: Band = { x: 0, width: WIDTH, holding: 'device', gsensor: false, alarm: false, locked: false };

type LegendProps = {
  holdings: readonly Holding[];
  words: HoldingWords;
  types: boolean;
  locked: boolean;
  pattern: string;
};

type SwatchProps = { text: string; pattern: string; band: Band | undefined };

const Swatch = ({ text, pattern, band }: SwatchProps): ReactElement => (
  <span className={styles.swatch}>
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
      <PatternDefs id={pattern} />
      <line className={styles.missing} x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {band !== undefined && <BandShape band={band} top={0} height={HEIGHT} pattern={pattern} />}
    </svg>
    {text}
  </span>
);

export const Legend = ({ holdings, words, types, locked, pattern }: LegendProps): ReactElement => {
  const base: Band = { ...plain, holding: holdings.includes('device') ? 'device' : 'server' };
  const more: { text: string; band: Band }[] = [
    ...(types
      ? [
          { text: t('GSensor'), band: { ...base, gsensor: true } },
          { text: t('Alarm'), band: { ...base, alarm: true } },
        ]
      : []),
    ...(locked ? [{ text: t('Locked'), band: { ...base, locked: true } }] : []),
  ];
  return (
    <div className={styles.legend}>
      {holdings.map((holding) => (
        <Swatch
          key={holding}
          text={holdingText(holding, words)}
          pattern={`${pattern}-${holding}`}
          band={holding === 'missing' ? undefined : { ...plain, holding }}
        />
      ))}
      {more.map(({ text, band }) => (
        <Swatch key={text} text={text} pattern={`${pattern}-${text}`} band={band} />
      ))}
    </div>
  );
};
