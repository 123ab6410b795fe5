// Terminals that ask whether they may connect: decided in the order they came, many at a time, on what the store holds; answered when what
// was decided is on disk. The rules are admission.ts. Several servers may stand over one store: where another one was faster, what was
// decided here is taken back and decided on what is there.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Admission, TerminalRequest } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type AdmissionPolicy, decideAdmission, type NewPlace } from './admission.ts';
import type { Known } from './known-terminals.ts';
import { type AllowedTerminal, isLeaveFor } from './readmission.ts';
import type { DeviceRecord } from './record.ts';
import type { AdmissionStore, KnownTerminal } from './store/admissions.ts';

/** The devices in memory, as far as an admission reads and changes them. */
export interface AdmittedDevices {
  /** No device is written meanwhile. */
  inTurn<T>(action: () => Promise<T>): Promise<T>;
  /** What is stored of these numbers, taken over. A number that is not in it cannot be decided on yet. */
  read(terminalIds: readonly string[]): Promise<Known>;
  find(terminalId: string): DeviceRecord | undefined;
  /** Makes an unregistered device; undefined when there are too many. `crowded`: many came before this one and wait. */
  create(terminalId: string, address: string, crowded: boolean): NewPlace | undefined;
  isThere(device: DeviceRecord): boolean;
  /** It is ahead of its row until `release`; `stored`: the row is what it is here. */
  hold(device: DeviceRecord): void;
  release(device: DeviceRecord, stored: boolean): void;
  /** It was made and could not be stored. */
  withdraw(device: DeviceRecord): void;
  wait(request: TerminalRequest): void;
  /** The operator's permission is used up. */
  leaveUsed(request: TerminalRequest, leave: AllowedTerminal): void;
}

export type AdmissionDeskKit = {
  store: Pick<AdmissionStore, 'leaves' | 'save'>;
  devices: AdmittedDevices;
  policy: AdmissionPolicy;
  clock: Clock;
  log: Log;
  synced: () => Promise<void>;
};

/** A round reads and stores so many, and is one transaction: other queries wait behind it. */
const AT_ONCE = 100;
/** Read with one statement and decided in one turn. */
const IN_ONE_TURN = 20;
/** More than there may be connections that are nobody yet, of both kinds. One too many gets no answer: the recorder asks again. */
const MAX_WAITING = 10_000;
/** Behind so many that wait no new device is made: somebody tries out numbers faster than the disk writes. */
const MAX_AHEAD_OF_NEW = 500;
/** Somebody else was faster, or what was decided before is not stored yet. */
const MAX_TRIES = 5;

type Entry = {
  readonly request: TerminalRequest;
  readonly isWanted: () => boolean;
  readonly crowded: boolean;
  readonly answer: PromiseWithResolvers<Admission>;
  tries: number;
  /** It got no answer, and is not to get one. */
  isOver: boolean;
};
type Used = { request: TerminalRequest; leave: AllowedTerminal };

/** What is to be stored of a device, for those who wait for it. */
type Save = {
  readonly device: DeviceRecord;
  /** The hash in its row; undefined: it has no row. */
  readonly before: Uint8Array | null | undefined;
  /** It was not in memory before. */
  readonly isMade: boolean;
  readonly leaveIds: Set<number>;
  readonly used: Used[];
  readonly waiters: { entry: Entry; admission: Admission }[];
};

export class AdmissionDesk {
  /** `dropped`: too many waited. `again`: decided once more, since another server was faster. */
  readonly counters = { dropped: 0, again: 0 };
  private readonly kit: AdmissionDeskKit;
  private readonly waiting: Entry[] = [];
  private isRunning = false;

  constructor(kit: AdmissionDeskKit) {
    this.kit = kit;
  }

  /** How many wait to be decided on. */
  get size(): number {
    return this.waiting.length;
  }

