// The folders that recordings go to, as the server would find them: by the configuration, or as somebody set them in the console.
import { recordDisksSetting } from '@outrider/contract';
import { type OpenAccounts, systemDiskTools } from '../app.ts';
import { entriesOf, findPlaces, mediaChoice } from '../features/recording/index.ts';
import { createSettings } from '../features/settings/index.ts';
import { silentLog } from '../kernel/log.ts';
import type { CommandContext } from './command.ts';

export const recordingEntries = async (
  { opened, bus }: Pick<OpenAccounts, 'opened' | 'bus'>,
  { config, clock }: Pick<CommandContext, 'config' | 'clock'>,
): Promise<ReturnType<typeof entriesOf>> => {
  const settings = await createSettings({ db: opened.db, bus, clock, log: silentLog });
  const chosen = config.recordFolders.length > 0 ? undefined : settings.value(recordDisksSetting);
  const kit = { disks: systemDiskTools, dataFolder: config.data };
  return entriesOf(await findPlaces(mediaChoice(chosen, config), kit));
};
