// The run log: what the server logs goes into a file of the data folder too, and an administrator reads it in the console.
import { RUN_LOG_START, runLogQuery } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { type Log, bothLogs, createLog, type LogLevel } from '../../kernel/log.ts';
import type { CgiHandler } from '../../kernel/web/cgi.ts';
import { checkInput } from '../../kernel/web/schema-input.ts';
import { RunLogFile } from './run-log-file.ts';

const FLUSH_EVERY_MS = 1000;
/** Lines of one answer. */
const MAX_LINES = 2000;

export type RunLogKit = { folder: string; level: LogLevel; clock: Clock; log: Log };

/** `log`: what is logged there is in the run log too. Secrets are cut out as everywhere else. */
export const runLogFeature = ({ folder, level, clock, log: given }: RunLogKit) => {
  const file = new RunLogFile(folder);
  const own = createLog(level, { write: file.write });
  createLog('info', { write: file.write }).info(RUN_LOG_START); // whatever the level: answers begin here
  const timer = clock.every(FLUSH_EVERY_MS, () => void file.flush());
  const cgi: CgiHandler[] = [
    {
      type: 'runlog',
      right: 'admin',
      async run(_caller, query) {
        const { search } = checkInput(runLogQuery, query);
        return { json: (await file.from(search, MAX_LINES)).map((line) => ({ line })) };
      },
    },
  ];
  return {
    log: bothLogs(given, own),
    cgi,
    metrics: () => ({ run_log_dropped_total: file.dropped() }),
    async close() {
      timer.cancel();
      await file.flush();
    },
  };
};
