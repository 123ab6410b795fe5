// What a server is loaded with while it is killed again and again. A load keeps its own list of what was acknowledged to it.
import type { ServerProcess } from './server-process.ts';

/** `lost`: acknowledged and not there; `surplus`: there twice, or never sent. In words, one for each thing. */
export type Verdict = { acknowledged: number; lost: string[]; surplus: string[] };

/** To add one: keep what is acknowledged outside the server, find it again by a call, and name it in the test's list. */
export interface Load {
  readonly name: string;
  /** How many things were acknowledged so far. */
  readonly acknowledged: number;
  /** Everything sent was acknowledged. */
  readonly settled: boolean;
  /** Before the first life: makes known to the server what it needs to know. */
  prepare(server: ServerProcess): Promise<void>;
  /** Connects to this life of the server and sends until the connection ends or `stop`; after a lost one also what was not answered. */
  connect(server: ServerProcess): Promise<void>;
  /** Sends nothing new; what is on its way may still be acknowledged. */
  stop(): void;
  /** Compares what the server has with the own list. May wait for what the server makes of it in its own time. */
  check(server: ServerProcess): Promise<Verdict>;
}
