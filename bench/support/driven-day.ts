// A day of driving through the real store: the simulator's vehicles and receiver noise, the gateway's reading of their reports,
// journal rows, and packing six times an hour. In this process; no sockets.
import { encodeLocation } from '@outrider/jt808';
import { loadRoadNetwork } from '../../apps/simulator/src/index.ts';
import { Dice } from '../../apps/simulator/src/drive/dice.ts';
import { Trip } from '../../apps/simulator/src/vehicle/trip.ts';
import { JournalWriter } from '../../apps/server/src/features/position/journal-codec.ts';
import { packJournal } from '../../apps/server/src/features/position/pack.ts';
import { TracksFile } from '../../apps/server/src/features/position/store/tracks-file.ts';
import { toStored } from '../../apps/server/src/features/position/stored-position.ts';
import { readPosition } from '../../apps/server/src/gateway/position.ts';

/** 00:00 in the zone of the devices, GMT+8. */
export const DAY_START_MS = Date.UTC(2026, 2, 9, 16);
const REPORT_MS = 10_000;
const PACK_MS = 600_000;
const ZONE_MINUTES = 480;
/** The items that have a column of their own; with 'all', those that are kept as bytes come too: signals, inputs, voltages. */
const COLUMN_ITEMS: ReadonlySet<number> = new Set([0x01, 0x02, 0x03, 0x30, 0x31]);

export type DrivenDay = {
  /** 24 hours, 8,640 positions a vehicle. Fewer only to see that it runs. */
  hours: number;
  vehicles: number;
  /** Key of the first vehicle; the others follow. */
  firstKey: number;
  items: 'columns' | 'all';
};

/** Fills the file and gives how many positions went in. */
export const storeDrivenDay = async (file: TracksFile, day: DrivenDay): Promise<number> => {
  const network = loadRoadNetwork();
  const trips = Array.from({ length: day.vehicles }, (_, i) => {
    return new Trip({ network, seed: 100 + i, parked: i % 5 === 4 }, DAY_START_MS);
  });
  const dice = new Dice(7);
  const endMs = DAY_START_MS + day.hours * 3_600_000;
  let stored = 0;
  for (let slotMs = DAY_START_MS; slotMs < endMs; slotMs += PACK_MS) {
    const journal = new JournalWriter();
    for (let atMs = slotMs; atMs < slotMs + PACK_MS; atMs += REPORT_MS) {
      for (const [i, trip] of trips.entries()) {
        journal.add(day.firstKey + i, toStored(positionOf(trip, atMs, day.items, dice), false));
        stored += 1;
      }
    }
    file.appendJournal(journal.take());
    await packJournal(file, () => Promise.resolve(true));
  }
  return stored;
};

/** One report through the wire format; it arrives a fraction of a second later, now and then some seconds. */
const positionOf = (
  trip: Trip,
  atMs: number,
  items: DrivenDay['items'],
  dice: Dice,
): ReturnType<typeof readPosition> => {
  trip.advance(atMs);
  const report = trip.report(atMs, { alarm: 0, items: [] });
  const kept = items === 'all' ? report.items : report.items.filter(({ id }) => COLUMN_ITEMS.has(id));
  const delayMs = dice.chance(0.02) ? dice.between(1000, 6000) : dice.between(100, 900);
  return readPosition(encodeLocation({ ...report, items: kept }), ZONE_MINUTES, atMs + delayMs, false);
};
