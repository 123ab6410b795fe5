// The timeline of a vehicle's footage, under live tiles as under recorded ones: what the server and the device have of each channel, the
// events, the playing time, and a way to any moment. A press where the server has nothing plays nothing else instead: it says where the moment lies (elsewhere.tsx).
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { dayText } from '../../lib/local-moment.ts';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { whereabouts } from '../record-timeline/bands.ts';
import type { RecordSpan } from '../record-timeline/bands.ts';
import { RecordTimeline } from '../record-timeline/record-timeline.tsx';
import { holdings } from '../record-timeline/words.ts';
import { dayOf, following } from '../record-timeline/time-view.ts';
import type { TimeView } from '../record-timeline/time-view.ts';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { Elsewhere } from './elsewhere.tsx';
import styles from './footage.module.css';
import { usePreview } from './preview-card.tsx';
import { useDeviceSpans, useRecordedSpans, useTimelineMarks } from './use-footage.ts';

/** As far back as the server tells of. */
const BACK_MS = 400 * 86_400_000;

/** A pointer aims to about two of a thousand pixels, and to a second at the nearest. */
const AIM_SHARE = 0.002;
const LEAST_AIM_MS = 1000;

type FootageTimelineProps = {
  deviceId: string;
  /** The channels that are on; the same array as long as it names the same ones. */
  on: readonly number[];
  nameOf: (channel: number) => string;
  /** Undefined: nothing recorded plays. */
  group: PlaybackGroup | undefined;
  /** What it shows at first. */
  first: TimeView;
  /** A moment that the server has. */
  onPlay: (ms: number) => void;
  /** What only the recorder has is played as well. */
  recorderToo?: boolean;
};

type Press = {
  /** Where the operator pressed and the server has nothing, UTC ms. */
  readonly atMs: number | undefined;
  readonly seek: (ms: number) => void;
  readonly play: (ms: number) => void;
  readonly dismiss: () => void;
};

/** A press plays what lies there; where the server has nothing it is remembered instead, to say so. */
const usePress = (
  { on, onPlay, recorderToo = false }: Pick<FootageTimelineProps, 'on' | 'onPlay' | 'recorderToo'>,
  { spans, asked, shown }: { spans: readonly RecordSpan[]; asked: TimeView | undefined; shown: TimeView },
): Press => {
  const [atMs, setAt] = useState<number>();
  const play = (ms: number): void => {
    setAt(undefined);
    onPlay(Math.round(ms / 100) * 100);
  };
  const seek = (ms: number): void => {
    const toleranceMs = Math.max(LEAST_AIM_MS, (shown.toMs - shown.fromMs) * AIM_SHARE);
    const { onServer, onDevice } = whereabouts(spans, on, ms, toleranceMs);
    // Until the answer is there nobody knows better than the server.
    if (asked === undefined || onServer || (recorderToo && onDevice)) play(ms);
    else setAt(ms);
  };
  return { atMs, seek, play, dismiss: () => setAt(undefined) };
};

/** Give it a key that changes where it is to begin with another view. */
export const FootageTimeline = (props: FootageTimelineProps): ReactElement => {
  const { deviceId, on, nameOf, group, first, onPlay, recorderToo = false } = props;
  const [chosen, setChosen] = useState(first);
  const second = usePlayback(group, ({ timeMs }) => Math.floor(timeMs / 1000));
  const timeMs = group === undefined ? undefined : second * 1000;
  const [bounds] = useState<TimeView>(() => {
    const { toMs } = dayOf(systemClock.now());
    return { fromMs: toMs - BACK_MS, toMs };
  });
  const [followed, setFollowed] = useState(timeMs);
  if (timeMs !== undefined && timeMs !== followed) {
    // Only a playing time that was in sight is followed out of it.
    const wasIn = followed !== undefined && followed >= chosen.fromMs && followed <= chosen.toMs;
    setFollowed(timeMs);
    if (wasIn) setChosen(following(chosen, timeMs, bounds));
  }
  const aboutMs = timeMs ?? first.toMs - 1;
  const { spans, asked, error } = useRecordedSpans(deviceId, chosen);
  const device = useDeviceSpans(deviceId, dayText(new Date(aboutMs)));
  const all = useMemo(() => [...spans, ...device.spans], [spans, device.spans]);
  const press = usePress({ on, onPlay, recorderToo }, { spans: all, asked, shown: chosen });
  const marks = useTimelineMarks(deviceId, chosen);
  const preview = usePreview(deviceId);
  const rows = useMemo(() => on.map((channel) => ({ channel, name: nameOf(channel) })), [on, nameOf]);
  return (
    <div className={styles.timeline}>
      {error !== null && (
        <output className={styles.nothing}>
          {t('The timeline could not be loaded: {reason}', { reason: t(error.message) })}
        </output>
      )}
      {press.atMs !== undefined && (
        <Elsewhere
          deviceId={deviceId}
          channels={on}
          ms={press.atMs}
          found={whereabouts(all, on, press.atMs, 0)}
          deviceKnown={device.known}
          onPlay={press.play}
          onDismiss={press.dismiss}
        />
      )}
      <RecordTimeline
        label={t('Recordings')}
        rows={rows}
        spans={all}
        marks={marks}
        view={chosen}
        onView={setChosen}
        bounds={bounds}
        asked={asked}
        timeMs={timeMs}
        onSeek={press.seek}
        preview={preview}
        legend={device.spans.length === 0 ? ['server', 'missing'] : holdings}
        // Of a device that could not be asked nobody knows what it recorded.
        words={device.known ? {} : { missing: t('Not on the server') }}
      />
    </div>
  );
};
