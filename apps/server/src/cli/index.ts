// The commands by name, the rows they leave in the access log, and the help text.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN_DATABASE, openAccounts } from '../app.ts';
import { configKeys, environmentName, flagName, settings } from '../config.ts';
import { addUser, changeUser, listUsers, loginLink, removeUser, resetAdminPassword, setRights } from './accounts.ts';
import { acceptRecordings } from './accept-recordings.ts';
import { backup } from './backup.ts';
import { check } from './check.ts';
import { checkRecordingsCommand } from './check-recordings.ts';
import { noteCommand } from '../features/access-log/index.ts';
import { commandEntry } from '../kernel/access/command-audit.ts';
import { diskFullStartError, isDiskFull } from '../kernel/storage/disk-full.ts';
import { StartError, errorText } from '../kernel/errors.ts';
import type { CliCommand, CommandContext } from './command.ts';
import { addGroup, changeGroup, listGroups, putDeviceInGroup, removeGroup } from './groups.ts';
import { recording } from './recording.ts';
import { removeDemoCommand } from './remove-demo.ts';
import { restore } from './restore.ts';
import { systemd } from './systemd.ts';
import { timeZone } from './time-zone.ts';

/** One that changes something has its line in `auditedCommands` of kernel/access/command-audit.ts. */
const cliCommands: Readonly<Record<string, CliCommand>> = {
  'reset-admin-password': resetAdminPassword,
  'add-user': addUser,
  'change-user': changeUser,
  'remove-user': removeUser,
  'list-users': listUsers,
  'set-rights': setRights,
  'add-group': addGroup,
  'change-group': changeGroup,
  'remove-group': removeGroup,
  'list-groups': listGroups,
  'put-device-in-group': putDeviceInGroup,
  'login-link': loginLink,
  backup,
  restore,
  check,
  recording,
  'time-zone': timeZone,
  'check-recordings': checkRecordingsCommand,
  'accept-recordings': acceptRecordings,
  systemd,
  'remove-demo': removeDemoCommand,
};

/** A row of the access log, also where the command failed; where there is no data folder there is no log. */
const note = async ({ config, clock }: CommandContext, entry: ReturnType<typeof commandEntry>): Promise<void> => {
  if (entry === undefined || !existsSync(join(config.data, MAIN_DATABASE))) return;
  const opened = await openAccounts(config.data, { clock });
  try {
    await noteCommand(opened.opened.db, entry, clock.now());
  } finally {
    await opened.close();
  }
};

/** Runs a command by its name and gives the exit code. Throws StartError for an unknown name or option. */
export const runCommand = async (name: string, context: CommandContext): Promise<number> => {
  const command = Object.hasOwn(cliCommands, name) ? cliCommands[name] : undefined;
  if (!command) throw new StartError(`${name} is not a command. See --help.`);
  const unknown = Object.keys(context.options).find((option) => !command.options.includes(option));
  if (unknown !== undefined) throw new StartError(`--${unknown} is not known here. Usage: ${command.usage}`);
  const given = { name, words: context.words, options: context.options };
  /** What was done counts, noted or not. */
  const tryToNote = (how: unknown): Promise<void> =>
    note(context, commandEntry(given, how)).catch((error: unknown) =>
      context.print(`This command is not in the access log: ${errorText(error)}`),
    );
  let code: number;
  try {
    code = await command.run(context);
  } catch (error) {
    if (isDiskFull(error) && !(error instanceof StartError)) throw diskFullStartError(context.config.data, error);
    await tryToNote(error);
    throw error;
  }
  await tryToNote(code === 0 ? undefined : code);
  return code;
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const settingLines = (): string[] =>
  configKeys.map((key) => {
    const { about, range, fallback } = settings[key];
    const value = isList(fallback) ? fallback.map(String).join('-') : String(fallback ?? 'by the variant');
    return `  ${flagName(key)}  (${key}, ${environmentName(key)})\n      ${about}\n      ${range}; default: ${value === '' ? 'empty' : value}`;
  });

export const helpText = (): string =>
  [
    'Outrider: npm start -- [settings], or npm start -- COMMAND [settings]',
    '',
    'Commands:',
    ...Object.values(cliCommands).map(({ usage, about }) => `  ${usage}\n      ${about}`),
    '',
    'Settings, as a flag, in the environment, or in the file outrider.config.json of the data folder (or --config FILE):',
    '  --port is short for --http-port, --no-demo for --demo false, --remove-demo clears the demo fleet and starts without it.',
    ...settingLines(),
  ].join('\n');
