// The sound of the demo clips: an engine note, and a made-up voice of formants (no real person). 8 kHz mono, LOOP_S long.
import { LOOP_S, turn } from './loop.ts';

const RATE = 8000;

/** An engine whose revolutions rise and fall once a loop, with a little road noise. */
export const engineSound = (): Int16Array => {
  const samples = new Int16Array(RATE * LOOP_S);
  const hiss = noise(11);
  let phase = 0;
  let road = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const t = i / RATE;
    phase += (2 * Math.PI * (62 + 22 * turn(t, 1))) / RATE;
    road += 0.08 * (hiss() - road);
    const note =
      Math.sin(phase) + 0.6 * Math.sin(2 * phase + 0.4) + 0.35 * Math.sin(3 * phase) + 0.2 * Math.sin(5 * phase);
    samples[i] = faded(i, samples.length) * (3200 * note + 9000 * road);
  }
  return samples;
};

const VOWELS = [
  [730, 1090],
  [530, 1840],
  [390, 1990],
  [570, 840],
  [300, 870],
  [660, 1720],
] as const;

/** Syllables of two formants over a gliding pitch, with pauses, above a faint engine. */
export const voiceSound = (): Int16Array => {
  const samples = engineSound();
  let phase = 0;
  let low = 0;
  let high = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const t = i / RATE;
    const syllable = Math.floor(t / 0.22);
    const inside = (t % 0.22) / 0.22;
    const speaking = t % 4 < 2.9 && syllable % 7 !== 6;
    const loud = speaking ? Math.sin(Math.PI * inside) ** 0.7 : 0;
    const [first, second] = VOWELS[(syllable * 5 + (syllable >> 2)) % VOWELS.length] ?? [600, 1200];
    const pitch = 128 + 22 * Math.sin(t * 1.7) + 10 * Math.sin(t * 5.3);
    phase += (2 * Math.PI * pitch) / RATE;
    low += (2 * Math.PI * first) / RATE;
    high += (2 * Math.PI * second) / RATE;
    const glottis = Math.max(0, Math.sin(phase)) ** 4; // bursts at the pitch carry the formants
    const voice = glottis * (Math.sin(low) + 0.5 * Math.sin(high));
    samples[i] = Math.round((samples[i] ?? 0) * 0.35 + loud * 13000 * voice);
  }
  return samples;
};

/** Fades 5 ms at both ends so that the loop does not click. */
const faded = (i: number, length: number): number => Math.min(1, i / 40, (length - 1 - i) / 40);

const noise = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
};
