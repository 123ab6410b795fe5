// Joins sub-packages of one connection into whole messages (section 7). No clock, no timer, no sending: time comes in as
// `nowMs`, what to do goes out as effects. Each good part is to be acknowledged with 0x8001 by the caller.
import type { Header } from './header.ts';

export type SubpackageEffect =
  /** All parts are there. `header` is that of package 1: its serial is the one to answer. */
  | { readonly kind: 'complete'; readonly header: Header; readonly body: Uint8Array }
  /** A part that was there already, or of a message completed before (`completed`): acknowledge, process nothing. */
  | { readonly kind: 'duplicate'; readonly header: Header; readonly completed: boolean }
  /** Total or index makes no sense: reject the frame. */
  | { readonly kind: 'refused'; readonly header: Header }
  /** Ask again for these packages, with 0x8003; of 0x0801 with 0x8800, for which `firstBody` is part 1 if it is there. At most 125 a request. */
  | {
      readonly kind: 'resend';
      readonly messageId: number;
      readonly phone: string;
      readonly firstSerial: number;
      readonly packages: readonly number[];
      readonly firstBody?: Uint8Array;
    }
  /** Given up. `unanswered`: five requests brought nothing; `expired`: five minutes old; `limit`: too many or too large. */
  | {
      readonly kind: 'dropped';
      readonly messageId: number;
      readonly phone: string;
      readonly reason: 'unanswered' | 'expired' | 'limit';
      readonly missing: number;
    };

const MAX_BUFFERS = 8;
const MAX_BYTES = 8 << 20;
const MAX_AGE_MS = 300_000;
const MAX_REQUESTS = 5;
const MAX_ASKED = 125;
const REQUEST_AFTER_MS = 10_000;
const REQUEST_AFTER_MS_PER_PACKAGE = 100;
const MAX_REQUEST_AFTER_MS = 60_000;
/** Counted for each part beside its bytes, so that empty parts are bounded too. */
const PART_OVERHEAD = 128;
const MAX_COMPLETED = 4;

type Part = { readonly header: Header; readonly body: Uint8Array };

type Assembly = {
  readonly phone: string;
  readonly messageId: number;
  readonly total: number;
  readonly parts: Map<number, Part>;
  /** Serial of package 1 by each part, if serials are consecutive. */
  readonly firstSerials: Set<number>;
  /** All parts so far bear this one serial; null when they differ. */
  oneSerial: number | null;
  readonly startedMs: number;
  lowest: Header;
  highest: Header;
  bytes: number;
  lastPartMs: number;
  lastRequestMs: number;
  requests: number;
};

type Completed = {
  readonly phone: string;
  readonly messageId: number;
  readonly total: number;
  readonly fingerprints: ReadonlyMap<number, number>;
};

/** The sub-package buffers of one connection: at most 8 messages and 8 MiB, the oldest goes first. */
export class Subpackages {
  private assemblies: Assembly[] = [];
  private readonly completed: Completed[] = [];
  private bytes = 0;

  /** Messages waiting for parts. */
  get waiting(): number {
    return this.assemblies.length;
  }

  /** Takes one part: a frame whose header says `subpackaged`. The body is copied. */
  add(header: Header, body: Uint8Array, nowMs: number): SubpackageEffect[] {
    const { packageTotal: total = 0, packageIndex: index = 0 } = header;
    if (index < 1 || index > total) return [{ kind: 'refused', header }];
    if (this.wasCompleted(header, body)) return [{ kind: 'duplicate', header, completed: true }];
    const candidates = this.assemblies.filter((one) => isSameMessage(one, header));
    if (candidates.some((one) => equalBytes(one.parts.get(index)?.body, body))) {
      return [{ kind: 'duplicate', header, completed: false }];
    }
    const effects: SubpackageEffect[] = [];
    const assembly = choose(candidates, header) ?? this.start(header, nowMs, effects);
    this.store(assembly, header, body.slice(), nowMs);
    if (assembly.parts.size === total) effects.push(this.complete(assembly));
    else this.shrink(assembly, effects);
    return effects;
  }

  /** A whole message could not be taken care of: what the terminal repeats of it is put together again, not a duplicate. */
  forget(header: Header): void {
    const at = this.completed.findLastIndex((one) => isSameMessage(one, header));
    if (at !== -1) this.completed.splice(at, 1);
  }

  /** What has become due: resend requests and messages to give up. Call it about once a second. */
  due(nowMs: number): SubpackageEffect[] {
    const effects: SubpackageEffect[] = [];
    for (const assembly of this.assemblies) {
      if (nowMs - assembly.startedMs >= MAX_AGE_MS) effects.push(this.drop(assembly, 'expired'));
      else if (nowMs - Math.max(assembly.lastPartMs, assembly.lastRequestMs) >= patienceMs(assembly.total)) {
        if (assembly.requests >= MAX_REQUESTS) effects.push(this.drop(assembly, 'unanswered'));
        else effects.push(request(assembly, nowMs));
      }
    }
    return effects;
  }

  private start(header: Header, nowMs: number, effects: SubpackageEffect[]): Assembly {
    const oldest = this.assemblies[0];
    if (this.assemblies.length >= MAX_BUFFERS && oldest !== undefined) effects.push(this.drop(oldest, 'limit'));
    const assembly: Assembly = {
      phone: header.phone,
      messageId: header.messageId,
      total: header.packageTotal ?? 0,
      parts: new Map(),
      firstSerials: new Set(),
      oneSerial: header.serial,
      startedMs: nowMs,
      lowest: header,
      highest: header,
      bytes: 0,
      lastPartMs: nowMs,
      lastRequestMs: nowMs,
      requests: 0,
    };
    this.assemblies.push(assembly);
    return assembly;
  }

