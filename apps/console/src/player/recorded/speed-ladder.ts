// Steps on the ladder of playback speeds, which is `playbackSpeeds` in packages/contract/src/media/playback.ts. Pure.
import { playbackSpeeds } from '@outrider/contract';

const nextOf = (speed: number): number => playbackSpeeds.findIndex((step) => step > speed);

/** One step faster; the fastest stays. */
export const faster = (speed: number): number => {
  const next = nextOf(speed);
  return next < 0 ? speed : (playbackSpeeds[next] ?? speed);
};

/** One step slower, down to 0, which is pause. */
export const slower = (speed: number): number => playbackSpeeds.findLast((step) => step < speed) ?? 0;
