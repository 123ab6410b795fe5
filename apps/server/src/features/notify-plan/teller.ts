// Looks up the plans of each event from a stored cursor on. What is to be sent goes into the outbox in the transaction that moves the
// cursor: each event is told once, whatever ends the server between. Calls are told to the consoles that are open, after it.
import {
  type EventPush,
  eventSources,
  filledPush,
  type pushPlanValues,
  readPushScript,
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
import type { ToldEvent } from '../event/index.ts';
import type { Mailer } from '../mail/index.ts';
import type { Pushes } from '../push/index.ts';
import type { TextMessages } from '../sms/index.ts';
import { createNotifyPlanStore, type NotifyPlanStore } from './store.ts';
import { mailOf, type Named, pushFactsOf, textMessageOf } from './words.ts';

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

const PAGE = 50;
/** A hint may be lost. */
const LOOK_MS = 5000;
/** What recorders tell later than this is no news for people; programs are told. */
const NEWS_MS = 86_400_000;

type Call = { deviceKey: number; push: EventPush; seconds: number };

export class Teller {
  readonly #kit: TellerKit;
  readonly #work = new InTurn();
  readonly #ends: (() => void)[];
  #failing = false;
  #closed = false;
  #again = false;
  /** Deliveries that found no room, or nobody to deliver them. */
  dropped = 0;

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
        for (let more = true; more && !this.#closed;) more = await this.#takePage();
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

  async #takePage(): Promise<boolean> {
    const { db, store, events, kick } = this.#kit;
    const found = await events.told(await store.cursor(), PAGE);
    const last = found.at(-1);
    if (last === undefined) return false;
    const calls: Call[] = [];
    await db.transaction().execute(async (transaction) => {
      for (const event of found) calls.push(...(await this.#tell(event, transaction)));
      await createNotifyPlanStore(transaction).moveCursor(last.serialno);
    });
    kick();
    for (const { deviceKey, push, seconds } of calls) events.callFor(deviceKey, push, seconds);
    return found.length === PAGE;
  }

  async #tell({ deviceKey, receivedMs, push: event }: ToldEvent, within: Database): Promise<Call[]> {
    if (event === undefined) return [];
    const { push, realtime, clock } = this.#kit;
    const wanted = push.for(deviceKey, event.appdevid);
    if (wanted?.enable === true) await this.#push(deviceKey, event, wanted.script, within);
    const plan = realtime.for(deviceKey, event.appdevid);
    if (plan === undefined) return [];
    const nowMs = clock.now();
    if (nowMs - event.eventtimeutc <= NEWS_MS) await this.#write(deviceKey, event, plan, within);
    const isNow = event.sourcetype !== eventSources.recover && nowMs - receivedMs <= plan.call_time * 1000;
    return plan.call_en && isNow ? [{ deviceKey, push: event, seconds: plan.call_time }] : [];
  }

  async #push(deviceKey: number, event: EventPush, script: string, within: Database): Promise<void> {
    const { pushes, named } = this.#kit;
    const request = readPushScript(script);
    if (!pushes.enabled() || typeof request === 'string') return;
    const filled = filledPush(request, pushFactsOf(event, named(deviceKey)));
    await this.#add(() => pushes.add([filled], within));
  }

  async #write(
    deviceKey: number,
    event: EventPush,
    plan: { email_en: boolean; sms_en: boolean; receivers: string },
    within: Database,
  ): Promise<void> {
    const { mailer, texts, named } = this.#kit;
    const { mails, numbers } = receiversOf(plan.receivers);
    const known = named(deviceKey);
    if (plan.email_en && mails.length > 0)
      await this.#add(() => mailer.sendMail({ to: mails, ...mailOf(event, known) }, within));
    if (plan.sms_en && numbers.length > 0 && texts.enabled())
      await this.#add(() => texts.add(numbers, textMessageOf(event, known), within));
  }

  /** What cannot be taken is left out and counted: others are told all the same. */
  async #add(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.dropped += 1;
    }
  }
}
