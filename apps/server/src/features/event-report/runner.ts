// Makes the files of periods that are over: of each report that is on, the newest period first, again after a failure. What is over with
// stands in the table of runs, so that a server that was down makes up for what it missed, once. How long after its end a period is
// made, and how many missed ones are made up for, stands here.
import { fileNameOf, periodNames, type ReportFileType } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { sinceOf } from '../../kernel/access/lookback.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { WRITTEN_MS, steadiness } from '../../kernel/steady-clock.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { type JobContext, Jobs } from '../../kernel/work/jobs.ts';
import type { TableInParts } from '../report-pdf/index.ts';
import { type FileFolder, type Written, writePieces } from './file-folder.ts';
import { endedPeriods, type Period, periodStamp, zoneName, zoneText } from './periods.ts';
import { csvPieces, pdfTable } from './sheet.ts';
import type { ReportDevice, ReportSources } from './sources.ts';
import type { EventReportStore, StoredReport } from './store.ts';
import { makeTable } from './tables.ts';

export type RunnerKit = {
  store: EventReportStore;
  clock: Clock;
  log: Log;
  folder: FileFolder;
  sources: ReportSources;
  /** Who made the report, as far as it may have reports now; undefined: it may not. */
  ownerOf: (report: StoredReport) => Caller | undefined;
  /** The devices that an account sees, by id. */
  devicesOf: (owner: Caller) => ReportDevice[];
  /** Draws a PDF into a file that does not exist yet. */
  draw: (table: TableInParts, path: string, signal: AbortSignal) => Promise<void>;
  synced: () => Promise<void>;
  /** Days that files are kept; 0: for good. */
  keptDays: () => number;
  /** Mails may be due. */
  mail: () => void;
};

type Job = { key: string; userId: number; deviceKey: number; createdMs: number; reportId: number } & Period;

const LOOK_MS = 20_000;
/** So long after the start a machine has asked for the time. Reports of a clock that is ahead are empty. */
const FIRST_LOOK_MS = 180_000;
/** A period that ends so much later than now was over by a clock that was ahead, not by another server's. */
const AHEAD_MS = 600_000;
/** What was sent before midnight has so long to arrive. */
const SETTLE_MS = 60_000;
/** Missed periods of one report that are made up for. */
const MOST_MISSED = 31;
const MOST_WAITING = 5000;
const DAY_MS = 86_400_000;
const NO_DEVICE = 0;

export class ReportRunner {
  readonly #kit: RunnerKit;
  readonly #jobs: Jobs<Job, null>;
  readonly #turn = new InTurn();
  readonly #timer: Timer;
  readonly #openedMs: number;
  readonly #isSteady: () => boolean;
  made = 0;
  failed = 0;

