// The timeline under the tiles: what the server and the device have of each channel, the events, the playing time, and a way to any
// moment.
import { postRecordList } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { dayDate } from '../../lib/local-moment.ts';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { spansOf } from '../../parts/record-list/spans.ts';
import { useRecordList } from '../../parts/record-list/use-record-list.ts';
import type { RecordSpan } from '../../parts/record-timeline/bands.ts';
import { RecordTimeline } from '../../parts/record-timeline/record-timeline.tsx';
import { holdings } from '../../parts/record-timeline/words.ts';
import { dayOf, following } from '../../parts/record-timeline/time-view.ts';
import type { TimeView } from '../../parts/record-timeline/time-view.ts';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import { useRecordedSpans, useTimelineMarks } from './api.ts';
import styles from './playback.module.css';
import type { PlaybackView } from './use-playback-screen.ts';

/** As far back as the server tells of. */
const BACK_MS = 400 * 86_400_000;

const firstView = (day: string): TimeView => dayOf(dayDate(day)?.getTime() ?? systemClock.now());

/** What the device has of the chosen day, where one may ask and it is there to answer. */
const useDeviceSpans = (deviceId: string, day: string): readonly RecordSpan[] => {
  const online = (useDevice(deviceId)?.status ?? 0) > 0;
  const may = useMay(postRecordList.right);
  const { reply } = useRecordList(deviceId, day, online && may);
  return useMemo(() => spansOf(reply?.records ?? [], []), [reply]);
};

/** Give it the day as key: another one begins with its own view. */
export const Timeline = ({ view }: { view: PlaybackView }): ReactElement => {
  const { deviceId, look, on, nameOf, group } = view;
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
  const onDevice = useDeviceSpans(deviceId, look.day);
  const all = useMemo(() => [...spans, ...onDevice], [spans, onDevice]);
  const marks = useTimelineMarks(deviceId, chosen);
  const rows = useMemo(() => on.map((channel) => ({ channel, name: nameOf(channel) })), [on, nameOf]);
  return (
    <div className={styles.timeline}>
      {error !== null && (
        <output className={styles.nothing}>
          {t('The timeline could not be loaded: {reason}', { reason: error.message })}
        </output>
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
        onSeek={(ms) => view.goTo(Math.round(ms / 100) * 100)}
        legend={onDevice.length === 0 ? ['server', 'missing'] : holdings}
      />
    </div>
  );
};
