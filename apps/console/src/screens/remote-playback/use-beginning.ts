// An address that says so plays by itself, as soon as the recorder has told what it has. Of a moment of just now a recorder mostly has
// nothing yet: it lists files that it has closed, so it is asked again until it has.
import { useEffect, useEffectEvent, useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { systemClock } from '../../lib/time.ts';
import { BEFORE_MS } from '../../parts/playback/moment-rules.ts';
import type { PlayRequest } from '../../parts/playback/remote-kit.ts';
import { firstToPlay, mayStillCome } from './segments.ts';
import type { Play } from './use-play.ts';
import type { RemotePlayback } from './use-remote-playback.ts';

/** A question costs the recorder a list of its day. */
const ASK_AGAIN_MS = 15_000;

/** Whether the recorder has told what it has of the day of this moment: it may be busy or away for a question since. */
const useAnswers = ({ deviceId, look: { atMs }, list }: RemotePlayback): boolean => {
  const moment = `${deviceId} ${atMs}`;
  const [answered, setAnswered] = useState('');
  const answers = list.reply?.device === 'answered';
  if (answers && answered !== moment) setAnswered(moment);
  return answers || answered === moment;
};

/** True while the file of the moment is awaited. Where there is nothing to wait for, the page says that there is no record. */
export const useBeginning = (view: RemotePlayback, play: Play, save: (request: PlayRequest) => void): boolean => {
  const { look, change, list, segments, channels } = view;
  const { atMs } = look;
  const wanted = look.play && atMs !== undefined;
  const told = list.state === 'done';
  const found = wanted ? firstToPlay(segments, channels.on, atMs, BEFORE_MS) : undefined;
  const answers = useAnswers(view);
  const awaited = wanted && found === undefined && answers && mayStillCome(atMs, serverNow());
  const ready = wanted && told && play.possible;
  const begin = useEffectEvent(() => {
    if (awaited) return;
    if (found === undefined) return change({ play: false, save: false });
    const on = channels.on.includes(found.segment.channel) ? channels.on : [found.segment.channel];
    const { stream } = found.segment;
    change({ play: false, save: false, atMs: found.atMs, stream, channels: on });
    const endMs = found.atMs + look.minutes * 60_000;
    const request = { channels: on, startMs: found.atMs, endMs, main: stream === 'main' };
    if (look.save) save(request);
    return play.play(request);
  });
  useEffect(() => {
    if (ready) begin();
  }, [ready]);
  const askAgain = useEffectEvent(() => list.again());
  const rests = told || list.state === 'failed'; // a question that failed is asked again like one that was answered
  useEffect(() => (awaited && rests ? systemClock.after(ASK_AGAIN_MS, askAgain) : undefined), [awaited, rests]);
  return awaited;
};
