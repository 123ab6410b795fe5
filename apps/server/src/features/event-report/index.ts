// The door of scheduled reports: keeping them, making a file of each period that is over, and giving the files to people.
import { join } from 'node:path';
import { postEventReport } from '@outrider/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access, Caller, Devices } from '../../kernel/access/access.ts';
import { ownerNow } from '../../kernel/access/on-behalf.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { Mailer } from '../mail/index.ts';
import type { TableInParts } from '../report-pdf/index.ts';
import { addReportFileRoute, eventReportCalls } from './calls.ts';
import { FileFolder } from './file-folder.ts';
import { ReportMailing } from './mailing.ts';
import { ReportRunner } from './runner.ts';
import { ReportEditor } from './service.ts';
import type { ReportDevice, ReportSources } from './sources.ts';
import { createEventReportStore, type StoredReport } from './store.ts';

export type EventReportKit = {
  db: Database;
  clock: Clock;
  log: Log;
  synced: () => Promise<void>;
  dataFolder: string;
  access: Pick<Access, 'current'>;
  devices: Devices & {
    idOf(deviceKey: number): string | undefined;
    named(caller: Caller): ReportDevice[];
  };
  sources: ReportSources;
  draw: (table: TableInParts, path: string, signal: AbortSignal) => Promise<void>;
  mailer: Mailer;
  /** Days that report files are kept; 0: for good. */
  keptDays: () => number;
};

export type EventReportFeature = {
  calls: CallHandler[];
  addRoutes(app: FastifyInstance, authenticate: (request: FastifyRequest) => Promise<Caller>): void;
  /** Removes files that were made before a moment (UTC ms); gives how many. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const FOLDER = 'event-reports';

export const eventReportFeature = async (kit: EventReportKit): Promise<EventReportFeature> => {
  const { access, clock, devices } = kit;
  const ownerOf = (report: StoredReport): Caller | undefined => ownerNow(access, report, postEventReport.right);
  const store = createEventReportStore(kit.db);
  const folder = await FileFolder.open(join(kit.dataFolder, FOLDER), await store.storedNames());
  const mailing = new ReportMailing({ ...kit, store, folder, ownerOf });
  const runner = new ReportRunner({
    ...kit,
    store,
    folder,
    ownerOf,
    devicesOf: (owner) => devices.named(owner).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    mail: () => mailing.look(),
  });
  const editor = new ReportEditor({ ...kit, store, runner });
  runner.look();
  return {
    calls: eventReportCalls({ store, editor, folder }),
    addRoutes: (app, authenticate) => addReportFileRoute(app, { store, folder }, authenticate),
    async forgetBefore(beforeMs, goesOn) {
      const gone = await forgetInSteps(
        clock,
        async (limit) => {
          const old = await store.filesMadeBefore(beforeMs, limit);
          await store.forgetFiles(old.map(({ id }) => id));
          for (const { stored } of old) await folder.remove(stored);
          return old.length;
        },
        goesOn,
      );
      await store.forgetRuns(beforeMs);
      return gone;
    },
    forgetDevices: (deviceKeys) => store.removeDevices(deviceKeys),
    metrics: () => ({
      reports_waiting: runner.waiting,
      reports_made_total: runner.made,
      reports_given_up_total: runner.failed,
      reports_mailed_total: mailing.sent,
    }),
    async close() {
      await runner.close();
      await mailing.close();
    },
  };
};
