// Listens to the microphone as talk does, at 8 kHz, and says how loud it is and at which frequencies. Sends nothing anywhere.
import { VOICE_RATE_HZ } from '@outrider/contract';
import { levelDb, loudestHz } from './sound-figures.ts';

const FFT_SIZE = 512;

/** One look. `levelDb` is dB below full scale; `peakHz` undefined in silence; `bars` 0 to 255 from 0 Hz to half the rate. */
export type Sound = {
  readonly levelDb: number;
  readonly peakHz: number | undefined;
  readonly bars: Uint8Array<ArrayBuffer>;
};

/** An open microphone with its meters, until `close()`. */
export class SoundMeter {
  /** What the browser calls the microphone. */
  readonly name: string;
  readonly sampleRate: number;
  readonly #stream: MediaStream;
  readonly #context: AudioContext;
  readonly #analyser: AnalyserNode;
  readonly #samples = new Float32Array(FFT_SIZE);
  readonly #bars = new Uint8Array(FFT_SIZE / 2);

  /** `onLost`: it was unplugged or taken away. */
  constructor(stream: MediaStream, onLost: () => void) {
    this.#stream = stream;
    const [track] = stream.getAudioTracks();
    this.name = track?.label ?? '';
    track?.addEventListener('ended', onLost);
    this.#context = new AudioContext({ sampleRate: VOICE_RATE_HZ, latencyHint: 'interactive' });
    this.sampleRate = this.#context.sampleRate;
    this.#analyser = this.#context.createAnalyser();
    this.#analyser.fftSize = FFT_SIZE;
    this.#analyser.smoothingTimeConstant = 0.6;
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
    this.#context.resume().catch(() => {}); // refused outside a click: then it is silent, as the meter shows
  }

  /** The newest 64 ms. The bars are the same array each time. */
  look(): Sound {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    this.#analyser.getByteFrequencyData(this.#bars);
    const db = levelDb(this.#samples);
    return { levelDb: db, peakHz: loudestHz(this.#bars, this.sampleRate), bars: this.#bars };
  }

  close(): void {
    for (const track of this.#stream.getTracks()) track.stop();
    this.#context.close().catch(() => {}); // closed already
  }
}
