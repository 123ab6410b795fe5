// What there is of a vehicle's footage around a span of time: on the server, on its recorder, and the events of that time. One for every
// timeline: live, video playback and remote playback.
import {
  eventCodes,
  eventName,
  MAX_TRACK_DAYS,
  postRecordList,
  postRecordings,
  postTrackEvents,
} from '@outrider/contract';
import type { EventMarker } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { spansOf } from '../record-list/spans.ts';
import { useRecordList } from '../record-list/use-record-list.ts';
import type { RecordSpan, TimelineMark } from '../record-timeline/bands.ts';
import type { TimeView } from '../record-timeline/time-view.ts';

/** What is being recorded becomes visible by itself. */
const REFRESH_MS = 30_000;
const DAY_MS = 86_400_000;

/** Wide enough around what is shown that a small step asks nothing. */
const asked = ({ fromMs, toMs }: TimeView): TimeView => {
  const unit = Math.max(DAY_MS / 24, 2 ** Math.ceil(Math.log2(Math.max(1, toMs - fromMs))));
  return { fromMs: Math.floor(fromMs / unit) * unit - unit, toMs: Math.ceil(toMs / unit) * unit + unit };
};

const JOIN_PARTS = 2000;

/** What the server has around the shown span, and which span that was; nothing while it is asked. */
export const useRecordedSpans = (
  deviceId: string,
  view: TimeView,
): { spans: readonly RecordSpan[]; asked: TimeView | undefined; error: Error | null } => {
  const { fromMs, toMs } = asked(view);
  const may = useMay(postRecordings.right);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['recordings', deviceId, fromMs, toMs],
    queryFn: ({ signal }) => {
      const join = Math.max(2, Math.round((toMs - fromMs) / JOIN_PARTS / 1000));
      return send(postRecordings, { deviceid: deviceId, from: fromMs, to: toMs, join }, signal);
    },
    enabled: may,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });
  const spans = useMemo(
    () =>
      (data?.spans ?? []).map(({ channel, start, end, kept }): RecordSpan => ({
        channel,
        startMs: start,
        endMs: end,
        source: 'server',
        locked: kept,
      })),
    [data],
  );
  return { spans, asked: data === undefined || isPlaceholderData ? undefined : { fromMs, toMs }, error };
};

const markOf = ({ appdevid, eventtimeutc, message }: EventMarker): TimelineMark => ({
  ms: eventtimeutc,
  kind: eventCodes.some(({ code, alarm }) => code === appdevid && alarm) ? 'alarm' : 'event',
  text: message === '' ? t(eventName(appdevid)) : `${t(eventName(appdevid))}: ${t(message)}`,
});

/** The events of the device around the shown span. Undefined: this account may not see events, or the span is too long to ask for. */
export const useTimelineMarks = (deviceId: string, view: TimeView): readonly TimelineMark[] | undefined => {
  const { fromMs, toMs } = asked(view);
  const may = useMay(postTrackEvents.right) && toMs - fromMs <= MAX_TRACK_DAYS * DAY_MS;
  const { data } = useQuery({
    queryKey: ['POST', postTrackEvents.path, deviceId, fromMs, toMs],
    queryFn: ({ signal }) => send(postTrackEvents, { deviceid: deviceId, start: fromMs, end: toMs }, signal),
    enabled: may,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });
  const marks = useMemo(() => (Array.isArray(data) ? data.map(markOf) : []), [data]);
  return may ? marks : undefined;
};

/** What the device has of the chosen day, where one may ask and it is there to answer. */
export const useDeviceSpans = (deviceId: string, day: string): { spans: readonly RecordSpan[]; known: boolean } => {
  const online = (useDevice(deviceId)?.status ?? 0) > 0;
  const may = useMay(postRecordList.right);
  const { reply } = useRecordList(deviceId, day, online && may);
  const spans = useMemo(() => spansOf(reply?.records ?? [], []), [reply]);
  return { spans, known: reply?.device === 'answered' };
};
