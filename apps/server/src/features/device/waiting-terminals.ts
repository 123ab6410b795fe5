// Terminals that registered a number which other hardware has. Each waits here until an operator allows it to register again, once and
// for a while. In memory: a recorder tries again by itself, and a permission that a restart forgot is given again.
import type { TerminalRequest } from '../../gateway/index.ts';
import { addressBlock } from '../../kernel/address-block.ts';
import type { Clock } from '../../kernel/clock.ts';

export type WaitingTerminal = {
  readonly id: number;
  readonly terminalId: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly hardwareId: string;
  /** Where it tried from last, with which plate, when first and last (UTC ms), and how often. */
  address: string;
  plate: string;
  readonly firstMs: number;
  lastMs: number;
  attempts: number;
  /** Until then its next attempt is let in; null: nobody allowed it. */
  allowedUntilMs: number | null;
};

const MAX_WAITING = 100;
const MAX_FOR_NUMBER = 5;
const MAX_FROM_ADDRESS = 20;
const TEXT_LIMIT = 64;
/** Recorders that are refused try again every few minutes. */
const ALLOWED_MS = 30 * 60_000;
const FORGET_MS = 24 * 3_600_000;

type Hardware = Pick<WaitingTerminal, 'terminalId' | 'manufacturer' | 'model' | 'hardwareId'>;

const short = (text: string): string => text.slice(0, TEXT_LIMIT);
const hardwareOf = ({ terminalId, manufacturer, model, hardwareId }: TerminalRequest): Hardware => ({
  terminalId,
  manufacturer: short(manufacturer),
  model: short(model),
  hardwareId: short(hardwareId),
});
const keyOf = ({ terminalId, manufacturer, model, hardwareId }: Hardware): string =>
  [terminalId, manufacturer, model, hardwareId].join('\0');

export class WaitingTerminals {
  readonly counters = { dropped: 0, allowed: 0 };
  private readonly clock: Clock;
  /** The one that tried last comes last. */
  private readonly entries = new Map<string, WaitingTerminal>();
  private nextId = 1;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  add(request: TerminalRequest): void {
    const nowMs = this.clock.now();
    const hardware = hardwareOf(request);
    const key = keyOf(hardware);
    const known = this.entries.get(key);
    if (known === undefined) this.makeRoom(request);
    this.entries.delete(key);
    const [address, plate] = [request.remoteAddress, short(request.plate)];
    const first = { ...hardware, address, plate, firstMs: nowMs, lastMs: nowMs, attempts: 0, allowedUntilMs: null };
    const entry: WaitingTerminal = known ?? { id: this.nextId++, ...first };
    Object.assign(entry, { address, plate, lastMs: nowMs, attempts: entry.attempts + 1 });
    this.entries.set(key, entry);
  }

  /** Newest first. */
  list(): WaitingTerminal[] {
    this.sweep();
    return [...this.entries.values()].toReversed();
  }

  /** Its next attempt is let in. Undefined when it is not waiting any more. */
  allow(id: number): WaitingTerminal | undefined {
    this.sweep();
    const entry = [...this.entries.values()].find((each) => each.id === id);
    if (entry === undefined) return undefined;
    entry.allowedUntilMs = this.clock.now() + ALLOWED_MS;
    this.counters.allowed += 1;
    return entry;
  }

  /** May this terminal register although the number is taken? Asking uses the permission up. */
  useLeave(request: TerminalRequest): boolean {
    this.sweep();
    const key = keyOf(hardwareOf(request));
    const until = this.entries.get(key)?.allowedUntilMs ?? null;
    if (until === null) return false;
    return this.entries.delete(key);
  }

  size(): number {
    return this.entries.size;
  }

  private sweep(): void {
    const nowMs = this.clock.now();
    for (const [key, entry] of this.entries) {
      if (entry.allowedUntilMs !== null && entry.allowedUntilMs <= nowMs) entry.allowedUntilMs = null;
      if (nowMs - entry.lastMs >= FORGET_MS) this.entries.delete(key);
    }
  }

  /** A number, an address and all together have so many; the one that tried longest ago goes, an allowed one last. */
  private makeRoom({ terminalId, remoteAddress }: TerminalRequest): void {
    const block = addressBlock(remoteAddress);
    const all = [...this.entries.values()];
    const sameNumber = all.filter((each) => each.terminalId === terminalId);
    const sameAddress = all.filter(({ address }) => addressBlock(address) === block);
    const full = [
      ...(sameNumber.length >= MAX_FOR_NUMBER ? [sameNumber] : []),
      ...(sameAddress.length >= MAX_FROM_ADDRESS ? [sameAddress] : []),
      ...(all.length >= MAX_WAITING ? [all] : []),
    ];
    for (const crowd of full) {
      const oldest = crowd.find(({ allowedUntilMs }) => allowedUntilMs === null) ?? crowd[0];
      if (oldest !== undefined && this.entries.delete(keyOf(oldest))) this.counters.dropped += 1;
    }
  }
}
