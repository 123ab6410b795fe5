// What the main thread and the two track workers say to each other.
import type { MessagePort } from 'node:worker_threads';

export type WriterStart = { path: string; maxPages?: number };
/** A row of the alarm journal; `data` for decodeAlarmRow. */
export type AlarmRow = { id: number; data: Uint8Array };

export type WriterRequest =
  | { kind: 'append'; id: number; data: Uint8Array<ArrayBuffer>; alarms: Uint8Array<ArrayBuffer>[] }
  | { kind: 'alarms'; id: number; afterId: number }
  | { kind: 'forget-alarms'; untilId: number }
  | { kind: 'pack' }
  | { kind: 'close' };
export type WriterReply =
  | { kind: 'ready'; lastAlarmId: number }
  | { kind: 'alarms'; id: number; rows: AlarmRow[]; lastId: number }
  | { kind: 'forget-failed'; reason: string }
  | { kind: 'appended'; id: number }
  | { kind: 'failed'; id: number; reason: string }
  | { kind: 'packed'; positions: number; ms: number }
  | { kind: 'pack-failed'; reason: string }
  | { kind: 'closed' };

/** `maxPoints`: a track of more positions is not told at once. */
export type ReaderStart = { path: string; maxPoints: number };
/** Times in unix seconds, both ends included. */
export type ReaderRequest =
  | { kind: 'track' | 'hours'; id: number; deviceKey: number; from: number; to: number }
  /** Another thread asks for samples through this port: SampleRequest up, SampleReply down. */
  | { kind: 'serve'; port: MessagePort }
  | { kind: 'close' };
/** `json` is the array of track points as POST /api/gps answers it, or the beginnings of hours as POST /gkdevice/trackhours does. */
export type ReaderReply =
  | { kind: 'track'; id: number; json: Uint8Array<ArrayBuffer> }
  | { kind: 'failed' | 'too-long'; id: number; reason: string }
  | { kind: 'closed' };
