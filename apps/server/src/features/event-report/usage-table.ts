// The table of usage: for which share of the period the link of each device stood.
import { deviceColumns } from './device-columns.ts';
import { type Sheet, sheetOf } from './sheet.ts';
import type { Asked, ReportDevice, ReportSources } from './sources.ts';

type UsageRow = { device: ReportDevice; share: number };
const percent = (share: number): number => Math.round(share * 100_000) / 1000;

/** Devices whose usage was below so many per cent (all, where nothing is said), the lowest first. */
export const usageAlarms = async ({ usage }: ReportSources, asked: Asked): Promise<Sheet> => {
  const below = asked.events === '' ? null : Number(asked.events);
  const keys = asked.devices.map(({ key }) => key);
  const shares = await usage(keys, asked);
  const rows: UsageRow[] = asked.devices
    .map((device) => ({ device, share: shares.get(device.key) ?? 0 }))
    .filter(({ share }) => below === null || share * 100 < below)
    .toSorted((a, b) => a.share - b.share);
  return sheetOf(
    [
      ...deviceColumns<UsageRow>(({ device }) => device),
      {
        title: 'Usage (%)',
        value: ({ share }) => percent(share),
        text: ({ share }) => percent(share).toFixed(3),
        end: true,
      },
    ],
    rows,
    [below === null ? 'The usage of each device.' : `Devices whose usage was below ${below} %.`],
  );
};
