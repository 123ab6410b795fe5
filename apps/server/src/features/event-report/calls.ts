// Lines from the calls of scheduled reports to what keeps them, and the address of their files.
import {
  AppError,
  deleteEventReport,
  getEventReports,
  MAX_REPORT_FILES,
  postEventReport,
  postReportList,
  putEventReport,
  type ReportFile,
  reportFileQuery,
} from '@outrider/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/access/access.ts';
import { assertMay } from '../../kernel/access/authorise.ts';
import { sinceOf } from '../../kernel/access/lookback.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { checkInput } from '../../kernel/web/schema-input.ts';
import { keptFileHeaders, sendFile } from '../../kernel/web/send-file.ts';
import type { FileFolder } from './file-folder.ts';
import type { ReportEditor } from './service.ts';
import type { EventReportStore, StoredFile } from './store.ts';

export type CallsKit = { store: EventReportStore; editor: ReportEditor; folder: FileFolder };

const SAVED = 'Save Success';
const DELETED = 'Delete Success';

const wireOf = (file: StoredFile): ReportFile => ({
  reportid: file.reportId,
  profile: file.profile,
  type: file.type,
  period: file.periodMinutes,
  filename: file.name,
  fileid: file.id,
  filetype: file.kind,
  filesize: file.bytes,
  starttime: file.startMs,
  endtime: file.endMs,
  updatetime: file.madeMs,
});

/** What the access log says of a report: all but devices by the thousand. */
const noted = (report: Record<string, unknown>): Record<string, unknown> => {
  const { script: _script, updatetime: _time, ...rest } = report;
  return rest;
};

export const eventReportCalls = ({ store, editor }: CallsKit): CallHandler[] => {
  const answer = async (caller: Caller, reportid: number, message: string) => ({
    hasError: 0 as const,
    message,
    reportid,
    eventReports: await editor.list(caller),
  });
  return [
    handle(getEventReports, (caller) => editor.list(caller)),
    handle(postEventReport, async (caller, { eventReport }) =>
      answer(caller, await editor.add(caller, eventReport), SAVED),
    ),
    handle(putEventReport, async (caller, { eventReport }, { note }) => {
      const before = await editor.change(caller, eventReport);
      note?.({ before: noted(before) });
      return answer(caller, eventReport.reportid, SAVED);
    }),
    handle(deleteEventReport, async (caller, { eventReport: { reportid } }, { note }) => {
      const before = await editor.remove(caller, reportid);
      note?.({ before: noted(before) });
      return answer(caller, reportid, DELETED);
    }),
    handle(postReportList, async (caller, { reportid, from, to, queryby }) => {
      const found = await store.search({
        userId: caller.level === 0 ? undefined : caller.userId,
        reportId: reportid,
        by: queryby,
        fromMs: from,
        toMs: to + 999,
        sinceMs: sinceOf(caller),
        limit: MAX_REPORT_FILES,
      });
      return found.map(wireOf);
    }),
  ];
};

const typeOf = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const;
const unknownFile = (): AppError => new AppError('not_found', 'There is no such report file.');

export const addReportFileRoute = (
  app: FastifyInstance,
  { store, folder }: Pick<CallsKit, 'store' | 'folder'>,
  authenticate: (request: FastifyRequest) => Promise<Caller>,
): void => {
  app.get<{ Params: { name: string }; Querystring: Record<string, string> }>(
    '/gkevent/reportfile/:name',
    async (request, reply) => {
      const caller = await authenticate(request);
      assertMay(caller, postReportList.right);
      const { id } = checkInput(reportFileQuery, request.query);
      const file = await store.file(id);
      if (file === undefined || file.name !== request.params.name) throw unknownFile();
      if ((caller.level !== 0 && file.userId !== caller.userId) || file.endMs < sinceOf(caller)) throw unknownFile();
      reply.hijack();
      for (const [header, value] of Object.entries(keptFileHeaders)) reply.raw.setHeader(header, value);
      await sendFile(request.raw, reply.raw, {
        path: folder.pathOf(file.stored),
        bytes: file.bytes,
        name: file.name,
        type: typeOf[file.kind],
        tag: `"${file.hash}"`,
      });
    },
  );
};
