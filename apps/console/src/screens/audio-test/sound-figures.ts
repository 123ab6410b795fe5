// The figures of a sound: its level and its loudest frequency. Pure.

/** What counts as silence, dB below full scale. */
export const SILENCE_DB = -80;
/** A bar this high, of 255, is a sound and not the noise of the input. */
const HEARD = 60;

/** Root mean square of -1..1 samples in dB below full scale, -80 at least. */
export const levelDb = (samples: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 1) sum += (samples[i] ?? 0) ** 2;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  return Math.max(SILENCE_DB, 20 * Math.log10(Math.max(rms, 1e-9)));
};

/** The middle of the highest bar in Hz; undefined where all are low. */
export const loudestHz = (bars: ArrayLike<number>, sampleRate: number): number | undefined => {
  let at = -1;
  let height = HEARD;
  for (let i = 0; i < bars.length; i += 1)
    if ((bars[i] ?? 0) > height) {
      height = bars[i] ?? 0;
      at = i;
    }
  return at < 0 ? undefined : (at * sampleRate) / (2 * bars.length);
};
