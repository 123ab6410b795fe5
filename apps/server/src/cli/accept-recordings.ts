// Takes a folder for recordings as it is now: a new disk in the place of one that is gone for good. Works beside a running server.
import { resolve } from 'node:path';
import { acceptRecordingFolder } from '../features/recording/index.ts';
import { StartError } from '../kernel/errors.ts';
import { nameOf, withAccounts } from './account-words.ts';
import type { CliCommand } from './command.ts';
import { recordingEntries } from './recording-folders.ts';

const USAGE = 'accept-recordings FOLDER';

export const acceptRecordings: CliCommand = {
  usage: USAGE,
  options: [],
  about:
    'Records into this folder again although it is not the one it was, like a new disk in the place of a broken one. What was recorded there and is gone stays gone.',
  run: (context) =>
    withAccounts(context, async (accounts) => {
      const { config, words } = context;
      const folder = resolve(words[0] ?? nameOf(context, USAGE));
      const entries = await recordingEntries(accounts, context);
      const known = entries.map((entry) => entry.folder);
      if (!known.includes(folder)) throw new StartError(`Recordings go to ${known.join(', ')}, not to ${folder}.`);
      await acceptRecordingFolder(accounts.opened.db, config.node, entries, folder);
      context.print(`${folder} is taken as it is.`);
    }),
};
