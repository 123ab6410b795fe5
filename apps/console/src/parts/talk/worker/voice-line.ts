// One talk in its worker: the stream socket, the microphone's way up as G.726, the device's voice and the states on their way down.
// How a socket is opened is handed in.
import { VOICE_G726, VOICE_RATE_HZ, decodeStreamMessage, encodeStreamMessage } from '@outrider/contract';
import { streamCodecs, streamKinds } from '@outrider/contract';
import type { StreamHeader, TalkState } from '@outrider/contract';
import { G726Encoder } from '@outrider/media';
import type { Clock, Stop } from '../../../lib/time.ts';
import type { ToWorklet } from '../../../player/messages.ts';
import { AudioTrack } from '../../../player/worker/audio-track.ts';
import { ChunkQueue, WORKER_CHUNKS } from '../chunk-queue.ts';
import type { EncodeCommand, FromTalkWorker, TalkCommand } from '../messages.ts';
import { VoiceBlocks } from '../voice-blocks.ts';
import { readTalkState } from './read-talk-state.ts';

/** A port behind a firewall does not answer at all. */
const OPEN_WITHIN_MS = 4000;
/** How long the server may take to end the talk with the devices before the socket is closed from here. */
const END_WITHIN_MS = 2000;
/** How often the page hears of levels and of states, which come by the thousand in a broadcast. */
const REPORT_MS = 100;
/** A second of voice that the network has not taken: what comes then waits here, where the oldest can still be dropped. */
const MAX_UNSENT_BYTES = 6000;

/** An open or opening socket. */
export interface TalkSocket {
  readonly bufferedAmount: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}
export type TalkSocketEvents = {
  open(): void;
  message(bytes: Uint8Array): void;
  closed(reason: string): void;
};
export type OpenTalkSocket = (address: string, events: TalkSocketEvents) => TalkSocket;

export type VoiceLineKit = {
  readonly clock: Clock;
  readonly open: OpenTalkSocket;
  readonly post: (message: FromTalkWorker, transfer?: Transferable[]) => void;
  /** The talk is over after a `close`; the worker may end. */
  readonly onEnd: () => void;
};

/** Takes the worker's commands. */
export class VoiceLine {
  readonly #kit: VoiceLineKit;
  readonly #blocks = new VoiceBlocks();
  readonly #encoder = new G726Encoder(VOICE_G726.bits, VOICE_G726.packing);
  readonly #waiting = new ChunkQueue<Int16Array>(WORKER_CHUNKS);
  readonly #audio: AudioTrack;
  readonly #states = new Map<string, TalkState>();
  readonly #stopReports: Stop;
  #socket: TalkSocket | undefined;
  #opened = false;
  #closing = false;
  #stopWaiting: Stop = () => {};
  #hearing = false;
  #soundPort: MessagePort | undefined;
  #sent = 0;
  #microphone = 0;
  #voice = 0;