  private store(assembly: Assembly, header: Header, body: Uint8Array, nowMs: number): void {
    assembly.parts.set(indexOf(header), { header, body });
    assembly.firstSerials.add(firstSerialOf(header));
    if (assembly.oneSerial !== header.serial) assembly.oneSerial = null;
    if (indexOf(header) < indexOf(assembly.lowest)) assembly.lowest = header;
    if (indexOf(header) > indexOf(assembly.highest)) assembly.highest = header;
    assembly.lastPartMs = nowMs;
    assembly.bytes += body.length + PART_OVERHEAD;
    this.bytes += body.length + PART_OVERHEAD;
  }

  private complete(assembly: Assembly): SubpackageEffect {
    this.remove(assembly);
    const fingerprints = new Map<number, number>();
    for (const [index, part] of assembly.parts) fingerprints.set(index, fingerprint(part));
    const { phone, messageId, total } = assembly;
    this.completed.push({ phone, messageId, total, fingerprints });
    if (this.completed.length > MAX_COMPLETED) this.completed.shift();
    return { kind: 'complete', header: assembly.lowest, body: join(assembly) };
  }

  private wasCompleted(header: Header, body: Uint8Array): boolean {
    const print = fingerprint({ header, body });
    return this.completed.some((one) => isSameMessage(one, header) && one.fingerprints.get(indexOf(header)) === print);
  }

  private shrink(keep: Assembly, effects: SubpackageEffect[]): void {
    while (this.bytes > MAX_BYTES) {
      const oldest = this.assemblies.find((one) => one !== keep) ?? keep;
      effects.push(this.drop(oldest, 'limit'));
    }
  }

  private drop(assembly: Assembly, reason: 'unanswered' | 'expired' | 'limit'): SubpackageEffect {
    this.remove(assembly);
    const { messageId, phone, total, parts } = assembly;
    return { kind: 'dropped', messageId, phone, reason, missing: total - parts.size };
  }

  private remove(assembly: Assembly): void {
    this.assemblies = this.assemblies.filter((one) => one !== assembly);
    this.bytes -= assembly.bytes;
  }
}

const isSameMessage = (
  one: { readonly phone: string; readonly messageId: number; readonly total: number },
  header: Header,
): boolean => one.messageId === header.messageId && one.total === header.packageTotal && one.phone === header.phone;

/**
 * The buffer a part belongs to: the one whose serials it continues; else one all of whose parts bear its serial, as some recorders
 * write; else one it fits by order, since a real recorder numbers the parts of one message 04d1 and 04e2. A part that would fill a place with other content belongs to a new message.
 */
const choose = (candidates: readonly Assembly[], header: Header): Assembly | undefined => {
  const free = candidates.filter((one) => !one.parts.has(indexOf(header)));
  const first = firstSerialOf(header);
  return (
    free.findLast((one) => one.firstSerials.has(first)) ??
    free.findLast((one) => one.oneSerial === header.serial) ??
    free.findLast((one) => fitsOrder(one, header))
  );
};

/** Serials rise with the indices, as far as the lowest and the highest part tell. */
const fitsOrder = ({ lowest, highest }: Assembly, header: Header): boolean => {
  const behindLowest = indexOf(header) > indexOf(lowest);
  const beforeHighest = indexOf(header) < indexOf(highest);
  return (
    isAhead(header.serial, lowest.serial) === behindLowest && isAhead(highest.serial, header.serial) === beforeHighest
  );
};

const isAhead = (serial: number, other: number): boolean => {
  const distance = (serial - other) & 0xffff;
  return distance > 0 && distance < 0x8000;
};

const indexOf = (header: Header): number => header.packageIndex ?? 0;

const firstSerialOf = (header: Header): number => (header.serial - (indexOf(header) - 1)) & 0xffff;

const patienceMs = (total: number): number =>
  Math.min(REQUEST_AFTER_MS + REQUEST_AFTER_MS_PER_PACKAGE * total, MAX_REQUEST_AFTER_MS);

const request = (assembly: Assembly, nowMs: number): SubpackageEffect => {
  assembly.requests += 1;
  assembly.lastRequestMs = nowMs;
  const packages: number[] = [];
  for (let index = 1; index <= assembly.total && packages.length < MAX_ASKED; index += 1) {
    if (!assembly.parts.has(index)) packages.push(index);
  }
  const { messageId, phone, lowest, oneSerial, parts } = assembly;
  const firstSerial = oneSerial !== null && parts.size > 1 ? oneSerial : firstSerialOf(lowest);
  const effect = { kind: 'resend', messageId, phone, firstSerial, packages } as const;
  const firstBody = parts.get(1)?.body;
  return firstBody === undefined ? effect : { ...effect, firstBody };
};

const join = (assembly: Assembly): Uint8Array => {
  const body = new Uint8Array(assembly.bytes - PART_OVERHEAD * assembly.total);
  let at = 0;
  for (let index = 1; index <= assembly.total; index += 1) {
    const part = assembly.parts.get(index)?.body;
    if (part === undefined) continue;
    body.set(part, at);
    at += part.length;
  }
  return body;
};

const equalBytes = (one: Uint8Array | undefined, other: Uint8Array): boolean => {
  if (one === undefined || one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
};

/** FNV-1a of a part's serial and bytes. */
const fingerprint = ({ header, body }: Part): number => {
  let hash = Math.imul(0x811c9dc5 ^ header.serial, 0x01000193);
  for (let i = 0; i < body.length; i += 1) hash = Math.imul(hash ^ (body[i] ?? 0), 0x01000193);
  return hash;
};