  constructor(kit: RunnerKit) {
    this.#kit = kit;
    this.#isSteady = steadiness(kit.clock);
    this.#jobs = new Jobs({
      clock: kit.clock,
      log: kit.log,
      what: 'scheduled report',
      limits: {
        inAll: { count: MOST_WAITING, text: 'Too many reports wait to be made.' },
        atOnce: 1,
        firstPauseMs: 60_000,
        longestPauseMs: 3_600_000,
        giveUpMs: DAY_MS,
      },
      run: (job, context) => this.#run(job, context),
      failed: (job, _standing, why, error) => this.#giveUp(job, why, error),
    });
    this.#openedMs = kit.clock.monotonic();
    this.#timer = kit.clock.every(LOOK_MS, () => this.look());
  }

  get waiting(): number {
    return this.#jobs.waiting + this.#jobs.running;
  }

  /** Looks for periods that are over. Reports its own failures. `byPerson`: somebody saved one, and is not kept waiting behind a start. */
  look(byPerson = false): void {
    this.#kit.mail();
    if (!byPerson && this.#kit.clock.monotonic() - this.#openedMs < FIRST_LOOK_MS) return;
    void this.#turn.attempt(
      () => this.#lookForEnded(),
      (err) => this.#kit.log.error('scheduled reports not looked at', { err }),
    );
  }

  /** What waits of a report that was changed or deleted is looked at again. */
  async drop(reportId: number): Promise<void> {
    await this.#jobs.drop(
      ...this.#jobs
        .list()
        .filter(({ job }) => job.reportId === reportId)
        .map(({ job }) => job.key),
    );
  }

  async close(): Promise<void> {
    this.#timer.cancel();
    await this.#turn.idle();
    await this.#jobs.close();
  }

  /** Periods that were over while the clock was ahead are made once they are. A clock that is behind, as at a start, says nothing of that. */
  async #forgetAhead(): Promise<void> {
    const { store, clock, log } = this.#kit;
    const nowMs = clock.now();
    const periods = !this.#isSteady() || nowMs < WRITTEN_MS ? 0 : await store.forgetAhead(nowMs + AHEAD_MS, nowMs);
    if (periods > 0) log.warn('reports were made while the clock was ahead, and are made again', { periods });
  }

  async #lookForEnded(): Promise<void> {
    const { store, clock, ownerOf, keptDays } = this.#kit;
    await this.#forgetAhead();
    const nowMs = clock.now() - SETTLE_MS;
    const oldestMs = keptDays() === 0 ? 0 : nowMs - keptDays() * DAY_MS;
    for (const report of await store.list()) {
      if (!report.enabled || ownerOf(report) === undefined) continue;
      const sinceMs = Math.max(report.sinceMs, oldestMs);
      const ended = endedPeriods(report, { sinceMs, nowMs, most: MOST_MISSED });
      const over = await store.runsOf(
        report.id,
        ended.map(({ endMs }) => endMs),
      );
      const due = ended.filter(({ endMs }) => !over.has(endMs));
      const room = Math.max(0, MOST_WAITING - this.waiting);
      this.#jobs.add(
        due.slice(0, room).map((period) => ({
          key: `${report.id}.${period.endMs}`,
          userId: report.userId,
          deviceKey: NO_DEVICE,
          createdMs: clock.now(),
          reportId: report.id,
          ...period,
        })),
        () => null,
      );
    }
  }

  async #run(job: Job, { signal }: JobContext<null>): Promise<'over' | 'again'> {
    const report = await this.#kit.store.byId(job.reportId);
    const owner = report === undefined ? undefined : this.#kit.ownerOf(report);
    if (report === undefined || owner === undefined || !report.enabled) return 'over';
    if (job.endMs > this.#kit.clock.now()) return 'over'; // the clock was ahead
    try {
      await this.#make(report, owner, job, signal);
    } catch (error) {
      const isPassing = error instanceof AppError && ['limit_reached', 'unavailable', 'disk_full'].includes(error.code);
      if (!isPassing || signal.aborted) throw error;
      this.#kit.log.warn('scheduled report not made yet', { report: report.id, reason: error.message });
      return 'again';
    }
    this.made += 1;
    this.#kit.mail();
    return 'over';
  }

  async #make(report: StoredReport, owner: Caller, period: Period, signal: AbortSignal): Promise<void> {
    const { store, folder, sources, draw, synced, clock } = this.#kit;
    const { type, events, imperial, zoneSeconds, periodMinutes } = report;
    const devices = await this.#devicesOf(report, owner);
    const span = { fromMs: Math.max(period.startMs, sinceOf(owner)), toMs: period.endMs };
    const sheet = await makeTable(sources, { type, events, imperial, zoneSeconds, devices, signal, ...span });
    signal.throwIfAborted();
    const words = headOf(report, period, devices.length);
    const earlier = await store.filesOf({ reportId: report.id, endMs: period.endMs }); // of a clock that was ahead
    const written: Written[] = [];
    try {
      written.push(await folder.write('pdf', (path) => draw(pdfTable(sheet, words.title, words.notes), path, signal)));
      written.push(await folder.write('csv', (path) => writePieces(path, csvPieces(sheet))));
      const name = (kind: ReportFileType): string =>
        fileNameOf([report.profile, type, periodStamp(period, periodMinutes, zoneSeconds)], kind);
      const files = (['pdf', 'csv'] as const).flatMap((kind, i) => {
        const file = written[i];
        return file === undefined ? [] : [{ ...fileOf(report, period, clock.now()), kind, name: name(kind), ...file }];
      });
      const mail = report.receivers === '' ? ('' as const) : ('due' as const);
      if (!(await store.keepRun({ reportId: report.id, endMs: period.endMs, state: 'made', mail }, files)))
        throw new AppError('conflict', 'The report was deleted, or another server made it.');
    } catch (error) {
      for (const { stored } of written) await folder.remove(stored);
      throw error;
    }
    await store.forgetFiles(earlier.map(({ id }) => id));
    await synced();
    for (const { stored } of earlier) await folder.remove(stored);
  }

  /** Those that the report names, or all; as far as its account sees them. */
  async #devicesOf(report: StoredReport, owner: Caller): Promise<ReportDevice[]> {
    const seen = this.#kit.devicesOf(owner);
    if (report.allDevices) return seen;
    const named = new Set(await this.#kit.store.devicesOf(report.id));
    return seen.filter(({ key }) => named.has(key));
  }

  async #giveUp({ reportId, endMs }: Job, why: string, err: unknown): Promise<void> {
    this.failed += 1;
    this.#kit.log.error('scheduled report given up', { report: reportId, why, ...(why === 'broken' && { err }) });
    await this.#kit.store.keepRun({ reportId, endMs, state: 'failed', mail: '' }, []);
  }
}

const fileOf = (report: StoredReport, { startMs, endMs }: Period, madeMs: number) => ({
  reportId: report.id,
  userId: report.userId,
  profile: report.profile,
  type: report.type,
  periodMinutes: report.periodMinutes,
  startMs,
  endMs,
  madeMs,
});

const headOf = ({ profile, type, periodMinutes, zoneSeconds, memo }: StoredReport, period: Period, devices: number) => {
  const called = Object.entries(periodNames).find(([minutes]) => Number(minutes) === periodMinutes)?.[1] ?? '';
  const [from, to] = [zoneText(period.startMs, zoneSeconds), zoneText(period.endMs, zoneSeconds)];
  return {
    title: `${profile} - ${type}`,
    notes: [
      `${called}, ${from} to ${to} (${zoneName(zoneSeconds)}), devices: ${devices}`,
      ...(memo === '' ? [] : [memo]),
    ],
  };
};
