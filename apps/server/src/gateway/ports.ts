// What the gateway needs from above, as ports that app.ts plugs in: who may connect, where positions go, who hears of refusals.
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
  transport: 'tcp' | 'udp';
  remoteAddress: string;
};

/** `authCode` is what 0x8100 answers to a register. `utcOffsetMinutes` is the zone of the device's clock. */
export type Admission =
  | { outcome: 'accepted'; deviceKey: number; deviceId: string; authCode: string; utcOffsetMinutes: number }
  | {
      outcome: 'refused';
      reason: string;
      result: 'no-such-vehicle' | 'no-such-terminal' | 'terminal-taken' | 'wrong-code';
    };

export interface TerminalDirectory {
  /** Decides at once from memory and stores behind; never throws for anything a terminal can send. */
  admit(request: TerminalRequest): Admission;
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
  /** Short and constant: 'not JT/T 808', 'wrong authentication code', 'not registered', 'media nobody asked for'. */
  reason: string;
  detail: string;
  bytes: Uint8Array;
};

export interface RefusalLog {
  add(report: RefusalReport): void;
}
