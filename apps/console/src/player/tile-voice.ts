// The sound of one player on the page: its voice at the output, the audio element of AAC on plain http, and whether it is to be heard.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { AudioVoice } from './audio-output.ts';
import { DEFAULT_GAIN } from './gain.ts';
import { LiveElement } from './media-element.ts';

export type SoundState = { readonly on: boolean; readonly gain: number };
type SoundRequest = { readonly kind: 'sound'; readonly on: boolean; readonly port?: MessagePort };

export class TileVoice {
  readonly state: StoreApi<SoundState> = createStore<SoundState>(() => ({ on: false, gain: DEFAULT_GAIN }));
  readonly #send: (message: SoundRequest, transfer?: Transferable[]) => void;
  #voice: AudioVoice | undefined;
  #element: LiveElement<HTMLAudioElement> | undefined;

  /** `send` tells the worker whether to decode sound, and the port to the worklet where there is one. */
  constructor(send: (message: SoundRequest, transfer?: Transferable[]) => void) {
    this.#send = send;
  }

  /** Sound on. Call it in a click: browsers start sound in no other moment. */
  hear(gain: number): void {
    this.state.setState({ on: true, gain });
    if (this.#voice !== undefined) {
      this.#voice.setGain(gain);
      return;
    }
    this.#voice = new AudioVoice(gain, (port) => {
      if (port === undefined) this.#send({ kind: 'sound', on: true });
      else this.#send({ kind: 'sound', on: true, port }, [port]);
    });
  }

  mute(): void {
    this.state.setState({ on: false });
    this.#send({ kind: 'sound', on: false });
    this.#end();
  }

  /** A new worker took over: it gets a port of its own. */
  renew(): void {
    const { on, gain } = this.state.getState();
    if (!on) return;
    this.#end();
    this.hear(gain);
  }

  /** How loud it is just now, 0..1; 0 while muted. */
  loudness(): number {
    return this.#voice?.level() ?? 0;
  }

  play(samples: Float32Array<ArrayBuffer>, sampleRate: number): void {
    this.#voice?.play(samples, sampleRate);
  }

  /** The element that AAC plays in; undefined while muted. */
  element(): LiveElement<HTMLAudioElement> | undefined {
    const voice = this.#voice;
    if (voice === undefined) return undefined;
    if (this.#element === undefined) {
      this.#element = new LiveElement(new Audio(), () => this.mute());
      voice.playElement(this.#element.element);
    }
    return this.#element;
  }

  /** Five times a second. */
  tick(): void {
    this.#element?.tick();
  }

  close(): void {
    this.#end();
  }

  #end(): void {
    this.#voice?.close();
    this.#voice = undefined;
    this.#element?.close();
    this.#element = undefined;
  }
}