  /** Rejects when it cannot be stored, or too many wait: then the terminal gets no answer, and asks again. */
  admit(request: TerminalRequest, isWanted: () => boolean = () => true): Promise<Admission> {
    if (this.waiting.length >= MAX_WAITING) {
      this.counters.dropped += 1;
      return Promise.reject(new AppError('limit_reached', 'Too many recorders register at once.'));
    }
    const crowded = this.waiting.length >= MAX_AHEAD_OF_NEW;
    const entry: Entry = { request, isWanted, crowded, answer: Promise.withResolvers(), tries: 0, isOver: false };
    this.waiting.push(entry);
    if (!this.isRunning) void this.run(); // reports its own failures
    return entry.answer.promise;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      // oxlint-disable no-await-in-loop -- one round after the other, each of what has come by then
      await nextTurn();
      await this.kit.devices.inTurn(() => this.round(this.waiting.splice(0, AT_ONCE)));
      // oxlint-enable no-await-in-loop
    }
    this.isRunning = false;
  }

  private async round(entries: readonly Entry[]): Promise<void> {
    const wanted = entries.filter((entry) => this.isStillWanted(entry));
    const saves = new Map<DeviceRecord, Save>();
    try {
      for (let from = 0; from < wanted.length; from += IN_ONE_TURN) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other is the order in which they came
        await this.decideSome(wanted.slice(from, from + IN_ONE_TURN), saves);
      }
    } catch (err) {
      this.failed([...saves.values()], wanted, err);
      return;
    }
    await this.store([...saves.values()]);
  }

  /** A recorder that is gone is not let in: nothing is made for it. */
  private isStillWanted({ isWanted, answer, isOver }: Entry): boolean {
    if (isOver) return false;
    if (isWanted()) return true;
    answer.resolve({ outcome: 'refused', reason: 'left before authentication', result: 'no-such-terminal' });
    return false;
  }

  private async decideSome(entries: readonly Entry[], saves: Map<DeviceRecord, Save>): Promise<void> {
    const { store, devices, clock } = this.kit;
    const registering = entries.filter(({ request }) => request.kind === 'register');
    const numbers = (some: readonly Entry[]): string[] => [...new Set(some.map(({ request }) => request.terminalId))];
    const leaves = registering.length === 0 ? [] : await store.leaves(numbers(registering), clock.now());
    const known = await devices.read(numbers(entries));
    for (const entry of entries) {
      const row = known.get(entry.request.terminalId);
      if (row === undefined) this.again(entry);
      else this.decide(entry, row, leaves, saves);
    }
    await nextTurn();
  }

  private decide(
    entry: Entry,
    row: KnownTerminal | null,
    leaves: readonly AllowedTerminal[],
    saves: Map<DeviceRecord, Save>,
  ): void {
    const { devices, policy } = this.kit;
    const { request } = entry;
    const found = devices.find(request.terminalId);
    if (row !== null && row.key !== found?.key) {
      this.again(entry); // dropped or moved in this very moment
      return;
    }
    let used: AllowedTerminal | undefined;
    let save: Save | undefined;
    const admission = decideAdmission(
      {
        policy,
        find: (terminalId) => devices.find(terminalId),
        create: (terminalId, address) => devices.create(terminalId, address, entry.crowded),
        save: (device) => {
          save = saves.get(device) ?? newSave(device, row, found === undefined);
        },
        useLeave: (asked) => (used = leaves.findLast((leave) => isLeaveFor(leave, asked))) !== undefined,
        wait: (asked) => devices.wait(asked),
      },
      request,
    );
    if (save === undefined) {
      entry.answer.resolve(admission);
      return;
    }
    devices.hold(save.device);
    save.waiters.push({ entry, admission });
    saves.set(save.device, save);
    if (used === undefined) return;
    save.leaveIds.add(used.id);
    save.used.push({ request, leave: used });
  }

  private async store(saves: readonly Save[]): Promise<void> {
    if (saves.length === 0) return;
    // One that was made may have had to make room again.
    const [there, dropped] = [saves.filter((save) => this.isThere(save)), saves.filter((save) => !this.isThere(save))];
    this.decideAgain(dropped);
    let stored: ReadonlySet<Save>;
    try {
      stored = await this.kit.store.save(there);
    } catch (err) {
      if (there.length > 1 && !(err instanceof AppError)) await this.storeOneByOne(there);
      else this.failed(there, waitersOf(there), err);
      return;
    }
    this.decideAgain(there.filter((save) => !stored.has(save)));
    for (const { device, used } of stored) {
      this.kit.devices.release(device, true);
      for (const { request, leave } of used) this.kit.devices.leaveUsed(request, leave);
    }
    void this.answer([...stored]); // the next round need not wait for the disk
  }

  private isThere({ device }: Save): boolean {
    return this.kit.devices.isThere(device);
  }

  private decideAgain(saves: readonly Save[]): void {
    this.counters.again += saves.length;
    for (const save of saves) this.takeBack(save);
    for (const entry of waitersOf(saves)) this.again(entry);
  }

  /** One that cannot be written must not take the others with it. */
  private async storeOneByOne(saves: readonly Save[]): Promise<void> {
    for (const save of saves) {
      // oxlint-disable-next-line no-await-in-loop
      await this.store([save]);
    }
  }

  private async answer(stored: readonly Save[]): Promise<void> {
    try {
      await this.kit.synced();
    } catch (err) {
      this.refuseAll(waitersOf(stored), err);
      return;
    }
    for (const { waiters } of stored) for (const { entry, admission } of waiters) entry.answer.resolve(admission);
  }

  /** What was decided is as if it had not been. Those that were answered already stay so. */
  private failed(saves: readonly Save[], entries: readonly Entry[], err: unknown): void {
    for (const save of saves) this.takeBack(save);
    this.refuseAll(entries, err);
  }

  private refuseAll(entries: readonly Entry[], err: unknown): void {
    this.kit.log.error('recorders not admitted, none of them answered', { recorders: entries.length, err });
    for (const entry of entries) {
      entry.isOver = true;
      entry.answer.reject(err);
    }
  }

  /** Of one that was there the next round reads what it has. */
  private takeBack({ device, isMade }: Save): void {
    this.kit.devices.release(device, false);
    if (isMade) this.kit.devices.withdraw(device);
  }

  private again(entry: Entry): void {
    entry.tries += 1;
    if (entry.tries < MAX_TRIES) this.waiting.push(entry);
    else this.refuseAll([entry], new Error('the number changes faster than it can be decided on'));
  }
}

const newSave = (device: DeviceRecord, row: KnownTerminal | null, isMade: boolean): Save => ({
  device,
  before: row === null ? undefined : row.authCodeHash,
  isMade,
  leaveIds: new Set(),
  used: [],
  waiters: [],
});

const waitersOf = (saves: readonly Save[]): Entry[] =>
  saves.flatMap(({ waiters }) => waiters.map(({ entry }) => entry));
