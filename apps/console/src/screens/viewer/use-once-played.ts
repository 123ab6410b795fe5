// One playback of a viewer page: it begins with the page and stops for good when the first of its sockets closes. Only people begin it again.
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { steadyNow, systemClock } from '../../lib/time.ts';
import { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import type { PlaybackGroupKit } from '../../player/recorded/playback-kit.ts';

/** The browser is not told why a socket could not be opened. */
const unopened = (): string =>
  t('No stream could be opened: this account may not play recordings, or the server is away.');

export type PlayedOnce = {
  /** Undefined before it begins and after it stopped. */
  readonly group: PlaybackGroup | undefined;
  /** The last words of the socket that closed, '' for none; undefined while it plays. */
  readonly stopped: string | undefined;
  readonly again: () => void;
};

/** What to play: what it is at first counts. */
export type Played = Pick<PlaybackGroupKit, 'mode' | 'startMs' | 'channels' | 'addresses' | 'streamId'>;

export const useOncePlayed = (played: Played): PlayedOnce => {
  const first = useRef(played);
  const [startMs, setStartMs] = useState(played.startMs);
  const [group, setGroup] = useState<PlaybackGroup>();
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (startMs === 0) return undefined;
    const made = new PlaybackGroup({
      ...first.current,
      startMs,
      clock: systemClock,
      steady: steadyNow,
      lost: (words, opened) => {
        setMessage(opened ? words && t(words) : unopened());
        setStartMs(0);
      },
    });
    setGroup(made);
    return () => {
      made.close();
      setGroup(undefined);
    };
  }, [startMs]);
  return { group, stopped: startMs === 0 ? message : undefined, again: () => setStartMs(played.startMs) };
};
