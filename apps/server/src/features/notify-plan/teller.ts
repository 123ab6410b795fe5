// Looks up the plans of each event from a stored cursor on. What is to be sent goes into the outbox, or is held for the next message to a
// receiver, in the transaction that moves the cursor: each event is told once, whatever ends the server between. Calls are told to the
// consoles that are open, after it.
import {
  type EventPush,
  eventSources,
  filledPush,
  type pushPlanValues,
  readPushScript,
  type RealtimePlanValues,
  receiversOf,
  type realtimePlanValues,
} from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Plans } from '../../kernel/plans.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { Pace } from '../../kernel/work/pace.ts';
import type { ToldEvent } from '../event/index.ts';
import type { Mailer } from '../mail/index.ts';
import { isPlausibleTime } from '../position/index.ts';
import type { Pushes } from '../push/index.ts';
import type { TextMessages } from '../sms/index.ts';
import { Messages, sendDigests } from './messages.ts';
import type { MessageKind } from './standing.ts';
import { createNotifyPlanStore, type NotifyPlanStore } from './store.ts';
import { type Named, noticeOf, pushFactsOf } from './words.ts';

export type TellerKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  store: NotifyPlanStore;
  push: Plans<typeof pushPlanValues>;
  realtime: Plans<typeof realtimePlanValues>;
  events: {
    /** Above this serial number, rising. */
    told(afterSerialno: number, limit: number): Promise<ToldEvent[]>;
    /** Asks the consoles that are open and see the device to answer. */
    callFor(deviceKey: number, push: EventPush, seconds: number): void;
  };
  named: (deviceKey: number) => Named;
  mailer: Mailer;
  pushes: Pushes;
  texts: TextMessages;
  /** Delivers what was added. */
  kick: () => void;
};

/** Events in one transaction: each of them may be held for twenty receivers. */
const PAGE = 20;
/** A hint may be lost, and a pause of a receiver ends. */
const LOOK_MS = 5000;
/** What recorders tell later than this is no news for people; programs are told. */
const NEWS_MS = 86_400_000;

type Call = { deviceKey: number; push: EventPush; seconds: number };
type Way = [kind: MessageKind, receivers: string[]];

/** How people are written to. */
const waysOf = ({ email_en: byMail, sms_en: byText, receivers }: RealtimePlanValues): Way[] => {
  const { mails, numbers } = receiversOf(receivers);
  const ways: Way[] = [
    ['mail', byMail ? mails : []],
    ['sms', byText ? numbers : []],
  ];
  return ways.filter(([, each]) => each.length > 0);
};

/** When it happened, or when it came where the recorder cannot know: without a clock it says 2000, which would be old. */
const momentOf = ({ eventtimeutc }: EventPush, receivedMs: number): number =>
  isPlausibleTime(eventtimeutc, receivedMs) ? eventtimeutc : receivedMs;

export class Teller {
  readonly #kit: TellerKit;
  readonly #work = new InTurn();
  readonly #ends: (() => void)[];
  #failing = false;
  #closed = false;
  #again = false;
  /** `tooOld`: events that people were not written to of because they are no news. */
  readonly counts = { dropped: 0, held: 0, tooOld: 0 };

  constructor(kit: TellerKit) {
    this.#kit = kit;
    const timer = kit.clock.every(LOOK_MS, () => this.look());
    this.#ends = [kit.bus.subscribe('event.stored', () => this.look()), () => timer.cancel()];
  }

  /** There may be new events. */
  look(): void {
    if (this.#closed || this.#again) return;
    this.#again = true; // one look waits at most
    void this.#work.attempt(
      async () => {
        this.#again = false;
        const pace = new Pace(this.#kit.clock);
        for (let more = true; more && !this.#closed;) more = await this.#takePage(pace);
        for (let more = true; more && !this.#closed;) more = await this.#sendDigests(pace);
        this.#failing = false;
      },
      (err) => {
        if (!this.#failing && !this.#closed)
          this.#kit.log.error('plans of who is told not followed, tried again later', { err });
        this.#failing = true;
      },
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const end of this.#ends) end();
    await this.#work.idle();
  }

  async #takePage(pace: Pace): Promise<boolean> {
    const { db, store, events, kick } = this.#kit;
    const found = await events.told(await store.cursor(), PAGE);
    const last = found.at(-1);
    if (last === undefined) return false;
    const calls: Call[] = [];
    await db.transaction().execute(async (transaction) => {
      const messages = new Messages(this.#messageKit(transaction));
      for (const event of found) {
        calls.push(...(await this.#tell(event, messages, transaction)));
        await pace.rest();
      }
      await messages.keep();
      await createNotifyPlanStore(transaction).moveCursor(last.serialno);
    });
    kick();
    for (const { deviceKey, push, seconds } of calls) events.callFor(deviceKey, push, seconds);
    await pace.rest();
    return found.length === PAGE;
  }

  async #sendDigests(pace: Pace): Promise<boolean> {
    const { db, clock, store, kick } = this.#kit;
    if ((await store.dueStandings(clock.now(), 1)).length === 0) return false;
    const more = await db.transaction().execute((transaction) => sendDigests(this.#messageKit(transaction)));
    kick();
    await pace.rest();
    return more;
  }

  #messageKit(within: Database) {
    const { mailer, texts, clock } = this.#kit;
    return { mailer, texts, counts: this.counts, within, nowMs: clock.now() };
  }

  async #tell(
    { deviceKey, receivedMs, push: event }: ToldEvent,
    messages: Messages,
    within: Database,
  ): Promise<Call[]> {
    if (event === undefined) return [];
    const { push, realtime, clock, named } = this.#kit;
    const wanted = push.for(deviceKey, event.appdevid);
    if (wanted?.enable === true) await this.#push(deviceKey, event, wanted.script, within);
    const plan = realtime.for(deviceKey, event.appdevid);
    if (plan === undefined) return [];
    const nowMs = clock.now();
    const ways = waysOf(plan);
    const isNews = nowMs - momentOf(event, receivedMs) <= NEWS_MS;
    if (ways.length > 0 && !isNews) this.counts.tooOld += 1;
    for (const [kind, receivers] of isNews ? ways : [])
      await messages.tell(kind, receivers, noticeOf(event, named(deviceKey)));
    const isNow = event.sourcetype !== eventSources.recover && nowMs - receivedMs <= plan.call_time * 1000;
    return plan.call_en && isNow ? [{ deviceKey, push: event, seconds: plan.call_time }] : [];
  }

  /** What cannot be taken is left out and counted: others are told all the same. */
  async #push(deviceKey: number, event: EventPush, script: string, within: Database): Promise<void> {
    const { pushes, named } = this.#kit;
    const request = readPushScript(script);
    if (!pushes.enabled() || typeof request === 'string') return;
    try {
      await pushes.add([filledPush(request, pushFactsOf(event, named(deviceKey)))], within);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.counts.dropped += 1;
    }
  }
}
