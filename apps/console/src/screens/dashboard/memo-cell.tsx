// The two car memos of a vehicle: a text that is changed where it stands for levels 0 and 1, plain for the others.
import { ChangedError, MAX_CAR_MEMO, postCarMemos, putCarMemo } from '@outrider/contract';
import type { CarMemo, CarMemoType } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { saveErrorText } from '../../parts/form/changed.ts';
import { InlineCell } from '../../ui/inline-cell.tsx';

/** Somebody else may have changed one. */
const REFRESH_MS = 60_000;

const byDevice = new WeakMap<readonly CarMemo[], ReadonlyMap<string, CarMemo>>();
/** Made once of each answer, however many cells look into it. */
const memosOf = (answer: readonly CarMemo[]): ReadonlyMap<string, CarMemo> => {
  const known = byDevice.get(answer) ?? new Map(answer.map((memo) => [`${memo.type} ${memo.deviceid}`, memo]));
  byDevice.set(answer, known);
  return known;
};

const NONE: readonly CarMemo[] = [];

/** Where somebody else was faster, that one's text is said, and Enter saves over it. */
const useMemoSave = (deviceid: string, type: CarMemoType) => {
  const save = useSave(putCarMemo, [postCarMemos]);
  return (memo: string, updatetime: number): Promise<unknown> =>
    save.mutateAsync({ deviceid, type, memo, updatetime }).catch((error: unknown) => {
      if (!(error instanceof ChangedError)) throw error;
      const { updateby: user, present } = error.changed;
      const value = present['memo'] === '' ? '–' : String(present['memo']);
      throw new Error(`${saveErrorText(error)} ${t('{user} saved: {value}', { user, value })}`, { cause: error });
    });
};

export const MemoCell = ({ id, type }: { id: string; type: CarMemoType }): ReactElement => {
  const answer = useCall(postCarMemos, {}, { refetchMs: REFRESH_MS }).data;
  const save = useMemoSave(id, type);
  const device = useDevice(id);
  const may = useMay('level-1');
  const { memo: text, updatetime } = memosOf(answer ?? NONE).get(`${type} ${id}`) ?? { memo: '', updatetime: 0 };
  if (!may || answer === undefined)
    return text === '' ? <span className="soft">–</span> : <bdi title={text}>{text}</bdi>;
  const label = t('Car memo {number} of {device}', { number: type + 1, device: deviceName(id, device) });
  return (
    <InlineCell
      label={label}
      text={text}
      version={updatetime}
      problemOf={(typed) =>
        typed.length > MAX_CAR_MEMO
          ? t('{label}: at most {count} characters.', { label, count: MAX_CAR_MEMO })
          : undefined
      }
      onSave={save}
    />
  );
};
