// Level and spectrum of an open microphone, drawn each frame outside React; the words follow more slowly, so that they can be read.
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { onNextFrame, systemClock } from '../../lib/time.ts';
import type { Stop } from '../../lib/time.ts';
import styles from './audio-test.module.css';
import { SILENCE_DB } from './sound-figures.ts';
import type { Sound, SoundMeter } from './sound-meter.ts';

const WORDS_MS = 250;
const BARS = 64;

const drawBars = (canvas: HTMLCanvasElement, { bars }: Sound): void => {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  context.fillStyle = getComputedStyle(canvas).color;
  const each = bars.length / BARS;
  for (let i = 0; i < BARS; i += 1) {
    const high = Math.max(...bars.subarray(i * each, (i + 1) * each)) / 255;
    context.fillRect((i * width) / BARS, height * (1 - high), width / BARS - 2, height * high);
  }
};

/** Looks at the microphone with every frame until stopped. */
const follow = (meter: SoundMeter, show: (sound: Sound) => void): Stop => {
  let last: Stop | undefined;
  const next = (): void => {
    show(meter.look());
    last = onNextFrame(next);
  };
  next();
  return () => last?.();
};

type Words = { readonly levelDb: number; readonly peakHz: number | undefined };
const silent: Words = { levelDb: SILENCE_DB, peakHz: undefined };

const useWords = (meter: SoundMeter | undefined): Words => {
  const [words, setWords] = useState(silent);
  useEffect(() => {
    if (meter === undefined) return undefined;
    const stop = systemClock.every(WORDS_MS, () => {
      const { levelDb, peakHz } = meter.look();
      setWords({ levelDb, peakHz });
    });
    return () => {
      stop();
      setWords(silent);
    };
  }, [meter]);
  return words;
};

const Figures = ({ meter }: { meter: SoundMeter | undefined }): ReactElement => {
  const { levelDb, peakHz } = useWords(meter);
  const levelText = meter === undefined ? '–' : t('{level} dB', { level: Math.round(levelDb) });
  const peakText = peakHz === undefined ? '–' : t('{frequency} Hz', { frequency: Math.round(peakHz) });
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('Level')}</dt>
        <dd className="num" data-field="level">
          {levelText}
        </dd>
      </div>
      <div>
        <dt>{t('Loudest frequency')}</dt>
        <dd className="num" data-field="peak">
          {peakText}
        </dd>
      </div>
    </dl>
  );
};

/** Empty while there is no microphone. */
export const Meters = ({ meter }: { meter: SoundMeter | undefined }): ReactElement => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const level = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    const drawing = canvas.current;
    const bar = level.current;
    if (meter === undefined || drawing === null || bar === null) return undefined;
    const stop = follow(meter, (sound) => {
      bar.value = sound.levelDb;
      drawBars(drawing, sound);
    });
    return () => {
      stop();
      bar.value = SILENCE_DB;
      drawing.getContext('2d')?.clearRect(0, 0, drawing.width, drawing.height);
    };
  }, [meter]);
  return (
    <>
      <Figures meter={meter} />
      <meter ref={level} className={styles.level} aria-label={t('Level')} min={SILENCE_DB} max={0} />
      <figure className={styles.figure} aria-label={t('Spectrum')}>
        <canvas ref={canvas} className={styles.spectrum} width={1024} height={240} />
        <div className={styles.scale} aria-hidden="true">
          {['0', '1', '2', '3', '4 kHz'].map((mark) => (
            <span key={mark} className="num">
              {mark}
            </span>
          ))}
        </div>
      </figure>
    </>
  );
};
