// The keys of the configuration about fetching for events and the room of what came of it. In the console they are the settings of events.
import { choice, flag, text } from './config-values.ts';

const sizeRule = {
  range: 'a size like 500M, 100G or 2T, in MB without a letter, or empty',
  pattern: /^(\d{1,7}[MGTmgt]?)?$/,
};
const quota = (what: string) =>
  text('', `Most room of ${what}: 500M, 100G or 2T; the oldest goes. Empty or 0: no limit.`, sizeRule);

export const eventConfig = {
  videoDownload: flag(true, 'Fetches footage from recorders for plans and custom events.'),
  downloadOldFirst: flag(true, 'Of footage that waits, what happened first is fetched first; else what happened last.'),
  eventRecover: choice(
    '',
    ['', '0', '1'],
    'Whether what this server missed is fetched from recorders later: footage for events that came late (empty), nothing (0), or also planned recordings of the last 72 hours (1).',
  ),
  footageQuota: quota('footage and clips that were fetched for events'),
  snapshotQuota: quota('pictures and other files that recorders were asked for'),
  sdQuota: quota('what else was fetched from the SD cards of recorders'),
  autoUploadQuota: quota('files that recorders sent of their own accord'),
};
