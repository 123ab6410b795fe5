// Checks the chain of recordings: what was altered, is missing, or stands in another order.
import { MAIN_DATABASE, openAccounts } from '../app.ts';
import { checkAllRecordings } from '../features/recording/index.ts';
import type { CliCommand } from './command.ts';
import { requireDataFolder } from './data-folder.ts';
import { recordingEntries } from './recording-folders.ts';

export const checkRecordingsCommand: CliCommand = {
  usage: 'check-recordings',
  options: [],
  about:
    'Reads every recording and finds those that were altered, are missing or stand in another order. Exit code 1 when there are any.',
  run: async ({ config, clock, print }) => {
    requireDataFolder(config.data);
    const accounts = await openAccounts(config.data);
    try {
      const check = await checkAllRecordings(
        accounts.opened.db,
        config.node,
        await recordingEntries(accounts, { config, clock }),
      );
      const { segments, retired, open, unindexed, faults } = check;
      for (const { what, row, text } of faults) {
        const start = new Date(row.startMs).toISOString();
        const why = row.reason === '' ? '' : ` (${row.reason})`;
        print(`WRONG ${what}: device ${row.deviceKey} channel ${row.channel} ${start} ${row.path}: ${text}${why}`);
      }
      print(`${segments} segments checked, ${retired} retired, ${open} being written, ${faults.length} wrong.`);
      if (unindexed > 0)
        print(
          `${unindexed} are on disk and wait for the index: the server adds them as soon as it can write its database.`,
        );
      print(`The index is ${MAIN_DATABASE}.`);
      return faults.length === 0 ? 0 : 1;
    } finally {
      await accounts.close();
    }
  },
};
