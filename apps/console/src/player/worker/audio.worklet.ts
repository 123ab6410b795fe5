// The audio worklet: plays mono blocks of any rate as they come, a little slower or faster to stay 0.1 to 0.2 s behind. Stands
// alone, since a worklet's script is loaded by itself.
import type { ToWorklet } from '../messages.ts';

/** TypeScript has no library for the worklet scope; these are what is used of it (Web Audio API, section 1.32). */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const registerProcessor: (name: string, processor: new () => AudioWorkletProcessor) => void;

/** The specification's buffer of the worker path. */
const MAX_BLOCKS = 50;
const TARGET_SECONDS = 0.15;
const RESET_SECONDS = 1;

class StreamPlayer extends AudioWorkletProcessor {
  #blocks: ToWorklet[] = [];
  #at = 0;
  #started = false;
  #ended = false;

  constructor() {
    super();
    this.port.addEventListener('message', ({ data }: MessageEvent<{ source?: MessagePort; end?: boolean }>) => {
      if (data.source !== undefined) this.#listen(data.source);
      if (data.end === true) this.#ended = true;
    });
    this.port.start();
  }

  #listen(source: MessagePort): void {
    source.addEventListener('message', ({ data }: MessageEvent<ToWorklet>) => this.#push(data));
    source.start();
  }

  process(_inputs: unknown, outputs: Float32Array[][]): boolean {
    const out = outputs[0]?.[0];
    if (out !== undefined) this.#fill(out);
    return !this.#ended;
  }

  get #waitingSeconds(): number {
    let seconds = 0;
    for (const { samples, sampleRate: rate } of this.#blocks) seconds += samples.length / rate;
    return seconds;
  }

  #push(block: ToWorklet): void {
    this.#blocks.push(block);
    if (this.#blocks.length <= MAX_BLOCKS && this.#waitingSeconds <= RESET_SECONDS) return;
    while (this.#blocks.length > 1 && this.#waitingSeconds > TARGET_SECONDS) this.#blocks.shift();
    this.#at = 0;
  }

  #fill(out: Float32Array): void {
    const waiting = this.#waitingSeconds;
    if (!this.#started && waiting < TARGET_SECONDS) return;
    this.#started = waiting > 0;
    const pace = waiting > 2 * TARGET_SECONDS ? 1.01 : waiting < TARGET_SECONDS / 2 ? 0.995 : 1;
    for (let i = 0; i < out.length; i += 1) {
      const block = this.#blocks[0];
      if (block === undefined) return;
      const { samples } = block;
      const whole = Math.floor(this.#at);
      const here = samples[whole] ?? 0;
      const next = samples[whole + 1] ?? this.#blocks[1]?.samples[0] ?? here;
      out[i] = here + (next - here) * (this.#at - whole);
      this.#at += (block.sampleRate / sampleRate) * pace;
      if (this.#at >= samples.length) {
        this.#at -= samples.length;
        this.#blocks.shift();
      }
    }
  }
}

registerProcessor('stream-player', StreamPlayer);
