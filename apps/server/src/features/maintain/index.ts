// Restarts by plan: the server starts itself again, or its machine, at a quiet hour. When that is says plan-moment.ts.
import { spawn } from 'node:child_process';
import { getRestartPlanState, isMachinePlan, restartPlanSetting } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { WRITTEN_MS, steadiness } from '../../kernel/steady-clock.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { FARTHEST_MS, nextRestart } from './plan-moment.ts';

export type MaintainKit = {
  settings: Pick<Settings, 'follow' | 'state' | 'save' | 'get' | 'set'>;
  clock: Clock;
  log: Log;
  /** By the clock of the machine. */
  hour: number;
  /** A program and its words; '' for none. */
  machineCommand: string;
  /** Ends the process so that it is started again; undefined where nothing would. */
  restart: (() => void) | undefined;
};

const LAST = 'restartplan-last';
const LOOK_MS = 20_000;
/** A moment that is further back was slept through, or the clock was set: the next one counts. */
const LATE_MS = 600_000;
const NO_COMMAND = 'The configuration names no command that restarts the machine (machineRestartCommand).';
const NOBODY = 'Nothing would start this server again. Stop and start it where it runs.';

/** The moment that was carried out last: a clock that is set back a little after it does not bring it again. */
const lastMoment = z.object({ atMs: z.number(), failure: z.string() });
type Last = z.output<typeof lastMoment>;

/** Resolves when the command was taken. */
const run = async (command: string): Promise<void> => {
  const [program = '', ...words] = command.split(/\s+/).filter((word) => word !== '');
  const child = spawn(program, words, { stdio: 'ignore' });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`It ended with the code ${code}.`))));
  });
};

class Planned {
  plan = 0;
  dueMs: number | undefined;
  last: Last;
  readonly #kit: MaintainKit;
  #looking: { cancel(): void } | undefined;
  /** What the clock said at the last look. */
  #lookedMs: number;

  readonly #isSteady: () => boolean;
  /** What that said at the last look. */
  #steady = false;

  constructor(kit: MaintainKit) {
    this.#kit = kit;
    this.#isSteady = steadiness(kit.clock);
    this.#lookedMs = kit.clock.now();
    this.last = kit.settings.get(LAST, lastMoment) ?? { atMs: 0, failure: '' };
  }

  follow(plan: number): void {
    this.plan = plan;
    this.#begin();
    this.#looking ??= this.#kit.clock.every(LOOK_MS, () => this.#look());
  }

  close(): void {
    this.#looking?.cancel();
  }

  #begin(): void {
    const { clock, hour } = this.#kit;
    const now = clock.now();
    // Not at once: a machine that starts with a clock that is behind would do it again when that is right.
    if (this.#isAhead(now) && this.#steady) this.#forgetLast();
    this.dueMs = nextRestart(this.plan, hour, Math.max(now, this.last.atMs));
  }

  /** It was carried out by a clock that was ahead: unless the one of now is wrong, as that of a machine that has just started may be. */
  #isAhead(now: number): boolean {
    return now >= WRITTEN_MS && this.last.atMs > now + LATE_MS;
  }

  /** Also for the next start. */
  #forgetLast(): void {
    const { settings, log } = this.#kit;
    this.last = { ...this.last, atMs: 0 };
    settings
      .set(LAST, this.last)
      .catch((err: unknown) => log.error('the last planned restart is still said to be ahead', { err }));
  }

  /** A clock that was set back by days must not hold the plan up until it is there again. */
  #wasSetBack(now: number): boolean {
    const before = this.#lookedMs;
    this.#lookedMs = now;
    return this.#isAhead(now) || now < before - LATE_MS || (this.dueMs ?? 0) > now + FARTHEST_MS;
  }

  #look(): void {
    const { clock, log } = this.#kit;
    const now = clock.now();
    this.#steady = this.#isSteady();
    if (this.#wasSetBack(now)) this.#begin();
    const { dueMs } = this;
    if (dueMs === undefined || now < dueMs) return;
    const isLate = now > dueMs + LATE_MS;
    if (isLate) this.#begin();
    else this.#carryOut(dueMs).catch((err: unknown) => log.error('a planned restart was not made', { err }));
  }

  async #carryOut(atMs: number): Promise<void> {
    const { log } = this.#kit;
    await this.#keep({ atMs, failure: '' }); // first: what cannot be kept would come again after the restart
    this.#begin();
    log.info('restarting by plan', { plan: this.plan });
    const failure = await this.#restart();
    if (failure === '') return;
    log.error('a planned restart was not made', { failure });
    await this.#keep({ atMs, failure });
  }

  async #restart(): Promise<string> {
    const { machineCommand, restart } = this.#kit;
    if (!isMachinePlan(this.plan)) {
      restart?.();
      return restart === undefined ? NOBODY : '';
    }
    if (machineCommand === '') return NO_COMMAND;
    try {
      await run(machineCommand);
      return '';
    } catch (error) {
      return errorText(error);
    }
  }

  async #keep(last: Last): Promise<void> {
    await this.#kit.settings.set(LAST, last);
    this.last = last;
  }
}

export const maintainFeature = (kit: MaintainKit): { calls: CallHandler[]; close: () => void } => {
  const { settings, machineCommand } = kit;
  const planned = new Planned(kit);
  const unfollow = settings.follow(restartPlanSetting, (chosen) => planned.follow(chosen?.restartplan ?? 0));
  return {
    calls: [
      ...settingCalls(
        settings,
        restartPlanSetting,
        () => ({ restartplan: planned.plan }),
        async ({ restartplan }) => {
          if (isMachinePlan(restartplan) && machineCommand === '')
            throw new AppError('invalid', `restartplan: ${NO_COMMAND}`);
        },
      ),
      handle(getRestartPlanState, () => ({
        next: planned.dueMs ?? 0,
        last: planned.last.atMs,
        machine: machineCommand !== '',
        failure: planned.last.failure,
      })),
    ],
    close() {
      unfollow();
      planned.close();
    },
  };
};
