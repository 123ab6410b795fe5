// What is said around the worker of a talk: commands to it, from the page and from the capture worklet, and its news for the page.
import type { TalkState } from '@outrider/contract';
import type { FromPlayer } from '../../player/messages.ts';

/** One block of the microphone: mono, -1..1. */
export type EncodeCommand = {
  readonly command: 'G726Encode';
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
};

export type TalkCommand =
  /** Opens the stream socket: the addresses are tried in turn until one opens. */
  | { readonly command: 'connect'; readonly addresses: readonly string[] }
  /** Encodes to G.726 and sends. Comes by `microphone`'s port, on the older way from the page itself. */
  | EncodeCommand
  /** The end of the capture worklet that gives EncodeCommands. */
  | { readonly command: 'microphone'; readonly port: MessagePort }
  /** The device's voice is to be heard: through the port to the audio worklet, without one as `pcm`. */
  | { readonly command: 'sound'; readonly port?: MessagePort }
  /** Asks again every device that is not connected. */
  | { readonly command: 'again' }
  /** Ends the talk, then the worker itself. */
  | { readonly command: 'close' };

/** What the page says to the capture worklet: where blocks go, whether any go, that it is over. */
export type ToCapture = { readonly target: MessagePort } | { readonly speaking: boolean } | { readonly end: true };

/** Sound of the device that only the page can play. */
export type SoundForPage = Extract<FromPlayer, { kind: 'pcm' | 'media' | 'segments-begin' | 'segment' }>;

export type FromTalkWorker =
  | { readonly kind: 'open' }
  /** The socket is gone. `opened`: it had been open. `reason`: the server's words; '' when it gave none. */
  | { readonly kind: 'closed'; readonly opened: boolean; readonly reason: string }
  | { readonly kind: 'states'; readonly states: readonly TalkState[] }
  /** Loudness since the last one, root mean square 0..1, and blocks sent and dropped so far. */
  | {
      readonly kind: 'levels';
      readonly microphone: number;
      readonly voice: number;
      readonly sent: number;
      readonly dropped: number;
    }
  | SoundForPage;
