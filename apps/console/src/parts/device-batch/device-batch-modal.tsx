// Sets the same values in many vehicles: which ones, what, and before it is sent how many are there to take it now. What came of it is the
// screen that it leads to.
import {
  MAX_BATCH_DEVICES,
  getParameterBatches,
  type InputOf,
  type ParameterValues,
  postParameterBatch,
} from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useDevice, useDeviceIds } from '../../live/hooks.ts';
import { DevicesField } from '../device-picker/devices-field.tsx';
import { idsOf, lineOf } from '../device-picker/picker-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/states.tsx';
import type { OverlayProps } from '../overlay-store.ts';
import { faultOf, ValuesField } from './values-field.tsx';

const USUAL_CAMERAS = 4;

/** How many of these there are of a kind. */
const useCount = (ids: readonly string[], mode: 'online' | 'all'): number => {
  const found = useDeviceIds({ mode, word: '' });
  return useMemo(() => {
    const there = new Set(found);
    return ids.filter((id) => there.has(id)).length;
  }, [found, ids]);
};

const Reach = ({ ids }: { ids: readonly string[] }): ReactElement | null => {
  const online = useCount(ids, 'online');
  const known = useCount(ids, 'all');
  if (known < ids.length || ids.length === 0) return null;
  return (
    <Notice>
      {t('{online} of {count} vehicles are online and are set now.', { online, count: ids.length })}{' '}
      {online < ids.length &&
        t('{count} are away: what is set waits for each of them, for 30 days at most.', { count: ids.length - online })}
    </Notice>
  );
};

/** Begins it, and leads to what comes of it. */
const useBegin = (onClose: () => void) => {
  const navigate = useNavigate();
  const save = useSave(postParameterBatch, [getParameterBatches]);
  const begin = (input: InputOf<typeof postParameterBatch>): void =>
    save.mutate(input, {
      onSuccess: ({ batchid }) => {
        onClose();
        void navigate(`/devicesetup?tab=batches&batch=${batchid}`);
      },
    });
  return { save, begin };
};

export const DeviceBatchModal = ({ deviceIds, onClose }: OverlayProps<'deviceBatch'>): ReactElement => {
  const [line, setLine] = useState(() => lineOf(deviceIds));
  const [values, setValues] = useState<ParameterValues>({});
  const [memo, setMemo] = useState('');
  const { save, begin } = useBegin(onClose);
  const ids = useMemo(() => idsOf(line), [line]);
  const cameras = useDevice(ids[0] ?? '')?.chn_count ?? USUAL_CAMERAS;
  const entries = Object.entries(values);
  const isWhole = ids.length > 0 && entries.length > 0 && entries.every(([key, value]) => !faultOf(key, value));
  return (
    <Dialog
      title={t('Set many vehicles')}
      onClose={onClose}
      kept
      wide
      unsaved={entries.length > 0 || memo !== '' || line !== lineOf(deviceIds)}
      saving={save.isPending}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={!isWhole || ids.length > MAX_BATCH_DEVICES}
            onClick={() => begin({ deviceids: [...ids], deviceParams: values, memo })}
          >
            {t('Set {count} vehicles', { count: ids.length })}
          </Button>
        </>
      }
    >
      <DevicesField
        line={line}
        onChange={setLine}
        max={MAX_BATCH_DEVICES}
        error={
          ids.length > MAX_BATCH_DEVICES
            ? t('At most {count} devices at a time: take some ticks away.', { count: MAX_BATCH_DEVICES })
            : undefined
        }
      />
      <Reach ids={ids} />
      <ValuesField values={values} onChange={setValues} cameras={cameras} />
      <Field
        label={t('Memo')}
        value={memo}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setMemo(target.value)}
      />
      {save.error !== null && (
        <p role="alert">
          <Notice tone="bad">{t(save.error.message)}</Notice>
        </p>
      )}
    </Dialog>
  );
};
