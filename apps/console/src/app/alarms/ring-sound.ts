// The sound of a telephone that rings, as the bytes of a WAV file: two seconds that repeat. Pure.

const RATE = 8000;
const SECONDS = 2;
/** Two short rings, then a pause: begin and end in seconds. */
const BURSTS = [
  [0, 0.4],
  [0.6, 1],
] as const;
const TONES_HZ = [440, 480];
const LOUDNESS = 0.25;
/** Seconds in which a burst swells and dies away, so that it does not click. */
const EDGE = 0.02;

const levelAt = (seconds: number): number => {
  for (const [from, to] of BURSTS)
    if (seconds >= from && seconds < to) return Math.min(1, (seconds - from) / EDGE, (to - seconds) / EDGE);
  return 0;
};

const sampleAt = (seconds: number): number =>
  levelAt(seconds) * LOUDNESS * TONES_HZ.reduce((sum, hz) => sum + Math.sin(2 * Math.PI * hz * seconds), 0);

/** 8 kHz, 16 bits, one channel. */
export const ringSound = (): ArrayBuffer => {
  const count = RATE * SECONDS;
  const bytes = new ArrayBuffer(44 + count * 2);
  const view = new DataView(bytes);
  const text = (at: number, letters: string): void => {
    for (let i = 0; i < letters.length; i += 1) view.setUint8(at + i, letters.charCodeAt(i));
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + count * 2, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // plain samples
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, count * 2, true);
  for (let i = 0; i < count; i += 1) view.setInt16(44 + i * 2, Math.round(sampleAt(i / RATE) * 32_767), true);
  return bytes;
};
