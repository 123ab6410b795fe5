// Handing over the mails of reports: one that cannot be is in nobody's way.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Caller } from '../../kernel/access/access.ts';
import { lookbackOf } from '../../kernel/access/lookback.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { AppError } from '../../kernel/errors.ts';
import { createTestLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { ReportMailing } from './mailing.ts';
import type { MailState, Run, StoredFile, StoredReport } from './store.ts';
import { testReport } from './test-report.ts';

const report: StoredReport = {
  ...testReport,
  id: 1,
  receivers: 'ann@example.org',
  allDevices: true,
  sinceMs: 0,
  updatedMs: 0,
};

/** Reports 1 to `failing.length`, each with one file and one mail that is due; what mailing the one of that place rejects with. */
const opened = async (t: TestContext, failing: readonly (Error | undefined)[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-report-mails-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const clock = createManualClock();
  const nowMs = clock.now();
  const states = new Map<number, MailState>(failing.map((_, i) => [i + 1, 'due']));
  const file = (reportId: number): StoredFile => ({
    id: reportId,
    reportId,
    userId: 1,
    profile: 'Depot',
    type: 'event detail',
    periodMinutes: 1440,
    name: 'Depot.csv',
    kind: 'csv',
    stored: String(reportId),
    bytes: 1,
    hash: '',
    startMs: nowMs - 2,
    endMs: nowMs - 1,
    madeMs: nowMs,
  });
  for (const id of states.keys()) await writeFile(join(folder, String(id)), 'x');
  const log = createTestLog();
  const sent: string[] = [];
  /** Whose account and state is not as at first. */
  const changed = new Map<number, Partial<StoredReport> & { owner?: Caller | undefined }>();
  const mailing = new ReportMailing({
    clock,
    log,
    folder: { pathOf: (stored) => join(folder, stored) },
    store: {
      byId: (id) => Promise.resolve({ ...report, id, profile: `R${id}`, ...changed.get(id) }),
      filesOf: ({ reportId }) => Promise.resolve([file(reportId)]),
      setMail: ({ reportId }, state) => {
        states.set(reportId, state);
        return Promise.resolve();
      },
      dueMails: () =>
        Promise.resolve(
          [...states]
            .filter(([, state]) => state === 'due')
            .map(([reportId]): Run => ({ reportId, endMs: nowMs - 1, state: 'made', mail: 'due' })),
        ),
    },
    ownerOf: ({ id }) => {
      const change = changed.get(id);
      return change !== undefined && 'owner' in change ? change.owner : testCaller();
    },
    mailer: {
      ready: () => true,
      sendMail: ({ subject }) => {
        const error = failing[Number(/^R(\d+)/.exec(subject)?.[1]) - 1];
        if (error !== undefined) return Promise.reject(error);
        sent.push(subject.slice(0, 2));
        return Promise.resolve();
      },
    },
  });
  const look = async (): Promise<MailState[]> => {
    mailing.look();
    await mailing.close();
    return [...states.values()];
  };
  return { clock, changed, folder, log, sent, look };
};

test('a report with a receiver that is none, or whose file is gone, is not mailed, which is logged, and the others are', async (t) => {
  const bad = new AppError('invalid', 'The receivers of a mail are 1 to 50 mail addresses.');
  const { folder, log, sent, look } = await opened(t, [bad, undefined, undefined]);
  await rm(join(folder, '2'));
  assert.deepEqual(await look(), ['failed', 'failed', 'sent']);
  assert.deepEqual(sent, ['R3']);
  assert.deepEqual(
    log.lines.map(({ level, text, facts }) => [level, text, facts['report']]),
    [
      ['warn', 'a report is not mailed', 1],
      ['warn', 'a report is not mailed', 2],
    ],
  );
});

test('what fails for now stays due, whatever it is, and keeps no other report', async (t) => {
  const full = new AppError('limit_reached', 'Too many messages wait to be delivered.');
  const failing = [new Error('disk I/O error'), full, undefined];
  const { log, sent, look } = await opened(t, failing);
  assert.deepEqual(await look(), ['due', 'due', 'sent']);
  assert.deepEqual(
    log.lines.map(({ level, facts }) => [level, facts['report']]),
    [
      ['error', 1],
      ['warn', 2],
    ],
  );
  failing.fill(undefined);
  assert.deepEqual(await look(), ['sent', 'sent', 'sent']);
  assert.deepEqual(sent, ['R3', 'R1', 'R2']);
});

test('a mail that waited is not sent when its account may have no reports any more, looks less far back, or the report is off', async (t) => {
  const { clock, changed, log, sent, look } = await opened(t, [undefined, undefined, undefined, undefined]);
  changed.set(1, { owner: undefined });
  changed.set(2, { enabled: false });
  changed.set(3, { owner: testCaller({ lookback: lookbackOf(1, clock) }) });
  clock.advance(2 * 86_400_000);
  assert.deepEqual(await look(), ['failed', 'failed', 'failed', 'sent']);
  assert.deepEqual(sent, ['R4']);
  assert.deepEqual(
    log.lines.map(({ level, facts }) => [level, facts['report'], facts['reason']]),
    [
      ['warn', 1, 'its account may not have reports any more'],
      ['warn', 2, 'the report is off'],
      ['warn', 3, 'its account does not look so far back'],
    ],
  );
});
