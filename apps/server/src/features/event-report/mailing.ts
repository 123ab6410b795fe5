// Mails the files of periods that were made: handed over to what sends mail once for each period. A server that is killed in between may
// hand one over twice, and never leaves one out.
import { readFile } from 'node:fs/promises';
import type { Caller } from '../../kernel/access/access.ts';
import { sinceOf } from '../../kernel/access/lookback.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { Mailer } from '../mail/index.ts';
import type { FileFolder } from './file-folder.ts';
import { periodStamp, zoneName, zoneText } from './periods.ts';
import type { EventReportStore, Run, StoredFile, StoredReport } from './store.ts';

export type MailingKit = {
  store: Pick<EventReportStore, 'byId' | 'dueMails' | 'setMail' | 'filesOf'>;
  folder: Pick<FileFolder, 'pathOf'>;
  /** Who made the report, as far as it may have reports now; undefined: it may not. */
  ownerOf: (report: StoredReport) => Caller | undefined;
  mailer: Mailer;
  clock: Clock;
  log: Log;
};

const AT_ONCE = 20;
/** While no mail server is set, or too much waits, a mail is kept for so long. */
const KEPT_MS = 3 * 86_400_000;
/** Larger files are not attached: most mail servers take no more. */
const MOST_BYTES = 18 * 1024 * 1024;
const typeOf = { pdf: 'application/pdf', csv: 'text/csv' } as const;

const textOf = (
  { sender, memo, zoneSeconds }: StoredReport,
  files: readonly StoredFile[],
  isWhole: boolean,
): string => {
  const [file] = files;
  const [from, to] = [file?.startMs ?? 0, file?.endMs ?? 0].map((ms) => zoneText(ms, zoneSeconds));
  return [
    `From ${from} to ${to} (${zoneName(zoneSeconds)}).`,
    ...(memo === '' ? [] : [memo]),
    isWhole
      ? `Attached: ${files.map(({ name }) => name).join(', ')}`
      : 'The files are too large for a mail. They are in the list of report files.',
    ...(sender === '' ? [] : ['', sender]),
  ].join('\n');
};

/** Receivers that are none, or a file that is gone: so it will be the next time. */
const isForGood = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'invalid'
    : error instanceof Error && 'code' in error && error.code === 'ENOENT';

export class ReportMailing {
  readonly #kit: MailingKit;
  readonly #turn = new InTurn();
  sent = 0;

  constructor(kit: MailingKit) {
    this.#kit = kit;
  }

  /** Hands over what is due, each by itself: one that cannot be is in nobody's way. Reports its own failures. */
  look(): void {
    const { store, log } = this.#kit;
    void this.#turn.attempt(
      async () => {
        for (const run of await store.dueMails(AT_ONCE))
          await this.#handOver(run).catch((err: unknown) =>
            log.error('a report is not mailed, tried again later', { report: run.reportId, err }),
          );
      },
      (err) => log.error('reports not mailed', { err }),
    );
  }

  async close(): Promise<void> {
    await this.#turn.idle();
  }

  async #handOver(run: Run): Promise<void> {
    const { store, mailer, log } = this.#kit;
    const [report, files] = [await store.byId(run.reportId), await store.filesOf(run)];
    const barred = this.#barredBy(report, run, files);
    if (report === undefined || barred !== undefined) {
      log.warn('a report is not mailed', { report: run.reportId, reason: barred });
      await store.setMail(run, 'failed');
      return;
    }
    if (!mailer.ready()) return;
    try {
      await this.#send(report, files);
    } catch (error) {
      const reason = errorText(error);
      if (isForGood(error)) {
        log.warn('a report is not mailed', { report: report.id, reason });
        await store.setMail(run, 'failed');
        return;
      }
      if (!(error instanceof AppError)) throw error;
      log.warn('a report is not mailed yet', { report: report.id, reason });
      return;
    }
    this.sent += 1;
    await store.setMail(run, 'sent');
  }

  /** Why it is not to be sent any more; undefined: it is. Files that were made may wait for days, and much may be taken away meanwhile. */
  #barredBy(report: StoredReport | undefined, run: Run, files: readonly StoredFile[]): string | undefined {
    if (report === undefined) return 'the report is gone';
    if (!report.enabled) return 'the report is off';
    if (report.receivers === '') return 'the report has no receivers';
    const owner = this.#kit.ownerOf(report);
    if (owner === undefined) return 'its account may not have reports any more';
    if (run.endMs < sinceOf(owner)) return 'its account does not look so far back';
    const madeMs = files[0]?.madeMs ?? 0;
    return this.#kit.clock.now() - madeMs > KEPT_MS ? 'it has waited for too long' : undefined;
  }

  async #send(report: StoredReport, files: readonly StoredFile[]): Promise<void> {
    const isWhole = files.reduce((sum, { bytes }) => sum + bytes, 0) <= MOST_BYTES;
    const attachments = [];
    for (const { kind, name, stored } of isWhole ? files : [])
      attachments.push({ name, type: typeOf[kind], data: await readFile(this.#kit.folder.pathOf(stored)) });
    const period = { startMs: files[0]?.startMs ?? 0, endMs: files[0]?.endMs ?? 0 };
    const stamp = periodStamp(period, report.periodMinutes, report.zoneSeconds);
    await this.#kit.mailer.sendMail({
      to: report.receivers.split(','),
      subject: `${report.profile} - ${report.type}, ${stamp}`,
      text: textOf(report, files, isWhole),
      attachments,
    });
  }
}
