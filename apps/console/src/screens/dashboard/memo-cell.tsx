// The two car memos of a vehicle: a text that is changed where it stands for levels 0 and 1, plain for the others.
import { MAX_CAR_MEMO, postCarMemos, putCarMemo } from '@outrider/contract';
import type { CarMemo, CarMemoType } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { useDevice } from '../../live/hooks.ts';
import { useMay } from '../../live/session.ts';
import { InlineCell } from '../../ui/inline-cell.tsx';

/** Somebody else may have changed one. */
const REFRESH_MS = 60_000;

const byDevice = new WeakMap<readonly CarMemo[], ReadonlyMap<string, string>>();
/** Made once of each answer, however many cells look into it. */
const memosOf = (answer: readonly CarMemo[]): ReadonlyMap<string, string> => {
  const known =
    byDevice.get(answer) ?? new Map(answer.map(({ deviceid, type, memo }) => [`${type} ${deviceid}`, memo]));
  byDevice.set(answer, known);
  return known;
};

const NONE: readonly CarMemo[] = [];
export const MemoCell = ({ id, type }: { id: string; type: CarMemoType }): ReactElement => {
  const answer = useCall(postCarMemos, {}, { refetchMs: REFRESH_MS }).data;
  const save = useSave(putCarMemo, [postCarMemos]);
  const device = useDevice(id);
  const may = useMay('level-1');
  const text = memosOf(answer ?? NONE).get(`${type} ${id}`) ?? '';
  if (!may || answer === undefined)
    return text === '' ? <span className="soft">–</span> : <bdi title={text}>{text}</bdi>;
  const label = t('Car memo {number} of {device}', { number: type + 1, device: deviceName(id, device) });
  return (
    <InlineCell
      label={label}
      text={text}
      problemOf={(typed) =>
        typed.length > MAX_CAR_MEMO
          ? t('{label}: at most {count} characters.', { label, count: MAX_CAR_MEMO })
          : undefined
      }
      onSave={(memo) => save.mutateAsync({ deviceid: id, type, memo })}
    />
  );
};
