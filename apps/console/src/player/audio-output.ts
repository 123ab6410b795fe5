// Sound of the page: one AudioContext for all tiles, made in a click because browsers ask for one. A tile has a voice with its own
// gain. Samples come from the player's worker: straight into an audio worklet on secure pages, else scheduled from here.
// oxlint-disable-next-line import/default -- Vite makes this import an address of the built file
import workletUrl from './worker/audio.worklet.ts?worker&url';

export { MAX_GAIN } from './gain.ts';

/** The specification's buffer where blocks are scheduled one by one. */
const MAX_BLOCKS = 20;
const LEAD_SECONDS = 0.15;
const MAX_LEAD_SECONDS = 1;

type Shared = { readonly context: AudioContext; readonly out: AudioNode; readonly worklet: Promise<boolean> };
let shared: Shared | undefined;

const loadWorklet = async (context: AudioContext): Promise<boolean> => {
  // Only secure pages have worklets, whatever the type says.
  const { audioWorklet }: { audioWorklet?: AudioWorklet } = context;
  if (audioWorklet === undefined) return false;
  try {
    await audioWorklet.addModule(workletUrl);
    return true;
  } catch {
    return false; // blocks are scheduled then, as on plain http
  }
};

/** The page's output; a limiter keeps a gain of 5 from clipping. It lives as long as the page. */
const output = (): Shared => {
  if (shared === undefined) {
    const context = new AudioContext({ latencyHint: 'interactive' });
    const limiter = new DynamicsCompressorNode(context, { threshold: -6, knee: 3, ratio: 20, attack: 0.002 });
    limiter.connect(context.destination);
    shared = { context, out: limiter, worklet: loadWorklet(context) };
  }
  return shared;
};

/** The voice of one tile. Make it in a click. */
export class AudioVoice {
  readonly #shared: Shared;
  readonly #gain: GainNode;
  readonly #meter: AnalyserNode;
  #node: AudioWorkletNode | undefined;
  #elementNode: AudioNode | undefined;
  #playing: AudioBufferSourceNode[] = [];
  #nextAt = 0;
  #closed = false;

  /** `onPort` gets the port to the worklet where there is one; without it blocks come by `play`. */
  constructor(gain: number, onReady: (port: MessagePort | undefined) => void) {
    this.#shared = output();
    const { context, out, worklet } = this.#shared;
    this.#gain = new GainNode(context, { gain });
    this.#meter = new AnalyserNode(context, { fftSize: 2048 });
    this.#gain.connect(this.#meter).connect(out);
    context.resume().catch(() => {}); // refused outside a click: the next click on a tile tries again
    void worklet.then((has) => {
      if (!this.#closed) onReady(has ? this.#openWorklet() : undefined);
    });
  }

  setGain(gain: number): void {
    this.#gain.gain.setTargetAtTime(gain, this.#shared.context.currentTime, 0.02);
  }

  /** Loudness of the last moment behind the gain, root mean square 0..1. */
  level(): number {
    const samples = new Float32Array(this.#meter.fftSize);
    this.#meter.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  }

  /** Schedules one mono block behind the ones before it. */
  play(samples: Float32Array<ArrayBuffer>, sampleRate: number): void {
    const { context } = this.#shared;
    const now = context.currentTime;
    if (this.#playing.length >= MAX_BLOCKS || this.#nextAt > now + MAX_LEAD_SECONDS) return;
    if (this.#nextAt < now) this.#nextAt = now + LEAD_SECONDS;
    const buffer = context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    const node = new AudioBufferSourceNode(context, { buffer });
    node.connect(this.#gain);
    node.addEventListener('ended', () => {
      this.#playing = this.#playing.filter((other) => other !== node);
    });
    node.start(this.#nextAt);
    this.#playing.push(node);
    this.#nextAt += buffer.duration;
  }

  /** AAC on plain http plays in an audio element, which is heard through this voice. */
  playElement(element: HTMLMediaElement): void {
    this.#elementNode?.disconnect();
    this.#elementNode = new MediaElementAudioSourceNode(this.#shared.context, { mediaElement: element });
    this.#elementNode.connect(this.#gain);
  }

  close(): void {
    this.#closed = true;
    for (const node of this.#playing) node.stop();
    this.#playing = [];
    this.#node?.port.postMessage({ end: true });
    this.#node?.disconnect();
    this.#elementNode?.disconnect();
    this.#gain.disconnect();
    this.#meter.disconnect();
  }

  #openWorklet(): MessagePort {
    const node = new AudioWorkletNode(this.#shared.context, 'stream-player', {
      numberOfInputs: 0,
      outputChannelCount: [1],
    });
    node.connect(this.#gain);
    this.#node = node;
    const { port1, port2 } = new MessageChannel();
    node.port.postMessage({ source: port1 }, [port1]);
    return port2;
  }
}
