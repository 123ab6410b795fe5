// Saves what is played back: format, length and channel, from the chosen time on. Polling and fetching are parts/download.
import { DEFAULT_DOWNLOAD_SECONDS, downloadFormats, downloadSeconds } from '@outrider/contract';
import type { DownloadFormat } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { formatDuration, formatTime } from '../../lib/time.ts';
import { startDownload, useDownloading } from '../../parts/download/downloads.ts';
import { useMayDownload } from '../../parts/download/may-download.ts';
import { Button } from '../../ui/button.tsx';
import styles from './playback.module.css';
import type { PlaybackView } from './use-playback-screen.ts';

/** A length that the other format does not have falls back to the usual one. */
const lengthFor = (format: DownloadFormat, seconds: number): number =>
  downloadSeconds[format].includes(seconds) ? seconds : DEFAULT_DOWNLOAD_SECONDS;

type ChoiceProps = {
  label: string;
  value: string | number;
  options: readonly (readonly [string | number, string])[];
  onChoose: (value: string) => void;
};

const Choice = ({ label, value, options, onChoose }: ChoiceProps): ReactElement => (
  <select
    className={`form-select form-select-sm ${styles.choice}`}
    aria-label={label}
    value={value}
    onChange={(event) => onChoose(event.target.value)}
  >
    {options.map(([key, text]) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </select>
);

/** Nothing for who may not download. */
export const DownloadTool = ({ view }: { view: PlaybackView }): ReactElement | null => {
  const may = useMayDownload();
  const busy = useDownloading('lobk');
  const [format, setFormat] = useState<DownloadFormat>('mp4');
  const [picked, setPicked] = useState<number>();
  const { look, deviceId } = view;
  const [chosen, setSeconds] = useState<number>();
  const wanted = chosen ?? look.seconds ?? DEFAULT_DOWNLOAD_SECONDS;
  const { on, nameOf } = view.channels;
  const channel = picked !== undefined && on.includes(picked) ? picked : on[0];
  const seconds = lengthFor(format, wanted);
  const { atMs } = look;
  const start = (): void => {
    if (atMs === undefined || channel === undefined) return;
    startDownload({ kind: 'lobk', deviceId, channel: format === 'gms' ? 0 : channel, startMs: atMs, seconds, format });
  };
  useKeys({ d: may ? start : undefined }, { repeats: false });
  if (!may) return null;
  return (
    <fieldset className={styles.download} aria-label={t('Download')}>
      <Choice
        label={t('Format')}
        value={format}
        options={downloadFormats.map((each) => [each, each] as const)}
        onChoose={(next) => {
          const found = downloadFormats.find((each) => each === next) ?? 'mp4';
          setFormat(found);
          setSeconds(lengthFor(found, seconds));
        }}
      />
      <Choice
        label={t('Duration')}
        value={seconds}
        options={downloadSeconds[format].map((each) => [each, formatDuration(each * 1000)] as const)}
        onChoose={(next) => setSeconds(Number(next))}
      />
      {format === 'mp4' && on.length > 1 && channel !== undefined && (
        <Choice
          label={t('Channel')}
          value={channel}
          options={on.map((each) => [each, nameOf(each)] as const)}
          onChoose={(next) => setPicked(Number(next))}
        />
      )}
      <Button
        icon="download"
        busy={busy}
        disabled={atMs === undefined || channel === undefined}
        title={atMs === undefined ? t('Choose a time first') : `${t('From {time} on', { time: formatTime(atMs) })} (D)`}
        onClick={start}
      >
        {t('Download')}
      </Button>
    </fieldset>
  );
};
