// The timeline under the tiles: the channels that are on over the chosen day, what the device has of them and what the server has.
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { dayDate } from '../../lib/local-moment.ts';
import { usePreview } from '../../parts/footage/preview-card.tsx';
import { useRecordedSpans, useTimelineMarks } from '../../parts/footage/use-footage.ts';
import { RecordTimeline } from '../../parts/record-timeline/record-timeline.tsx';
import { dayOf } from '../../parts/record-timeline/time-view.ts';
import type { TimeView } from '../../parts/record-timeline/time-view.ts';
import { holdings } from '../../parts/record-timeline/words.ts';
import { usePlayback } from '../../player/recorded/use-playback.ts';
import type { Controls } from './use-controls.ts';
import type { Play } from './use-play.ts';
import type { RemotePlayback } from './use-remote-playback.ts';

/** Of a day that the device did not tell of, nothing is said to be missing. */
const NOTHING_ASKED: TimeView = { fromMs: 0, toMs: 1 };

type TimePanelProps = { view: RemotePlayback; play: Play; controls: Controls };

/** The minutes that would be played, or that play. */
const rangeOf = ({ look, segment }: RemotePlayback, { request }: Play): TimeView | undefined => {
  if (request !== undefined) return { fromMs: request.startMs, toMs: request.endMs };
  const { atMs, minutes } = look;
  return segment === undefined || atMs === undefined ? undefined : { fromMs: atMs, toMs: atMs + minutes * 60_000 };
};

export const TimePanel = ({ view, play, controls }: TimePanelProps): ReactElement => {
  const { deviceId, look, channels, spans, list } = view;
  const day = dayOf(dayDate(look.day)?.getTime() ?? 0);
  const [shown, setShown] = useState<{ day: string; view: TimeView }>();
  const span = shown?.day === look.day ? shown.view : day;
  const server = useRecordedSpans(deviceId, span).spans;
  const all = useMemo(() => [...spans, ...server], [spans, server]);
  const marks = useTimelineMarks(deviceId, span);
  const preview = usePreview(deviceId);
  const timeMs = usePlayback(play.group, (state) => Math.floor(state.timeMs / 250) * 250);
  return (
    <RecordTimeline
      label={t('Timeline')}
      rows={channels.on.map((channel) => ({ channel, name: channels.nameOf(channel) }))}
      spans={all}
      marks={marks}
      view={span}
      onView={(next) => setShown({ day: look.day, view: next })}
      bounds={day}
      asked={list.state === 'done' && list.reply?.device === 'answered' ? list.asked : NOTHING_ASKED}
      timeMs={play.group === undefined ? look.atMs : timeMs}
      onSeek={controls.seek}
      preview={preview}
      range={rangeOf(view, play)}
      legend={holdings}
    />
  );
};
