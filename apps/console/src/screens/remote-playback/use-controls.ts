// What the buttons of remote playback do with the chosen segment, moment and playback.
import { useEffect, useEffectEvent, useState } from 'react';
import { startDownload } from '../../parts/download/downloads.ts';
import { BEFORE_MS } from '../../parts/playback/moment-rules.ts';
import type { PlayRequest } from '../../parts/playback/remote-kit.ts';
import { firstToPlay } from './segments.ts';
import type { Play } from './use-play.ts';
import type { RemotePlayback } from './use-remote-playback.ts';

export type Controls = {
  /** A segment and a start point are chosen. */
  readonly ready: boolean;
  readonly play: () => void;
  /** A place on the timeline: within what plays the device goes there, elsewhere it becomes the start point. */
  readonly seek: (ms: number) => void;
  /** Fetches the chosen minutes of each channel that is on as files. */
  readonly download: () => void;
  /** Whether the files have sound; devices send it no faster than it is heard. */
  readonly sound: boolean;
  readonly setSound: (sound: boolean) => void;
};

/** An address that says so plays as soon as the device has told what it has, once. Where it has nothing, the page says that. */
const useBeginning = (view: RemotePlayback, play: Play, save: (request: PlayRequest) => void): void => {
  const { look, change, list, segments, channels } = view;
  const waits = look.play && look.atMs !== undefined && list.state === 'done' && play.possible;
  const begin = useEffectEvent(() => {
    const { atMs = 0, minutes } = look;
    const found = firstToPlay(segments, channels.on, atMs, BEFORE_MS);
    if (found === undefined) return change({ play: false, save: false });
    const on = channels.on.includes(found.segment.channel) ? channels.on : [found.segment.channel];
    const { stream } = found.segment;
    change({ play: false, save: false, atMs: found.atMs, stream, channels: on });
    const endMs = found.atMs + minutes * 60_000;
    const request = { channels: on, startMs: found.atMs, endMs, main: stream === 'main' };
    if (look.save) save(request);
    return play.play(request);
  });
  useEffect(() => {
    if (waits) begin();
  }, [waits]);
};

export const useControls = (view: RemotePlayback, play: Play): Controls => {
  const { look, segment, channels } = view;
  const { atMs, minutes, stream } = look;
  const { group, request } = play;
  const [sound, setSound] = useState(true);
  const save = ({ channels: each, startMs, endMs, main }: PlayRequest): void => {
    const seconds = (endMs - startMs) / 1000;
    for (const channel of each)
      startDownload({ kind: 'repbmp4', deviceId: view.deviceId, channel, startMs, seconds, main, sound });
  };
  useBeginning(view, play, save);
  const chosen: PlayRequest | undefined =
    play.possible && segment !== undefined && atMs !== undefined
      ? { channels: channels.on, startMs: atMs, endMs: atMs + minutes * 60_000, main: stream === 'main' }
      : undefined;
  return {
    ready: chosen !== undefined,
    play: () => chosen !== undefined && play.play(chosen),
    seek: (ms) => {
      if (group !== undefined && request !== undefined && ms >= request.startMs && ms < request.endMs) group.seek(ms);
      else view.startAt(ms);
    },
    download: () => chosen !== undefined && save(chosen),
    sound,
    setSound,
  };
};
