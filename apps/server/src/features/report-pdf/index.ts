// Reports as PDF files: POST /tmp draws a table and keeps the file for an hour, GET /tmp/{name} gives it to the account that made it.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_REPORT_ROWS, postReportPdf } from '@outrider/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { Drawer } from './drawer.ts';

export type ReportPdfKit = { clock: Clock; log: Log; dataFolder: string };

export type ReportPdfFeature = {
  calls: CallHandler[];
  /** Adds the files; `authenticate` throws for a request of nobody. */
  addRoutes(app: FastifyInstance, authenticate: (request: FastifyRequest) => Promise<Caller>): void;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

type Kept = { userId: number; madeMs: number; file: string };

const KEPT_MS = 3_600_000;
const SWEEP_MS = 60_000;
/** Then the oldest go. */
const MAX_FILES = 200;
const MAX_FILES_OF_ONE = 20;
/** Twelve thousand rows of a hundred bytes and a logo. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const TOO_LARGE = `The report is too large for a PDF: at most ${MAX_REPORT_ROWS} rows and ${MAX_BODY_BYTES / 1024 / 1024} MB. Choose a shorter time or fewer devices.`;

export const reportPdfFeature = async ({ clock, log, dataFolder }: ReportPdfKit): Promise<ReportPdfFeature> => {
  const folder = join(dataFolder, 'report-files');
  // What an earlier run left has no owner any more.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const drawer = new Drawer(log, clock);
  const kept = new Map<string, Kept>();
  const drop = async (name: string): Promise<void> => {
    const file = kept.get(name)?.file;
    kept.delete(name);
    if (file !== undefined)
      await rm(file, { force: true }).catch((err: unknown) => log.warn('report not removed', { err }));
  };
  const sweep = clock.every(SWEEP_MS, () => {
    for (const [name, { madeMs }] of kept) if (clock.now() - madeMs > KEPT_MS) void drop(name); // reports its own failures
  });
  /** The name of a file that `make` writes. */
  const keep = async (userId: number, make: (file: string) => Promise<void>): Promise<string> => {
    const name = `${randomBytes(16).toString('hex')}.pdf`;
    const file = join(folder, name);
    await make(file);
    const own = [...kept].filter(([, each]) => each.userId === userId).map(([known]) => known);
    const old = own.length >= MAX_FILES_OF_ONE ? own[0] : kept.size >= MAX_FILES ? [...kept.keys()][0] : undefined;
    if (old !== undefined) await drop(old);
    kept.set(name, { userId, madeMs: clock.now(), file });
    return name;
  };
  const post = handle(postReportPdf, async (caller, { logo, data }) => {
    const name = await keep(caller.userId, (file) => drawer.draw(data, logo, file));
    return { hasError: 0 as const, message: 'Success', url: `/tmp/${name}` };
  });
  return {
    calls: [{ ...post, maxBodyBytes: MAX_BODY_BYTES, tooLarge: TOO_LARGE }],
    addRoutes(app, authenticate) {
      app.get<{ Params: { name: string } }>('/tmp/:name', async (request, reply) => {
        const caller = await authenticate(request);
        const found = kept.get(request.params.name);
        if (found === undefined || found.userId !== caller.userId)
          throw new AppError('not_found', 'This file is not there any more. Make it again.');
        reply.header('cache-control', 'private, no-store').type('application/pdf');
        return reply.header('content-length', (await stat(found.file)).size).send(createReadStream(found.file));
      });
    },
    metrics: () => ({ report_files: kept.size, report_threads: drawer.running ? 1 : 0 }),
    async close() {
      sweep.cancel();
      await drawer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
