// What a recorder keeps over a restart beside its parameters and its code: settings of the vendor block, areas, firmware, what became of
// its disk, faces, texts. The file is state-file.ts.
import { DiskLog } from '../media/disk-log.ts';
import type { ResolvedOptions } from './options.ts';
import { OwnSettings } from './own-settings.ts';
import { OwnValues } from './own-values.ts';
import type { Face, SavedState, UpgradeOutcome } from './state-file.ts';

/** Definitions by kind (1 circles … 4 routes) and id, as the bytes of their set message. */
export type StoredAreas = Map<number, Map<number, Uint8Array>>;

export class Kept {
  readonly settings: OwnSettings;
  readonly own: OwnValues;
  readonly areas: StoredAreas;
  readonly disk: DiskLog;
  /** By slot, from 1. */
  readonly faces: Map<number, Face>;
  /** What 0x8300 and its like showed, newest last. */
  readonly texts: string[];
  firmware: string;
  /** Of an upgrade, until the platform has heard of it. */
  upgradeResult: UpgradeOutcome | null;

  constructor(options: ResolvedOptions, saved: SavedState) {
    this.settings = new OwnSettings(labelsOf(options), saved.settings);
    this.own = new OwnValues(saved.own);
    this.areas = new Map([...saved.areas].map(([kind, byId]) => [kind, new Map(byId)]));
    this.disk = new DiskLog(saved.disk);
    this.faces = new Map(Object.entries(saved.faces).map(([slot, face]) => [Number(slot), face]));
    this.texts = [...saved.texts];
    this.firmware = saved.firmware;
    this.upgradeResult = saved.upgradeResult;
  }

  /** For the state file. */
  get saved(): Omit<SavedState, 'authCode' | 'parameters'> {
    return {
      settings: this.settings.changes(),
      own: this.own.saved,
      areas: this.areas,
      firmware: this.firmware,
      upgradeResult: this.upgradeResult,
      disk: this.disk.saved,
      faces: Object.fromEntries(this.faces),
      texts: this.texts,
    };
  }

  /** As from the factory; the firmware stays, and what is on the disk. */
  reset(): void {
    this.settings.reset();
    this.own.reset();
    this.areas.clear();
    this.faces.clear();
    this.texts.length = 0;
  }
}

const labelsOf = ({ clips, channels }: ResolvedOptions): string[] =>
  Array.from({ length: channels }, (_, i) => clips?.videoFor(i + 1, 'main').label ?? `CH${i + 1}`);
