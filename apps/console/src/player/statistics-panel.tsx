// The figures of one stream, for who wants to know why a picture is as it is.
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { systemClock } from '../lib/time.ts';
import styles from './live-tile.module.css';
import type { TilePlayer } from './tile-player.ts';
import { usePlayerStatistics } from './use-player.ts';

const LEVEL_MS = 250;

/** Loudness in decibels below full scale; undefined while silent. */
const useDecibels = (player: TilePlayer): number | undefined => {
  const [loudness, setLoudness] = useState(0);
  useEffect(() => systemClock.every(LEVEL_MS, () => setLoudness(player.voice.loudness())), [player]);
  return loudness <= 0.0001 ? undefined : Math.round(20 * Math.log10(loudness));
};

const Row = ({ name, value, field }: { name: string; value: string; field: string }): ReactElement => (
  <>
    <dt>{name}</dt>
    <dd className="num" data-field={field}>
      {value}
    </dd>
  </>
);

export const StatisticsPanel = ({ player }: { player: TilePlayer }): ReactElement => {
  const now = usePlayerStatistics(player);
  const decibels = useDecibels(player);
  if (now === undefined) return <dl className={styles.statistics}>{t('Measuring')}</dl>;
  const latency =
    now.latencyMs === undefined
      ? t('unknown')
      : `${Math.round(now.latencyMs)} ms ${now.latencyFrom === 'stamp' ? t('from the camera') : t('from the server')}`;
  const loud = decibels === undefined ? t('silent') : `${decibels} dB`;
  return (
    <dl className={styles.statistics}>
      <Row name={t('Codec')} value={now.codec} field="codec" />
      <Row name={t('Size')} value={`${now.width}×${now.height}`} field="size" />
      <Row name={t('Pictures')} value={`${now.framesPerSecond.toFixed(1)}/s`} field="fps" />
      <Row name={t('Data')} value={`${Math.round(now.kbitPerSecond)} kbit/s`} field="rate" />
      <Row name={t('Delay')} value={latency} field="latency" />
      <Row
        name={t('Shown')}
        value={t('{shown} of {received}', { shown: now.shown, received: now.received })}
        field="shown"
      />
      <Row name={t('Dropped')} value={String(now.dropped)} field="dropped" />
      <Row name={t('Sound')} value={now.audio === '' ? t('off') : `${now.audio}, ${loud}`} field="sound" />
      <Row name={t('Decoder')} value={now.decoder} field="decoder" />
      <Row name={t('Connection')} value={now.transport} field="transport" />
    </dl>
  );
};
