// The timeline under the tiles: what the server and the device have of each channel, the events, the playing time, and a way to any
// moment. A press where the server has nothing plays nothing else instead: it says where the moment lies (elsewhere.tsx).
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { dayDate } from '../../lib/local-moment.ts';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { whereabouts } from '../../parts/record-timeline/bands.ts';
import type { RecordSpan } from '../../parts/record-timeline/bands.ts';
import { RecordTimeline } from '../../parts/record-timeline/record-timeline.tsx';
import { holdings } from '../../parts/record-timeline/words.ts';
import { dayOf, following } from '../../parts/record-timeline/time-view.ts';
import type { TimeView } from '../../parts/record-timeline/time-view.ts';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import { useDeviceSpans, useRecordedSpans, useTimelineMarks } from './api.ts';
import { Elsewhere } from './elsewhere.tsx';
import styles from './playback.module.css';
import type { PlaybackView } from './use-playback-screen.ts';

/** As far back as the server tells of. */
const BACK_MS = 400 * 86_400_000;

/** A pointer aims to about two of a thousand pixels, and to a second at the nearest. */
const AIM_SHARE = 0.002;
const LEAST_AIM_MS = 1000;

const firstView = (day: string): TimeView => dayOf(dayDate(day)?.getTime() ?? systemClock.now());

type Press = {
  /** Where the operator pressed and the server has nothing, UTC ms. */
  readonly atMs: number | undefined;
  readonly seek: (ms: number) => void;
  readonly play: (ms: number) => void;
  readonly dismiss: () => void;
};

/** A press plays what lies there; where the server has nothing it is remembered instead, to say so. */
const usePress = (
  view: PlaybackView,
  { spans, asked, shown }: { spans: readonly RecordSpan[]; asked: TimeView | undefined; shown: TimeView },
): Press => {
  const [atMs, setAt] = useState<number>();
  const play = (ms: number): void => {
    setAt(undefined);
    view.goTo(Math.round(ms / 100) * 100);
  };
  const seek = (ms: number): void => {
    const toleranceMs = Math.max(LEAST_AIM_MS, (shown.toMs - shown.fromMs) * AIM_SHARE);
    // Until the answer is there nobody knows better than the server.
    if (asked === undefined || whereabouts(spans, view.channels.on, ms, toleranceMs).onServer) play(ms);
    else setAt(ms);
  };
  return { atMs, seek, play, dismiss: () => setAt(undefined) };
};

/** Give it the day as key: another one begins with its own view. */
export const Timeline = ({ view }: { view: PlaybackView }): ReactElement => {
  const { deviceId, look, group } = view;
  const { on, nameOf } = view.channels;
  const [chosen, setChosen] = useState(() => firstView(look.day));
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
  const { spans, asked, error } = useRecordedSpans(deviceId, chosen);
  const device = useDeviceSpans(deviceId, look.day);
  const all = useMemo(() => [...spans, ...device.spans], [spans, device.spans]);
  const press = usePress(view, { spans: all, asked, shown: chosen });
  const marks = useTimelineMarks(deviceId, chosen);
  const rows = useMemo(() => on.map((channel) => ({ channel, name: nameOf(channel) })), [on, nameOf]);
  return (
    <div className={styles.timeline}>
      {error !== null && (
        <output className={styles.nothing}>
          {t('The timeline could not be loaded: {reason}', { reason: error.message })}
        </output>
      )}
      {press.atMs !== undefined && (
        <Elsewhere
          view={view}
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
        legend={device.spans.length === 0 ? ['server', 'missing'] : holdings}
        // Of a device that could not be asked nobody knows what it recorded.
        words={device.known ? {} : { missing: t('Not on the server') }}
      />
    </div>
  );
};
