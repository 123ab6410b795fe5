// Samples of a microphone at any rate to blocks as the server takes them: 8 kHz, 16 bit, 40 ms each. Pure.
import { VOICE_RATE_HZ } from '@outrider/contract';

/** 40 ms. Even, so that G.726 fills its bytes. */
export const BLOCK_SAMPLES = 320;
const FULL_SCALE = 32_767;

/** Keeps what is left over from one to the next. */
export class VoiceBlocks {
  #block = new Int16Array(BLOCK_SAMPLES);
  #filled = 0;
  /** The output sample in the making: the mean of what it covers, which is all the filter that speech needs. */
  #sum = 0;
  #covered = 0;

  /** The blocks that `samples` (mono, -1..1, at 8 kHz or more) complete. */
  take(samples: Float32Array, sampleRate: number): Int16Array[] {
    const step = sampleRate / VOICE_RATE_HZ;
    const done: Int16Array[] = [];
    for (const sample of samples) {
      const part = Math.min(1, step - this.#covered);
      this.#sum += sample * part;
      this.#covered += part;
      if (this.#covered < step - 1e-9) continue;
      this.#put(this.#sum / step, done);
      this.#covered = 1 - part;
      this.#sum = sample * this.#covered;
    }
    return done;
  }

  #put(value: number, done: Int16Array[]): void {
    this.#block[this.#filled] = Math.round(Math.max(-1, Math.min(1, value)) * FULL_SCALE);
    this.#filled += 1;
    if (this.#filled < BLOCK_SAMPLES) return;
    done.push(this.#block);
    this.#block = new Int16Array(BLOCK_SAMPLES);
    this.#filled = 0;
  }
}
