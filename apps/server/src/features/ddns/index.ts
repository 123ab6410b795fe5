// Dynamic DNS: a service of names is told the public address of this server when it changes. What it answered last is kept, so that a server
// that starts again does not ask again.
import { type DdnsChoice, ddnsSetting, getDdnsState } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { MayBePrivate } from '../../kernel/web/outgoing-request.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { tellDyndns2, updateOf } from './dyndns2.ts';
import { publicAddress } from './public-address.ts';

export type DdnsKit = {
  clock: Clock;
  log: Log;
  settings: Pick<Settings, 'follow' | 'state' | 'save' | 'get' | 'set'>;
  /** What this server calls itself. Asked for each update. */
  ownName: () => string;
  /** Answers with the address that it is asked from; '' for none. */
  addressService: string;
  /** Hosts that may be asked at private addresses. */
  mayBePrivate: MayBePrivate;
};

export type DdnsFeature = { calls: CallHandler[]; close(): Promise<void> };

const LOOK_MS = 300_000;
/** Without knowing its address the server tells so much more seldom: the service sees whether anything changed. */
const UNKNOWN_AGAIN_MS = 86_400_000;
/** What a service that has trouble of its own asks for. */
const AFTER_TROUBLE_MS = 1_800_000;
const TROUBLE = /^(911|dnserr)/;
const LAST = 'ddns-last';
const NO_NAME =
  'No name to set is known: give this server a host name under Network, or add ?hostname= to the address.';

const lastTold = z.object({
  hostname: z.string(),
  address: z.string(),
  answer: z.string(),
  atMs: z.number(),
  good: z.boolean(),
  stopped: z.boolean(),
});
type LastTold = z.output<typeof lastTold>;
const NEVER: LastTold = { hostname: '', address: '', answer: '', atMs: 0, good: false, stopped: false };

class Teller {
  last: LastTold;
  choice: DdnsChoice = { enable: false, type: 1, server: '', user: '', pass: '' };
  readonly #kit: DdnsKit;
  readonly #turn = new InTurn();
  readonly #closing = new AbortController();

  constructor(kit: DdnsKit) {
    this.#kit = kit;
    this.last = kit.settings.get(LAST, lastTold) ?? NEVER;
  }

  /** Somebody saved: what was refused is tried again. */
  beginAnew(): void {
    this.#do(() => this.#keep(NEVER));
  }

  look(): void {
    this.#do(() => this.#tell());
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turn.idle();
  }

  #do(action: () => Promise<void>): void {
    void this.#turn.attempt(action, (err) => this.#kit.log.error('dynamic dns: not kept what was told', { err }));
  }

  async #keep(told: LastTold): Promise<void> {
    this.last = told;
    await this.#kit.settings.set(LAST, told);
  }

  async #tell(): Promise<void> {
    const { choice, last } = this;
    const { clock, log, ownName, addressService, mayBePrivate } = this.#kit;
    const { signal } = this.#closing;
    const update = updateOf(choice, ownName());
    if (signal.aborted || !choice.enable || last.stopped || update === null) return;
    const { hostname } = update;
    const atMs = clock.now();
    let hasTold = false;
    const around = { clock, may: mayBePrivate, signal };
    try {
      const address = await publicAddress(addressService, around);
      const isSame = last.good && last.hostname === hostname && last.address === address;
      if (isSame && (address !== '' || atMs - last.atMs < UNKNOWN_AGAIN_MS)) return;
      if (TROUBLE.test(last.answer) && atMs - last.atMs < AFTER_TROUBLE_MS) return;
      hasTold = true;
      const { answer, final, good } = await tellDyndns2(update, choice, address, around);
      if (choice !== this.choice) return; // saved again in the meantime: the newer save has a turn of its own
      await this.#keep({ hostname, address, answer, atMs, good, stopped: final });
      if (!good) log.warn('dynamic dns refused', { hostname, answer });
    } catch (error) {
      if (last.good && !hasTold) {
        log.warn('dynamic dns: the own address is not known now', { err: error });
        return; // what the service knows is as right as before
      }
      if (choice === this.choice && !signal.aborted)
        await this.#keep({ ...NEVER, hostname, answer: errorText(error), atMs });
    }
  }
}

export const ddnsFeature = (kit: DdnsKit): DdnsFeature => {
  const { clock, settings, ownName } = kit;
  const teller = new Teller(kit);
  let isFirst = true;
  const unfollow = settings.follow(ddnsSetting, (chosen = teller.choice) => {
    teller.choice = chosen;
    if (!isFirst) teller.beginAnew();
    isFirst = false;
    teller.look();
  });
  const timer = clock.every(LOOK_MS, () => teller.look());
  return {
    calls: [
      ...settingCalls(
        settings,
        ddnsSetting,
        () => teller.choice,
        async (wanted) => {
          if (wanted.enable && updateOf(wanted, ownName()) === null)
            throw new AppError('invalid', `server: ${NO_NAME}`);
        },
      ),
      handle(getDdnsState, () => {
        const { hostname, address, answer, atMs, stopped } = teller.last;
        return { hostname, address, answer, time: Math.floor(atMs / 1000), stopped };
      }),
    ],
    async close() {
      unfollow();
      timer.cancel();
      await teller.close();
    },
  };
};
