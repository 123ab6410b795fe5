// Everything the page and a player's worker say to each other: tagged unions, each answered in one complete switch.
// Frames are in neither of them, save the segments of browsers whose workers have no MediaSource.
import type { PlaybackState, StreamNote, StreamState } from '@outrider/contract';

/** Which of the two streams of a channel. */
export type StreamChoice = StreamState['stream'];

/**
 * What a tile can be in. `unsupported`: the browser cannot decode this codec. `error`: no stream could be opened. `broken`: the player
 * itself failed and begins again. Of recordings only: `buffering` waits for data, `gap` has none for a while, `ended` none any more,
 * `none` none at all.
 */
export type PlayerPhase =
  | StreamState['state']
  | 'unsupported'
  | 'error'
  | 'broken'
  | 'buffering'
  | 'gap'
  | 'ended'
  | 'none';

/** What our own decoder may decode: every picture, or key pictures only. */
export type Allowance = 'all' | 'keys';
/** What our own decoder costs, ms of a second: every picture, or key pictures only. */
export type SoftwareLoad = { readonly allMs: number; readonly keysMs: number };

/** One channel of one device. */
export type ChannelOf = { readonly deviceId: string; readonly channel: number };

/** Everything a tile says about itself. A new object whenever something in it changed. */
export type PlayerStatus = {
  readonly phase: PlayerPhase;
  /** Since when, UTC ms of this browser. For `reconnecting`: when the last picture came. For `gap`: until when, of the recording. */
  readonly sinceMs: number;
  /** The server's own words, or ours; '' when the phase says it all. */
  readonly message: string;
  /** The stream really delivered. */
  readonly stream: StreamChoice;
  /** When the server asks the device again, UTC ms of this browser. */
  readonly retryAtMs: number | undefined;
  /** True once a picture was shown: the last one stays while the phase is another than `playing`. */
  readonly hasPicture: boolean;
  /** Pixels of the newest picture, 0 before the first. */
  readonly width: number;
  readonly height: number;
  /** 'H.264', 'H.265' or '' while unknown. */
  readonly codec: string;
  /** True once an audio block came. */
  readonly hasAudio: boolean;
  /** Whose pictures these are, as the server says; undefined before its first word, and for a random stream without a channel. */
  readonly source: ChannelOf | undefined;
  /** What is not as it was asked for: 'keys' shows key pictures only, 'sub' the sub-stream, each since all would cost too much. */
  readonly instead: '' | 'keys' | 'sub';
  /** Where recorded video comes from; undefined for live video and before the server's first word. */
  readonly origin?: PlaybackState['from'] | undefined;
  /** What of the stream cannot be shown or heard, as the server says. */
  readonly lacks?: StreamNote['lacks'];
  readonly mute?: StreamNote['mute'];
};

/** Before anything is known. */
export const firstStatus = (stream: StreamChoice, nowMs: number): PlayerStatus => ({
  phase: 'connecting',
  sinceMs: nowMs,
  message: '',
  stream,
  retryAtMs: undefined,
  hasPicture: false,
  width: 0,
  height: 0,
  codec: '',
  hasAudio: false,
  source: undefined,
  instead: '',
});

/** Measured over the last second. */
export type PlayerStatistics = {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly kbitPerSecond: number;
  /** From the camera to the screen, ms; undefined while unknown. */
  readonly latencyMs: number | undefined;
  /** `stamp`: the frame itself says when it was taken. `server`: from its arrival at the server. */
  readonly latencyFrom: 'stamp' | 'server';
  /** Frames of this viewer that were never shown, here or at the server, since the player opened. */
  readonly dropped: number;
  /** Pictures that came to be shown, and those that were. The two differ by what is in the decoder and what was dropped. */
  readonly received: number;
  readonly shown: number;
  readonly decoder: string;
  readonly transport: string;
  readonly audio: string;
};

/** What every player's worker is told. */
export type ToPlayer =
  /** Whether anyone can see the tile; while nobody can, nothing is decoded. */
  | { readonly kind: 'visible'; readonly visible: boolean }
  /** `port` leads to the audio worklet where there is one; else sound comes back as `pcm`. */
  | { readonly kind: 'sound'; readonly on: boolean; readonly port?: MessagePort }
  | { readonly kind: 'snapshot'; readonly id: number }
  /** What our own decoder may decode. It begins with 'all'. */
  | { readonly kind: 'allow'; readonly allowance: Allowance }
  /** The canvas that `surface` asked for under this number. */
  | { readonly kind: 'canvas'; readonly canvas: OffscreenCanvas; readonly id: number }
  /** MSE only: what the video element shows. Seconds of its timeline; `dropped` as the element counts. */
  | { readonly kind: 'shown'; readonly currentTime: number; readonly behind: number; readonly dropped: number }
  /** MSE only: the media element failed. */
  | { readonly kind: 'element-failed' }
  | { readonly kind: 'close' };

/** How a worker shows pictures. */
export type Drawing = {
  /** Where to draw when this page has WebCodecs; without it pictures go through Media Source Extensions. */
  readonly canvas?: OffscreenCanvas;
  /** H.265 that the browser cannot play is decoded by ourselves. */
  readonly softwareHevc: boolean;
  /** The page has Media Source Extensions, for workers that have none. */
  readonly pageFeeds: boolean;
};

/** What the worker of a live player is told. */
export type ToWorker =
  | ToPlayer
  | ({
      readonly kind: 'open';
      /** Tried in turn until one opens. */
      readonly addresses: readonly string[];
      /** Undefined: the one that is set for the channel. */
      readonly stream: StreamChoice | undefined;
    } & Drawing)
  | { readonly kind: 'choose'; readonly stream: StreamChoice };

/** What every player's worker says. */
export type FromPlayer =
  /** The player cannot go on: the page ends this worker and begins again. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'status'; readonly status: PlayerStatus }
  | { readonly kind: 'statistics'; readonly statistics: PlayerStatistics }
  /** What our own decoder would cost; left out when it decodes nothing. */
  | { readonly kind: 'software'; readonly load?: SoftwareLoad }
  /** Where the pictures go from now on: a canvas, which the page sends with this number, or a video element as before. */
  | { readonly kind: 'surface'; readonly of: 'canvas'; readonly id: number }
  | { readonly kind: 'surface'; readonly of: 'video' }
  /** MSE in the worker: what `video.srcObject` takes. A new one replaces the former. `track` says which element. */
  | { readonly kind: 'media'; readonly track: 'video' | 'audio'; readonly handle: MediaSourceHandle }
  /**
   * MSE on the page, for browsers without it in workers: append what follows, which is of this type. `fresh`: start over in a new source,
   * whose time begins again; else it goes on where it was.
   */
  | {
      readonly kind: 'segments-begin';
      readonly track: 'video' | 'audio';
      readonly mimeType: string;
      readonly fresh: boolean;
    }
  | { readonly kind: 'segment'; readonly track: 'video' | 'audio'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'pcm'; readonly samples: Float32Array<ArrayBuffer>; readonly sampleRate: number }
  /** No blob: there is no picture yet, or it lives in the video element. */
  | { readonly kind: 'snapshot'; readonly id: number; readonly blob?: Blob };

/** What the worker of a live player says. */
export type FromWorker =
  | FromPlayer
  /** Jump to the newest picture: what is buffered before it is old. */
  | { readonly kind: 'jump' };

/** What the worker says to the audio worklet: one block of mono sound, -1..1. */
export type ToWorklet = { readonly samples: Float32Array<ArrayBuffer>; readonly sampleRate: number };
