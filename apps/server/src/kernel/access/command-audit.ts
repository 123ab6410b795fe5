// What the access log is told of commands of the command line that change something. Requests are audit.ts, the commands themselves cli/.
import { AppError } from '../errors.ts';
import { redactFacts } from '../redact.ts';
import { COMMAND_LINE } from '../storage/version.ts';
import type { AuditEntry } from './audit.ts';

/** `word`: what the word behind the command names. `with`: it changes something only with one of these options, else it shows. */
type CommandAudit = { action: string; word?: string; with?: readonly string[] };

/** By its name; commands that are not here change nothing. */
const auditedCommands: Readonly<Record<string, CommandAudit>> = {
  'reset-admin-password': { action: 'Change password' },
  'add-user': { action: 'Add account', word: 'name' },
  'change-user': { action: 'Change account', word: 'name' },
  'remove-user': { action: 'Remove account', word: 'name' },
  'set-rights': { action: 'Set rights of a level', word: 'level' },
  'add-group': { action: 'Add group', word: 'name' },
  'change-group': { action: 'Change group', word: 'group' },
  'remove-group': { action: 'Remove group', word: 'group' },
  'put-device-in-group': { action: 'Set groups of a device', word: 'device' },
  'login-link': { action: 'Make a sign-in link', word: 'name' },
  restore: { action: 'Restore a backup' },
  recording: { action: 'Set recording of a device', word: 'device', with: ['record', 'days', 'audio'] },
  'time-zone': { action: 'Set device time zone', word: 'device', with: ['zone'] },
  'accept-recordings': { action: 'Accept a folder of recordings', word: 'folder' },
  'remove-demo': { action: 'Remove the demo' },
};

/** The same as the answer of /gklog/actions names them. */
export const commandActions = Object.entries(auditedCommands).map(([method, { action, word, with: named = [] }]) => ({
  type: 'Command line' as const,
  method,
  action,
  data: { url: '', body: [...(word === undefined ? [] : [word]), ...named] },
}));

export type GivenCommand = { name: string; words: readonly string[]; options: Readonly<Record<string, string>> };

/** Undefined for a command that changes nothing. `error`: why it failed. */
export const commandEntry = ({ name, words, options }: GivenCommand, error?: unknown): AuditEntry | undefined => {
  const audit = Object.hasOwn(auditedCommands, name) ? auditedCommands[name] : undefined;
  if (audit === undefined || (audit.with && !audit.with.some((option) => option in options))) return undefined;
  const [word = ''] = words;
  const cause = error instanceof Error && error.cause instanceof AppError ? error.cause : error;
  return {
    type: 'Command line',
    method: name,
    action: audit.action,
    address: '',
    userName: COMMAND_LINE,
    deviceId: audit.word === 'device' ? word : '',
    result: error === undefined ? 'done' : cause instanceof AppError ? cause.code : 'failed',
    data: { url: '', body: redactFacts({ ...(audit.word && { [audit.word]: word }), ...options }) },
  };
};
