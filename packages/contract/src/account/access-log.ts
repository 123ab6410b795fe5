// The access log: who changed what, when, from where, and what came of it. The kernel writes it from what each request says in `audit`.
import { z } from 'zod';
import { MAX_LOG_ROWS, filterText, logCall, logExportCall } from '../speak/log.ts';
import { call } from '../speak/speak.ts';
import { wireSeconds } from '../speak/wire.ts';

/**
 * By which way it came: a call, a command of the main channel, name and hash that some other request brought along, or the command line of
 * the server, which has neither account nor address.
 */
export const accessLogTypes = ['HTTP', 'Channel', 'Credentials', 'Command line'] as const;

/** `method` is POST, PUT, DELETE, or the code or name of the command; `body` names the fields that are kept, secrets are not among them. */
export const auditedAction = z.object({
  type: z.enum(accessLogTypes),
  method: z.string(),
  action: z.string(),
  data: z.object({ url: z.string(), body: z.array(z.string()) }),
});
export const getActions = call({
  method: 'GET',
  path: '/gklog/actions',
  right: 'admin',
  input: z.object({}),
  reply: z.array(auditedAction),
  about: 'Everything that leaves a row in the access log.',
  example: {
    input: {},
    reply: [{ type: 'Channel', method: 'D02', action: 'Remove device', data: { url: '', body: ['I'] } }],
  },
});

const facts = z.record(z.string(), z.unknown());
/** What was sent, without secrets, and what it replaced where that is known. */
export const accessLogData = z.object({ url: z.string(), body: facts, before: facts.optional() });
export const accessLogRow = z.object({
  id: z.number().int(),
  datetime: wireSeconds,
  type: z.enum(accessLogTypes),
  ip: z.string(),
  /** Of a refused sign-in, the name that was tried. */
  username: z.string(),
  /** One id, or several joined by commas; '' where it is about no device. */
  deviceid: z.string(),
  method: z.string(),
  action: z.string(),
  /** 'done', or the code of the failure. */
  result: z.string(),
  data: accessLogData,
});
export type AccessLogRow = z.output<typeof accessLogRow>;

const accessLog = {
  right: 'admin',
  filters: { ip: filterText, member: filterText, action: z.string().max(64).default('') },
  row: accessLogRow,
  example: {
    filters: { member: 'admin' },
    row: {
      id: 7,
      datetime: 1_790_000_000,
      type: 'Channel',
      ip: '192.0.2.7',
      username: 'admin',
      deviceid: '13800000101',
      method: 'D02',
      action: 'Remove device',
      result: 'done',
      data: { url: '', body: { I: '13800000101' } },
    },
  },
} as const;
export const postAccessLog = logCall({
  ...accessLog,
  path: '/gklog/accesslog',
  about: `Who changed what, newest first, at most ${MAX_LOG_ROWS} rows. member: a user name; action: one of /gklog/actions.`,
});
export const postExportAccessLog = logExportCall({
  ...accessLog,
  path: '/gklog/exportaccesslog',
  file: 'accesslogs.7z',
});
