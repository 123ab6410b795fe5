// What one tile plays that went back: from the server where it has the moment, else from the recorder, which is asked only where the
// operator rests.
import { postRecordings, postRecordList } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { send } from '../../lib/send.ts';
import { useRested } from '../../lib/use-rested.ts';
import { useMay } from '../../live/session.ts';
import { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { remoteKit } from '../playback/remote-kit.ts';
import { usePlaybackGroup } from '../playback/use-playback-group.ts';
import { useStreamPlace } from '../tiles/use-addresses.ts';
import { recorderWindow, serverHas } from './back-rules.ts';
import { serverNow } from './use-back.ts';
import type { BackMoment } from './use-back.ts';

/** A drag that stands still so long asks the recorder, which answers in seconds. */
const REST_MS = 400;
const HOUR_MS = 3_600_000;

export type TileBack = {
  /** Undefined: it is being asked who has the moment, or nobody may be. */
  readonly group: PlaybackGroup | undefined;
  readonly source: 'server' | 'recorder' | 'nobody' | undefined;
};

/** Who has the moment; undefined while the server is asked. */
const useSourceOf = (deviceId: string, on: readonly number[], moment: BackMoment | undefined): TileBack['source'] => {
  const maySee = useMay(postRecordings.right);
  const mayAsk = useMay(postRecordList.right);
  const { startMs, targetMs } = moment ?? { startMs: 0, targetMs: 0 };
  const from = Math.floor(targetMs / HOUR_MS) * HOUR_MS - HOUR_MS;
  const { data, isError } = useQuery({
    queryKey: ['back', deviceId, startMs, from],
    queryFn: async ({ signal }) => {
      const askedMs = serverNow();
      const to = Math.min(from + 3 * HOUR_MS, askedMs);
      const { spans } = await send(postRecordings, { deviceid: deviceId, from, to, join: 2 }, signal);
      return { askedMs, spans };
    },
    enabled: maySee && moment !== undefined,
    staleTime: Infinity,
  });
  const elsewhere = mayAsk ? 'recorder' : 'nobody';
  if (moment === undefined) return undefined;
  if (!maySee || isError) return elsewhere;
  if (data === undefined) return undefined;
  return serverHas(data.spans, on, targetMs, data.askedMs) ? 'server' : elsewhere;
};

type Window = { readonly aboutMs: number; readonly startMs: number; readonly endMs: number };

/** A playback of the recorder around a moment; another one where the moment lies outside. `ms` undefined: none. */
const useRecorderGroup = (
  deviceId: string,
  ms: number | undefined,
  on: readonly number[],
): PlaybackGroup | undefined => {
  const place = useStreamPlace();
  const first = useRef(on);
  const [group, setGroup] = useState<PlaybackGroup>();
  const [span, setSpan] = useState<Window>();
  const fits = ms !== undefined && span !== undefined && ms >= span.startMs && ms < span.endMs;
  if (ms === undefined && span !== undefined) setSpan(undefined);
  if (ms !== undefined && !fits) setSpan({ aboutMs: ms, ...recorderWindow(ms, serverNow()) });
  useEffect(() => {
    if (place === undefined || span === undefined) return undefined;
    const { aboutMs, startMs, endMs } = span;
    const request = { channels: first.current, startMs, endMs, atMs: aboutMs, main: true };
    const made = new PlaybackGroup(remoteKit(deviceId, place, request, () => first.current));
    setGroup(made);
    return () => {
      made.close();
      setGroup(undefined);
    };
  }, [deviceId, place, span]);
  useEffect(() => {
    first.current = on;
    group?.setChannels(on);
  }, [group, on]);
  return group;
};

/** Leads a playback to where the operator is, unless it began there. */
export const useTarget = (group: PlaybackGroup | undefined, targetMs: number | undefined): void => {
  useEffect(() => {
    if (group !== undefined && targetMs !== undefined && group.targetMs !== targetMs) group.seek(targetMs, 1);
  }, [group, targetMs]);
};

/** Where the recorder is asked to play: the moment that was rested at last, as long as it is the recorder's. */
const useAsked = (source: TileBack['source'], moment: BackMoment | undefined): number | undefined => {
  const targetMs = moment?.targetMs;
  const rested = useRested(targetMs, moment?.held === true ? REST_MS : 0);
  const [asked, setAsked] = useState<number>();
  const next = rested === targetMs ? rested : asked;
  const wanted = source === 'recorder' ? next : undefined;
  if (wanted !== asked) setAsked(wanted);
  return wanted;
};

/**
 * `on`: the channels of the tile, the same array as long as it names the same ones. `moment` undefined: it is live, and nothing is asked.
 */
export const useTileBack = (deviceId: string, on: readonly number[], moment: BackMoment | undefined): TileBack => {
  const source = useSourceOf(deviceId, on, moment);
  const server = usePlaybackGroup(deviceId, source === 'server' ? moment?.startMs : undefined, on);
  useTarget(server, moment?.targetMs);
  const asked = useAsked(source, moment);
  const recorder = useRecorderGroup(deviceId, asked, on);
  useTarget(recorder, asked);
  return { source, group: source === 'server' ? server : recorder };
};
