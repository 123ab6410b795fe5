// What a server is loaded with while it is killed again and again. A load keeps its own list of what was acknowledged to it.
import type { ServerProcess } from './server-process.ts';

/** `lost`: acknowledged and not there; `surplus`: there twice, or never sent. In words, one for each thing. */
export type Verdict = { acknowledged: number; lost: string[]; surplus: string[] };

/** What the server does in its own time after a start is done within so long. */
const MADE_WITHIN_MS = 20_000;
const POLL_MS = 50;

/** Looks until nothing is lost, or for as long as the server may take. */
export const lookUntilMade = async (look: () => Promise<Verdict>): Promise<Verdict> => {
  const endMs = performance.now() + MADE_WITHIN_MS;
  for (;;) {
    const verdict = await look();
    if (verdict.lost.length === 0 || performance.now() > endMs) return verdict;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/** To add one: keep what is acknowledged outside the server, find it again by a call, and name it in the test's list. */
export interface Load {
  readonly name: string;
  /** How many things were acknowledged so far. */
  readonly acknowledged: number;
  /** Of which a life brings so many at least. */
  readonly perLife: number;
  /** Everything sent was acknowledged. */
  readonly settled: boolean;
  /** Before the first life: makes known to the server what it needs to know. */
  prepare(server: ServerProcess): Promise<void>;
  /** Connects to this life of the server and sends until the connection ends or `stop`; after a lost one also what was not answered. */
  connect(server: ServerProcess): Promise<void>;
  /** Sends nothing new; what is on its way may still be acknowledged. */
  stop(): void;
  /** What else is worth a line at the end. */
  readonly remark?: string;
  /** Compares what the server has with the own list. May wait for what the server makes of it in its own time. */
  check(server: ServerProcess): Promise<Verdict>;
}
