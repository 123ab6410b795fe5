// Reports as PDF files: POST /tmp draws a table and keeps the file for an hour, GET /tmp/{name} gives it to the account that made it.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { postReportPdf } from '@outrider/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { disposition } from '../../kernel/web/send-file.ts';
import type { Log } from '../../kernel/log.ts';
import { Drawer, inParts, type TableInParts } from './drawer.ts';
import { keepReports } from './kept-reports.ts';

export type { TableInParts } from './drawer.ts';

export type ReportPdfKit = { clock: Clock; log: Log; dataFolder: string };

export type ReportPdfFeature = {
  calls: CallHandler[];
  /** Draws a PDF into a file that does not exist yet, for a room that keeps it by itself. Rejects as `Drawer.draw` says. */
  draw(table: TableInParts, file: string, signal: AbortSignal): Promise<void>;
  /** Adds the files; `authenticate` throws for a request of nobody. */
  addRoutes(app: FastifyInstance, authenticate: (request: FastifyRequest) => Promise<Caller>): void;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export const reportPdfFeature = async ({ clock, log, dataFolder }: ReportPdfKit): Promise<ReportPdfFeature> => {
  const drawer = new Drawer(log, clock);
  const reports = await keepReports({ clock, log, folder: join(dataFolder, 'report-files') });
  const post = handle(postReportPdf, async (caller, { logo, data }) => {
    const table = { ...data, rows: inParts(data.rows) };
    const name = await reports.add(caller.userId, data.title, (file) => drawer.draw(table, logo, file));
    return { hasError: 0 as const, message: 'Success', url: `/tmp/${name}` };
  });
  return {
    calls: [post],
    draw: (table, file, signal) => drawer.draw(table, '', file, signal),
    addRoutes(app, authenticate) {
      app.get<{ Params: { name: string } }>('/tmp/:name', async (request, reply) => {
        const caller = await authenticate(request);
        const report = reports.find(caller.userId, request.params.name);
        if (report === undefined) throw new AppError('not_found', 'This file is not there any more. Make it again.');
        reply.header('cache-control', 'private, no-store').type('application/pdf');
        reply.header('content-disposition', disposition(report.savedAs, true));
        return reply.header('content-length', (await stat(report.file)).size).send(createReadStream(report.file));
      });
    },
    metrics: () => ({ report_files: reports.count(), report_threads: drawer.running ? 1 : 0 }),
    async close() {
      await drawer.close();
      await reports.close();
    },
  };
};
