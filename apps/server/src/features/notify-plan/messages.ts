// Mails and text messages of realtime plans: at once, or with what else there is for the same receiver when the pause since their last one
// is over. All of it within a transaction of the caller's.
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { Mailer } from '../mail/index.ts';
import type { TextMessages } from '../sms/index.ts';
import { type MessageKind, MOST_HELD, mayWrite, PAUSE_MS, type Standing } from './standing.ts';
import { createNotifyPlanStore, type HeldNotice } from './store.ts';
import { mailOf, type Notice, textMessageOf } from './words.ts';

type MessageCounts = {
  /** Deliveries that nobody delivers, or that found no room. */
  dropped: number;
  /** Events that waited for the next message to a receiver. */
  held: number;
};
type MessageKit = {
  mailer: Mailer;
  texts: TextMessages;
  counts: MessageCounts;
  within: Database;
  nowMs: number;
};

type Message = { kind: MessageKind; receivers: readonly string[]; notices: readonly Notice[]; count: number };
/** 'full': the outbox has no room now. */
type Outcome = 'sent' | 'full' | 'dropped';

const send = async (
  { mailer, texts, counts, within }: MessageKit,
  { kind, receivers, notices, count }: Message,
): Promise<Outcome> => {
  if (kind === 'sms' && !texts.enabled()) return 'dropped'; // somebody switched them off
  try {
    if (kind === 'mail') await mailer.sendMail({ to: receivers, ...mailOf(notices, count) }, within);
    else await texts.add(receivers, textMessageOf(notices, count), within);
    return 'sent';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'limit_reached') return 'full';
    counts.dropped += 1;
    return 'dropped';
  }
};

const namesOf = (standings: readonly Standing[]): string[] => standings.map(({ receiver }) => receiver);

/** What is told of a page of events. What is not sent at once is on the disk after `keep`. */
export class Messages {
  readonly #kit: MessageKit;
  readonly #store;
  /** By kind and receiver, as they are after what was told so far. */
  readonly #standings = new Map<string, Standing>();
  readonly #changed = new Set<Standing>();
  readonly #held: HeldNotice[] = [];

  constructor(kit: MessageKit) {
    this.#kit = kit;
    this.#store = createNotifyPlanStore(kit.within);
  }

  async tell(kind: MessageKind, receivers: readonly string[], notice: Notice): Promise<void> {
    const { nowMs } = this.#kit;
    const standings = await this.#standingsOf(kind, receivers);
    const free = new Set(standings.filter((standing) => mayWrite(standing, nowMs)));
    const message = { kind, receivers: namesOf([...free]), notices: [notice], count: 1 };
    const outcome = free.size === 0 ? 'sent' : await send(this.#kit, message);
    for (const standing of standings) {
      if (free.has(standing)) {
        if (outcome === 'dropped') continue;
        standing.nextMs = nowMs + PAUSE_MS;
      }
      if (outcome === 'full' || !free.has(standing)) this.#hold(standing, notice);
      this.#changed.add(standing);
    }
  }

  async keep(): Promise<void> {
    await this.#store.saveStandings([...this.#changed]);
    await this.#store.hold(this.#held);
  }

  #hold(standing: Standing, notice: Notice): void {
    const { kind, receiver } = standing;
    standing.held += 1;
    this.#kit.counts.held += 1;
    if (standing.held <= MOST_HELD) this.#held.push({ ...notice, kind, receiver });
  }

  async #standingsOf(kind: MessageKind, receivers: readonly string[]): Promise<Standing[]> {
    const own = new Map([...new Set(receivers)].map((receiver) => [`${kind} ${receiver}`, receiver]));
    const unknown = [...own].filter(([key]) => !this.#standings.has(key)).map(([, receiver]) => receiver);
    if (unknown.length > 0) {
      for (const receiver of unknown)
        this.#standings.set(`${kind} ${receiver}`, { kind, receiver, nextMs: 0, held: 0 });
      for (const stored of await this.#store.standings(kind, unknown))
        this.#standings.set(`${kind} ${stored.receiver}`, stored);
    }
    return [...own.keys()].flatMap((key) => this.#standings.get(key) ?? []);
  }
}

/** Of so many receivers in one transaction: five hundred rows at most, a few milliseconds. */
const RECEIVERS = 10;

/** To all of them the same: they were told the same, so they were receivers of one plan, who see each other anyway. */
const digest = async (kit: MessageKit, group: readonly Standing[], notices: readonly Notice[]): Promise<void> => {
  const store = createNotifyPlanStore(kit.within);
  const [first] = group;
  if (first === undefined) return;
  const { kind, held: count } = first;
  const receivers = namesOf(group);
  const outcome = await send(kit, { kind, receivers, notices, count });
  if (outcome !== 'full') await store.removeHeld(kind, receivers);
  if (outcome === 'dropped') await store.removeStandings(kind, receivers);
  else
    await store.saveStandings(
      group.map((standing) => ({
        ...standing,
        nextMs: kit.nowMs + PAUSE_MS,
        held: outcome === 'sent' ? 0 : standing.held,
      })),
    );
};

/** Sends what waits for receivers whose pause is over, one message to each. True where there may be more of them. */
export const sendDigests = async (kit: MessageKit): Promise<boolean> => {
  const store = createNotifyPlanStore(kit.within);
  const due = await store.dueStandings(kit.nowMs, RECEIVERS);
  for (const kind of ['mail', 'sms'] as const) {
    const own = due.filter((standing) => standing.kind === kind);
    const waiting = own.filter(({ held }) => held > 0);
    await store.removeStandings(kind, namesOf(own.filter(({ held }) => held === 0)));
    const notices = Map.groupBy(await store.heldFor(kind, namesOf(waiting)), ({ receiver }) => receiver);
    const noticesOf = ({ receiver }: Standing): Notice[] => notices.get(receiver) ?? [];
    const alike = Map.groupBy(waiting, (standing) =>
      JSON.stringify([standing.held, noticesOf(standing).map(({ serialno }) => serialno)]),
    );
    for (const group of alike.values()) await digest(kit, group, group[0] === undefined ? [] : noticesOf(group[0]));
  }
  return due.length === RECEIVERS;
};
