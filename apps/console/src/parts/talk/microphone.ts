// The operator's microphone: asked for at 8 kHz mono, its blocks go through a worklet straight to the talk's worker; in browsers
// without worklets the page hands them on, which is the older way. Secure pages only. Not: coding and sending.
import { VOICE_RATE_HZ } from '@outrider/contract';
import type { EncodeCommand, ToCapture } from './messages.ts';
import { PagePath } from './page-path.ts';
// oxlint-disable-next-line import/default -- Vite makes this import an address of the built file
import workletUrl from './worker/capture.worklet.ts?worker&url';

/** Samples a block on the older way: 64 ms at 8 kHz. The browser takes powers of two. */
const PAGE_BLOCK = 512;

/** Why there is no microphone. `refused`: by the user or a policy. */
export type MicrophoneFault = 'insecure' | 'refused' | 'missing' | 'failed';

/** Thrown by openMicrophone. */
export class MicrophoneError extends Error {
  readonly fault: MicrophoneFault;

  constructor(fault: MicrophoneFault, cause?: unknown) {
    super(`no microphone: ${fault}`, { cause });
    this.fault = fault;
  }
}

const faultOf = (error: unknown): MicrophoneFault => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed';
};

/** The user's microphone, 8 kHz mono where the browser can. Throws MicrophoneError. */
export const askForMicrophone = async (): Promise<MediaStream> => {
  // Only secure pages have media devices, whatever the type says.
  const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator;
  if (mediaDevices === undefined) throw new MicrophoneError('insecure');
  const audio = {
    channelCount: 1,
    sampleRate: VOICE_RATE_HZ,
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
  };
  try {
    return await mediaDevices.getUserMedia({ audio });
  } catch (error) {
    throw new MicrophoneError(faultOf(error), error);
  }
};

type Source = { readonly context: AudioContext; readonly node: AudioNode };

/** A browser that cannot bring a microphone to 8 kHz itself gives its own rate; the worker brings it down. */
const sourceOf = (stream: MediaStream): Source => {
  const context = new AudioContext({ sampleRate: VOICE_RATE_HZ, latencyHint: 'interactive' });
  try {
    return { context, node: context.createMediaStreamSource(stream) };
  } catch {
    context.close().catch(() => {}); // closed already
    const own = new AudioContext({ latencyHint: 'interactive' });
    return { context: own, node: own.createMediaStreamSource(stream) };
  }
};

const hasWorklet = async ({ audioWorklet }: { audioWorklet?: AudioWorklet }): Promise<boolean> => {
  if (audioWorklet === undefined) return false;
  try {
    await audioWorklet.addModule(workletUrl);
    return true;
  } catch {
    return false; // the page hands the blocks on then
  }
};

export type MicrophoneEvents = {
  /** The way to the worker is there: hand `port` to it. Without a port blocks come by `block`. */
  ready: (port: MessagePort | undefined) => void;
  /** Unplugged, or taken away by the user. */
  lost: () => void;
};

/** An open microphone. Nothing leaves it until `speak(true)`. */
export class Microphone {
  readonly #stream: MediaStream;
  readonly #source: Source;
  readonly #events: MicrophoneEvents;
  readonly #pagePath = new PagePath();
  #node: AudioWorkletNode | ScriptProcessorNode | undefined;
  #speaking = false;
  #closed = false;

  constructor(stream: MediaStream, events: MicrophoneEvents) {
    this.#stream = stream;
    this.#events = events;
    this.#source = sourceOf(stream);
    for (const track of stream.getTracks()) {
      track.enabled = false;
      track.addEventListener('ended', () => !this.#closed && events.lost());
    }
    this.#source.context.resume().catch(() => {}); // refused outside a click: then it is silent, as the meter shows
    void hasWorklet(this.#source.context).then((has) => {
      if (this.#closed) return;
      if (has) this.#openWorklet();
      else this.#openScript();
    });
  }

  /** True while what is said goes out; the browser's own sign of a live microphone follows it. */
  speak(on: boolean): void {
    this.#speaking = on;
    for (const track of this.#stream.getTracks()) track.enabled = on;
    if (this.#node instanceof AudioWorkletNode) this.#node.port.postMessage({ speaking: on } satisfies ToCapture);
  }

  /** The older way only: the worker takes blocks from now on. */
  drainTo(send: (block: EncodeCommand) => void): void {
    this.#pagePath.drainTo(send);
  }

  close(): void {
    this.#closed = true;
    if (this.#node instanceof AudioWorkletNode) this.#node.port.postMessage({ end: true } satisfies ToCapture);
    this.#node?.disconnect();
    this.#source.node.disconnect();
    for (const track of this.#stream.getTracks()) track.stop();
    this.#source.context.close().catch(() => {}); // closed already
  }

  #openWorklet(): void {
    const { context, node: source } = this.#source;
    const node = new AudioWorkletNode(context, 'voice-capture', { channelCount: 1, channelCountMode: 'explicit' });
    const { port1, port2 } = new MessageChannel();
    node.port.postMessage({ target: port1 } satisfies ToCapture, [port1]);
    node.port.postMessage({ speaking: this.#speaking } satisfies ToCapture);
    // It gives silence; connected, it runs in every browser.
    source.connect(node).connect(context.destination);
    this.#node = node;
    this.#events.ready(port2);
  }

  #openScript(): void {
    const { context, node: source } = this.#source;
    const node = context.createScriptProcessor(PAGE_BLOCK, 1, 1);
    node.addEventListener('audioprocess', ({ inputBuffer }) => {
      if (!this.#speaking) return;
      const samples = new Float32Array(inputBuffer.getChannelData(0));
      this.#pagePath.put({ command: 'G726Encode', samples, sampleRate: inputBuffer.sampleRate });
    });
    source.connect(node).connect(context.destination);
    this.#node = node;
    this.#events.ready(undefined);
  }
}

/** Asks the user for the microphone. Throws MicrophoneError. */
export const openMicrophone = async (events: MicrophoneEvents): Promise<Microphone> => {
  const stream = await askForMicrophone();
  try {
    return new Microphone(stream, events);
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw new MicrophoneError('failed', error);
  }
};
