// What the buttons of remote playback do with the chosen segment, moment and playback.
import { useState } from 'react';
import { startDownload } from '../../parts/download/downloads.ts';
import type { PlayRequest } from '../../parts/playback/remote-kit.ts';
import { useBeginning } from './use-beginning.ts';
import type { Play } from './use-play.ts';
import type { RemotePlayback } from './use-remote-playback.ts';

export type Controls = {
  /** A segment and a start point are chosen. */
  readonly ready: boolean;
  /** The recorder has not closed the file of the moment yet; it plays by itself as soon as it has. */
  readonly awaited: boolean;
  readonly play: () => void;
  /** A place on the timeline: within what plays the device goes there, elsewhere it becomes the start point. */
  readonly seek: (ms: number) => void;
  /** Fetches the chosen minutes of each channel that is on as files. */
  readonly download: () => void;
  /** Whether the files have sound; devices send it no faster than it is heard. */
  readonly sound: boolean;
  readonly setSound: (sound: boolean) => void;
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
  const awaited = useBeginning(view, play, save);
  const chosen: PlayRequest | undefined =
    play.possible && segment !== undefined && atMs !== undefined
      ? { channels: channels.on, startMs: atMs, endMs: atMs + minutes * 60_000, main: stream === 'main' }
      : undefined;
  return {
    ready: chosen !== undefined,
    awaited,
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
