// The capture worklet: gathers the microphone's samples to blocks of 40 ms and hands them to the talk's worker, past the page.
// Nothing leaves it while the operator does not speak.
import type { EncodeCommand, ToCapture } from '../messages.ts';

/** TypeScript has no library for the worklet scope; these are what is used of it (Web Audio API, section 1.32). */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const registerProcessor: (name: string, processor: new () => AudioWorkletProcessor) => void;

const BLOCKS_PER_SECOND = 25;

class VoiceCapture extends AudioWorkletProcessor {
  #target: MessagePort | undefined;
  #block = new Float32Array(Math.round(sampleRate / BLOCKS_PER_SECOND));
  #filled = 0;
  #speaking = false;
  #ended = false;

  constructor() {
    super();
    this.port.addEventListener('message', ({ data }: MessageEvent<ToCapture>) => {
      if ('target' in data) this.#target = data.target;
      else if ('speaking' in data) this.#speak(data.speaking);
      else this.#ended = true;
    });
    this.port.start();
  }

  process(inputs: Float32Array[][]): boolean {
    const samples = inputs[0]?.[0];
    if (samples !== undefined && this.#speaking) for (const sample of samples) this.#put(sample);
    return !this.#ended;
  }

  #speak(on: boolean): void {
    this.#speaking = on;
    this.#filled = 0;
  }

  #put(sample: number): void {
    this.#block[this.#filled] = sample;
    this.#filled += 1;
    if (this.#filled < this.#block.length) return;
    const samples = this.#block;
    this.#block = new Float32Array(samples.length);
    this.#filled = 0;
    this.#target?.postMessage({ command: 'G726Encode', samples, sampleRate } satisfies EncodeCommand, [samples.buffer]);
  }
}

registerProcessor('voice-capture', VoiceCapture);