  constructor(kit: VoiceLineKit) {
    this.#kit = kit;
    this.#audio = new AudioTrack(
      (samples, rate) => this.#play(samples, rate),
      (message, transfer) => {
        if (message.kind === 'media' || message.kind === 'segments-begin' || message.kind === 'segment')
          kit.post(message, transfer);
      },
    );
    this.#stopReports = kit.clock.every(REPORT_MS, () => this.#report());
  }

  take(command: TalkCommand): void {
    switch (command.command) {
      case 'connect':
        this.#try(command.addresses, 0);
        break;
      case 'G726Encode':
        this.#encode(command);
        break;
      case 'microphone':
        command.port.addEventListener('message', ({ data }: MessageEvent<EncodeCommand>) => this.#encode(data));
        command.port.start();
        break;
      case 'sound':
        this.#hearing = true;
        this.#soundPort = command.port;
        break;
      case 'again':
        if (this.#opened) this.#socket?.send(JSON.stringify({ talk: 'start' }));
        break;
      case 'close':
        this.#close();
        break;
      default:
        command satisfies never;
    }
  }

  #try(addresses: readonly string[], index: number): void {
    const address = addresses[index];
    if (address === undefined) {
      this.#gone(false, '');
      return;
    }
    const current = (act: () => void) => (): void => {
      if (socket === this.#socket) act();
    };
    const socket = this.#kit.open(address, {
      open: current(() => this.#open()),
      message: (bytes) => current(() => this.#hear(bytes))(),
      closed: (reason) =>
        current(() => {
          this.#stopWaiting();
          if (this.#opened || this.#closing) this.#gone(this.#opened, reason);
          else this.#try(addresses, index + 1);
        })(),
    });
    this.#socket = socket;
    this.#stopWaiting = this.#kit.clock.after(OPEN_WITHIN_MS, () => socket.close());
  }

  #open(): void {
    this.#stopWaiting();
    this.#opened = true;
    this.#kit.post({ kind: 'open' });
    this.#sendWaiting();
  }

  #gone(opened: boolean, reason: string): void {
    this.#socket = undefined;
    this.#opened = false;
    this.#report();
    this.#kit.post({ kind: 'closed', opened, reason });
    if (this.#closing) this.#end();
  }

  #close(): void {
    this.#closing = true;
    const socket = this.#socket;
    if (socket === undefined) {
      this.#end();
      return;
    }
    if (this.#opened) socket.send(JSON.stringify({ talk: 'stop' }));
    else socket.close();
    this.#stopWaiting();
    this.#stopWaiting = this.#kit.clock.after(END_WITHIN_MS, () => {
      this.#gone(this.#opened, '');
      socket.close();
    });
  }

  #end(): void {
    this.#stopWaiting();
    this.#stopReports();
    this.#audio.close();
    this.#kit.onEnd();
  }

  #encode({ samples, sampleRate }: EncodeCommand): void {
    if (this.#closing) return;
    this.#microphone = Math.max(this.#microphone, loudness(samples));
    for (const block of this.#blocks.take(samples, sampleRate)) this.#waiting.push(block);
    this.#sendWaiting();
  }

  /** Coded only now: what was dropped before does not upset the coder's memory. */
  #sendWaiting(): void {
    const socket = this.#socket;
    if (socket === undefined || !this.#opened) return;
    while (this.#waiting.length > 0 && socket.bufferedAmount < MAX_UNSENT_BYTES) {
      const block = this.#waiting.shift();
      if (block === undefined) return;
      socket.send(encodeStreamMessage(this.#header(), this.#encoder.encode(block)));
      this.#sent += 1;
    }
  }

  #header(): StreamHeader {
    return {
      kind: streamKinds.audio,
      codec: streamCodecs.g726,
      flags: 0,
      channel: 1,
      presentationUs: 0,
      captureMs: 0,
      sequence: this.#sent,
      detail: VOICE_RATE_HZ,
    };
  }

  #hear(bytes: Uint8Array): void {
    const message = decodeStreamMessage(bytes);
    if (message === undefined) return;
    const { header, body } = message;
    if (header.kind === streamKinds.state) {
      const state = readTalkState(body);
      if (state !== undefined) this.#states.set(state.deviceid, state);
    }
    if (header.kind === streamKinds.audio && this.#hearing)
      this.#audio.take(header.codec, header.presentationUs, header.detail, body);
  }

  #play(samples: Float32Array<ArrayBuffer>, sampleRate: number): void {
    this.#voice = Math.max(this.#voice, loudness(samples));
    if (this.#soundPort === undefined) this.#kit.post({ kind: 'pcm', samples, sampleRate }, [samples.buffer]);
    else this.#soundPort.postMessage({ samples, sampleRate } satisfies ToWorklet, [samples.buffer]);
  }

  #report(): void {
    if (this.#states.size > 0) this.#kit.post({ kind: 'states', states: [...this.#states.values()] });
    this.#states.clear();
    this.#kit.post({
      kind: 'levels',
      microphone: this.#microphone,
      voice: this.#voice,
      sent: this.#sent,
      dropped: this.#waiting.dropped,
    });
    this.#microphone = 0;
    this.#voice = 0;
  }
}

/** Root mean square of a block, 0..1. */
const loudness = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
};
