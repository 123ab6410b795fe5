// A talk as an object outside React: microphone, worker, the device's voice. A component holds one, passes intentions down and
// reads `status` and `levels`. Sound never passes the page's thread where the browser has worklets.
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../lib/time.ts';
import { AudioVoice } from '../../player/audio-output.ts';
import { LiveElement } from '../../player/media-element.ts';
import { firstStatus, silence, speaks, withEnd, withStates } from './talk-status.ts';
import type { TalkLevels, TalkStatus } from './talk-status.ts';
import type { FromTalkWorker, SoundForPage, TalkCommand } from './messages.ts';
import { MicrophoneError, openMicrophone } from './microphone.ts';
import type { Microphone, MicrophoneEvents } from './microphone.ts';

/** The specification's words for a refused microphone: for the log only. */
const MUST_ALLOW = 'You must allow your microphone.';

export type TalkOptions = {
  readonly clock: Clock;
  /** From talkAddresses. */
  readonly addresses: readonly string[];
  /** A broadcast has nothing to hear, and no sense without a microphone. */
  readonly oneWay: boolean;
};

/** Calls from construction until `close()`. Make it in a click: browsers start sound in no other moment. */
export class Talk {
  readonly status = createStore<TalkStatus>(() => firstStatus);
  readonly levels = createStore<TalkLevels>(() => silence);
  readonly #options: TalkOptions;
  #microphone: Microphone | undefined;
  #worker: Worker | undefined;
  /** Said before the worker was there. */
  #early: [TalkCommand, Transferable[]][] = [];
  #voice: AudioVoice | undefined;
  #element: LiveElement<HTMLAudioElement> | undefined;

  constructor(options: TalkOptions) {
    this.#options = options;
    void this.#run();
  }

  /** Keeps the line open, or closed but for `hold`. */
  mute(muted: boolean): void {
    this.#speak({ muted });
  }

  /** Push to talk: heard while held, muted or not. */
  hold(held: boolean): void {
    this.#speak({ held });
  }

  /** How loud the device is played. */
  setGain(gain: number): void {
    this.status.setState({ gain });
    this.#voice?.setGain(gain);
  }

  /** Asks the devices that are not connected once more. */
  again(): void {
    this.#send({ command: 'again' });
  }

  /** Ends the talk. The devices are told; nothing comes after it. */
  close(): void {
    this.#end('own', '');
  }

  async #run(): Promise<void> {
    const failed = await this.#openMicrophone();
    if (this.#over) this.#microphone?.close();
    else if (failed && this.#options.oneWay) this.#end('microphone', '');
    else this.#connect();
  }

  get #over(): boolean {
    return this.status.getState().line === 'over';
  }

  /** Whether it failed. A refused microphone is logged and said in place; the device can still be heard. */
  async #openMicrophone(): Promise<boolean> {
    const events: MicrophoneEvents = {
      ready: (port) => {
        if (port === undefined) this.#drain();
        else this.#send({ command: 'microphone', port }, [port]);
      },
      lost: () => this.status.setState({ microphone: 'missing' }),
    };
    try {
      this.#microphone = await openMicrophone(events);
    } catch (error) {
      const fault = error instanceof MicrophoneError ? error.fault : 'failed';
      const advice = fault === 'refused' ? MUST_ALLOW : '';
      console.warn('the microphone is not available', fault, advice, error instanceof Error ? error.cause : error);
      this.status.setState({ microphone: fault });
      return true;
    }
    this.#speak({ microphone: 'open' });
    return false;
  }

  #connect(): void {
    const worker = new Worker(new URL('./talk.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromTalkWorker>) => this.#take(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      console.warn('the worker of a talk failed', event.message);
      worker.terminate();
      this.#end('told', '');
    });
    this.#worker = worker;
    for (const [command, transfer] of this.#early) worker.postMessage(command, transfer);
    this.#early = [];
    this.status.setState({ line: 'connecting' });
    this.#send({ command: 'connect', addresses: this.#options.addresses });
    if (!this.#options.oneWay) this.#hear();
  }

  #hear(): void {
    this.#voice = new AudioVoice(this.status.getState().gain, (port) => {
      if (port === undefined) this.#send({ command: 'sound' });
      else this.#send({ command: 'sound', port }, [port]);
    });
  }

  #take(message: FromTalkWorker): void {
    const nowMs = this.#options.clock.now();
    switch (message.kind) {
      case 'open':
        if (!this.#over) this.status.setState({ line: 'open' });
        this.#drain();
        break;
      case 'closed':
        this.#end(message.opened ? 'told' : 'unopened', message.reason);
        break;
      case 'states':
        this.status.setState(withStates(this.status.getState(), message.states, nowMs), true);
        break;
      case 'levels':
        if (!this.#over) this.levels.setState(message);
        break;
      default:
        this.#sound(message);
    }
  }

  #sound(message: SoundForPage): void {
    switch (message.kind) {
      case 'pcm':
        this.#voice?.play(message.samples, message.sampleRate);
        break;
      case 'media':
        this.#audioElement()?.attach(message.handle);
        break;
      case 'segments-begin':
        this.#audioElement()?.begin(message.mimeType, message.fresh);
        break;
      case 'segment':
        this.#audioElement()?.append(message.bytes);
        break;
      default:
        message satisfies never;
    }
  }

  /** AAC in a browser that cannot decode it in workers. */
  #audioElement(): LiveElement<HTMLAudioElement> | undefined {
    if (this.#element === undefined && this.#voice !== undefined) {
      this.#element = new LiveElement(new Audio(), () => {});
      this.#voice.playElement(this.#element.element);
    }
    return this.#element;
  }

  /** The older way of the microphone: the worker takes blocks once the line is open. */
  #drain(): void {
    if (this.status.getState().line !== 'open') return;
    this.#microphone?.drainTo((block) => this.#send(block, [block.samples.buffer]));
  }

  #speak(change: Partial<TalkStatus>): void {
    this.status.setState(change);
    this.#microphone?.speak(speaks(this.status.getState()) && !this.#over);
  }

  #end(end: TalkStatus['end'], reason: string): void {
    if (this.#over) return;
    // The worker ends by itself, once the devices are told; their last states still come.
    this.#send({ command: 'close' });
    this.status.setState(withEnd(this.status.getState(), end, reason, this.#options.clock.now()), true);
    this.#microphone?.close();
    this.#voice?.close();
    this.#element?.close();
    this.levels.setState(silence);
  }

  #send(command: TalkCommand, transfer: Transferable[] = []): void {
    if (this.#over) return;
    if (this.#worker === undefined) this.#early.push([command, transfer]);
    else this.#worker.postMessage(command, transfer);
  }
}
