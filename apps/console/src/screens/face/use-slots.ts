// The slots of one device as it told them, in the order of the device. Nothing is kept: another device, or a reload, asks again.
import type { FaceSlot } from '@outrider/contract';
import { useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { showToast } from '../../ui/toast.ts';
import { tellFailure } from './face-cells.tsx';
import { deleteSlot, loadSlot, loadSummary, setSlot } from './slot-calls.ts';

/** `writtenMs` 0: the slot is empty; `deletedMs`: since when, as far as that was done here. */
export type SlotRow = {
  readonly ch: number;
  readonly writtenMs: number;
  readonly deletedMs?: number;
  readonly detail?: FaceSlot;
};

/** Details of so many are asked for by themselves. */
const MAX_DETAILS = 40;

const told = async (text: string, what: () => Promise<void>): Promise<void> => {
  try {
    await what();
    showToast('success', text);
  } catch (error) {
    tellFailure(error);
  }
};

export const useSlots = (deviceid: string | undefined) => {
  const [rows, setRows] = useState<readonly SlotRow[]>();
  const [busy, setBusy] = useState(false);
  /** Of the newest load: an older one that still comes in is dropped. */
  const turn = useRef(0);
  const put = (row: SlotRow): void => setRows((old) => old?.map((each) => (each.ch === row.ch ? row : each)));
  const found = (detail: FaceSlot): void => put({ ch: detail.ch, writtenMs: detail.updatetime, detail });

  const details = async (device: string, all: readonly SlotRow[]): Promise<void> => {
    const mine = turn.current;
    for (const { ch } of all.filter(({ writtenMs }) => writtenMs > 0).slice(0, MAX_DETAILS)) {
      const detail = await loadSlot({ deviceid: device, ch });
      if (turn.current !== mine) return;
      found(detail);
    }
  };
  const load = async (): Promise<void> => {
    if (deviceid === undefined) return;
    turn.current += 1;
    setBusy(true);
    try {
      const all = (await loadSummary(deviceid)).map((writtenMs, i): SlotRow => ({ ch: i + 1, writtenMs }));
      setRows(all);
      showToast('success', t('summary loaded'));
      await details(deviceid, all);
    } catch (error) {
      tellFailure(error);
    }
    setBusy(false);
  };
  return {
    rows,
    busy,
    load,
    reload: (ch: number): Promise<void> =>
      told(t('detail loaded'), async () => found(await loadSlot({ deviceid: deviceid ?? '', ch }))),
    /** What the recorder has in a slot; undefined where it does not tell, which is said. */
    read: async (ch: number): Promise<FaceSlot | undefined> => {
      try {
        const detail = await loadSlot({ deviceid: deviceid ?? '', ch });
        found(detail);
        return detail;
      } catch (error) {
        tellFailure(error);
        return undefined;
      }
    },
    /** Rejects with the reason. */
    remove: async (ch: number): Promise<void> => {
      const deletedMs = await deleteSlot({ deviceid: deviceid ?? '', ch });
      put({ ch, writtenMs: 0, deletedMs });
    },
    update: (ch: number, words: { idcard: string; name: string }): Promise<void> =>
      told(t('set OK'), async () => found(await setSlot({ deviceid: deviceid ?? '', ch }, words))),
  };
};

export type Slots = ReturnType<typeof useSlots>;
