// What the gateway needs from above, as ports that app.ts plugs in: who may connect, where positions go, who hears of refusals.
import type { RefusalReason } from '@outrider/contract';
import type { Edition } from '@outrider/jt808';
import type { Position } from '../kernel/topics.ts';

export type TerminalRequest = {
  /** Normal form of the terminal's number: digits without leading zeros. */
  terminalId: string;
  kind: 'register' | 'authenticate';
  /** The code a device brings to 0x0102. */
  authCode: string;
  plate: string;
  manufacturer: string;
  model: string;
  /** What the maker calls this piece of hardware: the terminal id of 0x0100. */
  hardwareId: string;
  /** Of a register: the edition of its bodies, where it is not that of its header. */
  edition?: Edition;
  transport: 'tcp' | 'udp';
  remoteAddress: string;
  /** The terminal registers on a link that has authenticated as this device. */
  onOwnLink?: true;
  /** The device's other link was asked and did not answer. */
  oldLinkIsSilent?: true;
};

/** `authCode` is what 0x8100 answers to a register. `utcOffsetMinutes` is the zone of the device's clock. */
export type Admission =
  | {
      outcome: 'accepted';
      deviceKey: number;
      deviceId: string;
      authCode: string;
      utcOffsetMinutes: number;
      /** The edition of its bodies, as it registered; null: that of its header. */
      edition: Edition | null;
      /** A new device that had to make room: its link ends. */
      pushedOut?: number;
    }
  | {
      outcome: 'refused';
      reason: RefusalReason;
      result: 'no-such-vehicle' | 'no-such-terminal' | 'terminal-taken' | 'wrong-code';
    }
  /** The number stands on a link from another address. When that does not answer, ask again with `oldLinkIsSilent`. */
  | { outcome: 'ask-link'; deviceKey: number };

export interface TerminalDirectory {
  /**
   * Resolves when the decision is on disk, in the order of the requests: other servers may decide over the same numbers. Rejects when it
   * cannot be stored, which is logged: then the terminal gets no answer. `isWanted`: false where nobody waits for it any more.
   */
  admit(request: TerminalRequest, isWanted?: () => boolean): Promise<Admission>;
  /** 0x0003: the binding ends; the next connection must register. */
  forget(deviceKey: number): void;
}

export interface PositionSink {
  /** Resolves when all of them are on disk (or known from before). Rejects when they cannot be stored: then no answer is sent. */
  store(deviceKey: number, deviceId: string, positions: readonly Position[]): Promise<void>;
}

export type RefusalReport = {
  transport: 'tcp' | 'udp';
  port: number;
  address: string;
  terminal: string;
  reason: RefusalReason;
  detail: string;
  bytes: Uint8Array;
};

export interface RefusalLog {
  add(report: RefusalReport): void;
}

export type FileKind = 'photo' | 'sound' | 'video' | 'data';

/** A file that a device is about to send. Nothing in it is trusted: names are made safe, the type is found by the content. */
export type NewFile = {
  deviceKey: number;
  kind: FileKind;
  /** 0: of no channel. */
  channel: number;
  /** UTC, milliseconds. */
  takenAtMs: number;
  /** What the device calls it. */
  name: string;
  /** What the device says it is, where its first bytes do not tell. */
  mimeType?: string;
  /** The whole length, where the device says it before. */
  expectedBytes?: number;
  /** The event it belongs to, where that is known. */
  eventSerial?: number;
  /** Identity of the active-safety alarm it belongs to. */
  alarmSign?: string;
  latitude?: number;
  longitude?: number;
  /** Why it was taken, as far as the device says: `timed`, `distance`, `order`, `robbery`, `collision`, … */
  cause?: string;
  /** How it came: '0x0801', 'active safety'. */
  source: string;
  /** The device was asked for it. */
  asked?: boolean;
  /** What stays the same when the device sends it once more. Without it: source, alarm, name, channel and time. */
  identity?: string;
};

export type FileSpan = { offset: number; bytes: number };

/** `repeated`: it was kept before, and what came now was thrown away. */
export type KeptFile = { id: number; bytes: number; sha256: string; eventSerial: number | null; repeated: boolean };

/** A file that is coming in. The one that began it ends it with `finish` or `abandon`; left alone it is given up after a while. */
export interface IncomingFile {
  /** What is still missing, in order: up to the expected length, without one between what has come. */
  missing(): FileSpan[];
  /** Bytes at a place, in any order, also twice. Rejects with AppError: `limit_reached` past the quota, `unavailable` at the disk. */
  write(offset: number, bytes: Uint8Array): Promise<void>;
  /**
   * Resolves when the content and its row are on disk: then, and only then, the device may be answered. Rejects with AppError `conflict`
   * while bytes are missing (it can be resumed then), `unavailable` when it cannot be kept.
   */
  finish(): Promise<KeptFile>;
  /** What has come is thrown away. */
  abandon(): Promise<void>;
}

export interface FileSink {
  /**
   * Begins a file, or resumes one of the same identity and length that a broken connection left. Rejects with AppError:
   * `not_found` for a device that is not registered, `limit_reached` when too many are open or the quota is full.
   */
  begin(file: NewFile): Promise<IncomingFile>;
}

/** What a device says of an upgrade. `percent` of this step, null where it says none; `reason` '' where nothing went wrong. */
export type UpgradeNews = {
  step: 'downloading' | 'downloaded' | 'installing' | 'installed' | 'failed';
  percent: number | null;
  reason: '' | 'download' | 'install' | 'cancelled' | 'target' | 'hardware' | 'same-version' | 'version' | 'other';
};

/** Small messages that devices send of their own accord. */
export type MessageKind =
  | 'transparent'
  | 'passengers'
  | 'media-event'
  | 'upgrade-result'
  | 'recorder-data'
  | 'upload-result'
  | 'driver-event'
  | 'driver-answer'
  | 'news-order'
  | 'waybill'
  | 'can-frames'
  | 'compressed'
  | 'device-key'
  | 'text-reply';

export type DeviceMessage = {
  deviceKey: number;
  kind: MessageKind;
  receivedMs: number;
  /** What was read of it, as JSON; bytes in hex. */
  content: string;
  body: Uint8Array;
  /** The same for a repeat of the same message of this device and kind. */
  mark: string;
};

/** A driver's card. `unread`: it was put in and could not be read. `timeMs` is the device's own, null where it says none. */
export type KeptCard = {
  deviceKey: number;
  action: 'in' | 'out' | 'unread';
  timeMs: number | null;
  receivedMs: number;
  name: string;
  licence: string;
  issuer: string;
  /** YYYYMMDD or empty. */
  validUntil: string;
  mark: string;
};

/** Both resolve when it is on disk, or was before. They reject when it cannot be kept: then the device is not answered 'done'. */
export interface MessageSink {
  keep(message: DeviceMessage): Promise<void>;
  keepCard(card: KeptCard): Promise<void>;
}
