// The files of active-safety alarms as the gateway needs them from above: which alarm a number stands for, and where its files go.
// Asking a device for them is in link.ts.
import { alarmSignKey, decodeAlarmSign, DecodeError, fromHex } from '@outrider/jt808';
import type { FileKind, IncomingFile, KeptFile } from './ports.ts';

/** `sizeBytes` as the device announces it; 0 is legal. */
export type AnnouncedFile = { name: string; sizeBytes: number };
/** `channel` 0: of no camera, or the device's name for the file does not tell. */
export type AlarmFileStart = AnnouncedFile & { kind: FileKind; channel: number };

/** The files of one alarm, as far as a device may bring them. Rejections are AppError, with words for the list of refusals. */
export interface AlarmUpload {
  readonly deviceKey: number;
  /** The identification of the alarm in hex, as the device sent it. */
  readonly alarmSign: string;
  /** What the device is about to send, over one connection. */
  announce(files: readonly AnnouncedFile[]): Promise<void>;
  /** Begins a file or resumes it. Null: it is kept already, just as long. */
  begin(file: AlarmFileStart): Promise<IncomingFile | null>;
  /** It is on disk; null: it has no bytes. After this the device may be answered. */
  kept(file: AnnouncedFile, kept: KeptFile | null): Promise<void>;
  /** The device's connection is over; it may come back. */
  closed(): void;
}

export interface AlarmUploads {
  /** By the number that the device was given when its files were asked for. Undefined: nobody asked. */
  find(alarmNumber: string): Promise<AlarmUpload | undefined>;
}

/**
 * What two signs of one alarm have in common: without the number of files and the reserved bytes. Undefined for bytes that are no sign.
 */
export const alarmKeyOf = (signHex: string): string | undefined => {
  if (!/^([0-9a-f]{2})+$/i.test(signHex)) return undefined;
  try {
    return alarmSignKey(decodeAlarmSign(fromHex(signHex)));
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
};
