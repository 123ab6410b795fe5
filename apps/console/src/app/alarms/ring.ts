// The ring of a call request: an audio element that plays a sound made here. Rings while anything asks for it, for a bounded time.
import { systemClock } from '../../lib/time.ts';
import type { Stop } from '../../lib/time.ts';
import { ringSound } from './ring-sound.ts';

/** Longer than this nobody is at the desk. */
const LONGEST_MS = 60_000;

const asking = new Set<string>();
let audio: HTMLAudioElement | undefined;
let stopTimer: Stop = () => {};

const silence = (): void => {
  stopTimer();
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

/** Rings for `id`, for `ms` at most; a ring that is already on continues, and its time starts again. */
export const startRing = (id: string, ms = LONGEST_MS): void => {
  asking.add(id);
  stopTimer();
  stopTimer = systemClock.after(ms, silence);
  if (audio !== undefined) return;
  audio = document.createElement('audio');
  audio.dataset.ring = '';
  audio.loop = true;
  audio.src = URL.createObjectURL(new Blob([ringSound()], { type: 'audio/wav' }));
  document.body.append(audio);
  void play(audio);
};

/** `id` was answered or closed; silent when nothing else asks. */
export const stopRing = (id: string): void => {
  asking.delete(id);
  if (asking.size === 0) silence();
};
