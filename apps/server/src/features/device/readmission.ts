// Terminals that registered a number which other hardware has. Each waits here until an operator allows it to register again, once and
// for a while. Who waits is in memory, since a recorder tries again by itself; who is allowed is stored and outlasts a restart.
import type { TerminalRequest } from '../../gateway/index.ts';
import { addressBlock } from '../../kernel/web/address-block.ts';
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
  /** The account that allowed it; '': nobody. */
  allowedBy: string;
};
export type AllowedTerminal = WaitingTerminal & { allowedUntilMs: number };

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

/** The permission is for this terminal, by number and hardware. */
export const isLeaveFor = (leave: AllowedTerminal, request: TerminalRequest): boolean =>
  keyOf(leave) === keyOf(hardwareOf(request));

export class WaitingTerminals {
  readonly counters = { dropped: 0, allowed: 0 };
  private readonly clock: Clock;
  /** The one that tried last comes last. */
  private readonly entries = new Map<string, WaitingTerminal>();
  /** Not from 1: a page that was open over a restart must not name another recorder than the one it shows. */
  private nextId: number;

  /** `allowed`: as they were stored. */
  constructor(clock: Clock, allowed: readonly AllowedTerminal[] = []) {
    this.clock = clock;
    this.nextId = Math.max(clock.now(), ...allowed.map(({ id }) => id + 1));
    for (const each of allowed) this.entries.set(keyOf(each), { ...each });
  }

  add(request: TerminalRequest): void {
    const nowMs = this.clock.now();
    const hardware = hardwareOf(request);
    const key = keyOf(hardware);
    const known = this.entries.get(key);
    if (known === undefined) this.makeRoom(request);
    this.entries.delete(key);
    const [address, plate] = [request.remoteAddress, short(request.plate)];
    const nobody = { allowedUntilMs: null, allowedBy: '' };
    const first = { ...hardware, address, plate, firstMs: nowMs, lastMs: nowMs, attempts: 0, ...nobody };
    const entry: WaitingTerminal = known ?? { id: this.nextId++, ...first };
    Object.assign(entry, { address, plate, lastMs: nowMs, attempts: entry.attempts + 1 });
    this.entries.set(key, entry);
  }

  /** Newest first. */
  list(): WaitingTerminal[] {
    this.sweep();
    return [...this.entries.values()].toReversed();
  }

  /** As it will be once it is allowed: to be stored, then `allow`. Undefined when it is not waiting any more. */
  permission(id: number, userName: string): AllowedTerminal | undefined {
    this.sweep();
    const entry = [...this.entries.values()].find((each) => each.id === id);
    return entry && { ...entry, allowedUntilMs: this.clock.now() + ALLOWED_MS, allowedBy: userName };
  }

  /** Its next attempt is let in. */
  allow(allowed: AllowedTerminal): void {
    const key = keyOf(allowed);
    const { allowedUntilMs, allowedBy } = allowed;
    this.entries.set(key, { ...(this.entries.get(key) ?? allowed), allowedUntilMs, allowedBy });
    this.counters.allowed += 1;
  }

  /** May this terminal register although the number is taken? Asking uses the permission up: it is given back, to be removed. */
  useLeave(request: TerminalRequest): WaitingTerminal | undefined {
    this.sweep();
    const key = keyOf(hardwareOf(request));
    const entry = this.entries.get(key);
    if (entry === undefined || entry.allowedUntilMs === null) return undefined;
    this.entries.delete(key);
    return entry;
  }

  /** What is stored by now: other servers let terminals in as well, and use up what was given here. */
  takeOver(stored: readonly AllowedTerminal[]): void {
    this.sweep();
    const allowed = new Map(stored.map((each) => [keyOf(each), each]));
    for (const [key, entry] of this.entries)
      if (entry.allowedUntilMs !== null && !allowed.has(key)) this.entries.delete(key);
    const ids = new Set([...this.entries.values()].map(({ id }) => id));
    for (const [key, each] of allowed) {
      const known = this.entries.get(key);
      const { allowedUntilMs, allowedBy } = each;
      // Each server counts by itself, and a number of the list names one terminal.
      const entry = known ?? { ...each, id: ids.has(each.id) ? this.nextId++ : each.id };
      this.entries.set(key, { ...entry, allowedUntilMs, allowedBy });
      this.nextId = Math.max(this.nextId, entry.id + 1);
    }
  }

  size(): number {
    return this.entries.size;
  }

  private sweep(): void {
    const nowMs = this.clock.now();
    for (const [key, entry] of this.entries) {
      if (entry.allowedUntilMs !== null && entry.allowedUntilMs <= nowMs)
        Object.assign(entry, { allowedUntilMs: null, allowedBy: '' });
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
