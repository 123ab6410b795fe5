// The ring of a call request: an audio element that plays a sound made here. Rings while anything asks for it, each for a
// bounded time, and never into a talk.
import { systemClock } from '../../lib/time.ts';
import type { Stop } from '../../lib/time.ts';
import { ringSound } from './ring-sound.ts';

/** Longer than this nobody is at the desk. */
const LONGEST_MS = 60_000;

/** Who asks for it, each with the timer that ends it. */
const asking = new Map<string, Stop>();
let audio: HTMLAudioElement | undefined;
let talking = false;

const silence = (): void => {
  if (audio === undefined) return;
  audio.pause();
  URL.revokeObjectURL(audio.src);
  audio.remove();
  audio = undefined;
};

const play = async (element: HTMLAudioElement): Promise<void> => {
  try {
    await element.play();
  } catch (error) {
    // Browsers refuse sound before the first click on a page: the toast is there all the same.
    console.warn('the ring was not played', error instanceof Error ? error.message : error);
  }
};

const sound = (): void => {
  if (audio !== undefined) return;
  audio = document.createElement('audio');
  audio.dataset.ring = '';
  audio.loop = true;
  audio.src = URL.createObjectURL(new Blob([ringSound()], { type: 'audio/wav' }));
  document.body.append(audio);
  void play(audio);
};

const soundOrSilence = (): void => (asking.size > 0 && !talking ? sound() : silence());

/** Rings for `id`, for `ms` at most; a ring that is already on continues, and the time of `id` starts again. */
export const startRing = (id: string, ms = LONGEST_MS): void => {
  asking.get(id)?.();
  asking.set(
    id,
    systemClock.after(ms, () => stopRing(id)),
  );
  soundOrSilence();
};

/** `id` was answered or closed, or its time is over; silent when nothing else asks. */
export const stopRing = (id: string): void => {
  asking.get(id)?.();
  asking.delete(id);
  soundOrSilence();
};

/** Somebody talks from this page, or no longer does: the microphone would send the ring to the vehicle. What still asks rings after it. */
export const quietRing = (talks: boolean): void => {
  talking = talks;
  soundOrSilence();
};
