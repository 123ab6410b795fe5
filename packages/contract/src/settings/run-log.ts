// The server's own log: `web.cgi?type=runlog`, on the stream port and on the main one, answers its newest lines.
import { z } from 'zod';

/** The line that each start of the server begins with. */
export const RUN_LOG_START = 'start gkapp';
/** `search`: lines are answered from the last one that holds it on; '' for all. */
export const runLogQuery = z.object({ search: z.string().max(200).default('') });
export const runLogLines = z.array(z.object({ line: z.string() }));
