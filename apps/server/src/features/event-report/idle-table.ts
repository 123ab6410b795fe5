// The table of idling: standing with the ignition on, as the track of each device adds it up.
import type { MileageRow } from '@outrider/contract';
import { deviceColumns, lastingText, unitsOf } from './device-columns.ts';
import { type Sheet, type SheetColumn, sheetOf } from './sheet.ts';
import type { Asked, ReportDevice, ReportSources } from './sources.ts';

type IdleRow = { device: ReportDevice; sums: MileageRow };

const lasting = (title: string, secondsOf: (sums: MileageRow) => number): SheetColumn<IdleRow> => ({
  title,
  value: ({ sums }) => lastingText(secondsOf(sums)),
  end: true,
});

/** Devices that idled for at least so many minutes (any, where nothing is said), the longest first. */
export const idleAlarms = async (sources: ReportSources, asked: Asked): Promise<Sheet> => {
  const minutes = Number(asked.events === '' ? 0 : asked.events);
  const byId = new Map(asked.devices.map((device) => [device.id, device]));
  const rows = (await sources.sums(asked.devices, asked))
    .flatMap((sums) => {
      const device = byId.get(sums.deviceid);
      return device === undefined ? [] : [{ device, sums }];
    })
    .filter(({ sums: { idletime } }) => idletime > 0 && idletime >= minutes * 60)
    .toSorted((a, b) => b.sums.idletime - a.sums.idletime);
  const { distance, distanceUnit } = unitsOf(asked);
  return sheetOf(
    [
      ...deviceColumns<IdleRow>(({ device }) => device),
      lasting('Idle', ({ idletime }) => idletime),
      lasting('Driving', ({ drivingtime }) => drivingtime),
      lasting('Parked', ({ parkedtime }) => parkedtime),
      {
        title: `Mileage (${distanceUnit})`,
        value: ({ sums }) => distance(sums.distance),
        text: ({ sums }) => distance(sums.distance).toFixed(2),
        end: true,
      },
    ],
    rows,
    [`Devices that stood with the ignition on for at least ${minutes} minutes.`],
  );
};
