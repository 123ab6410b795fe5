// Begins a roll-out: which devices, and how many of them may fail before it stops by itself.
import { getFirmwareRollouts, MAX_ROLLOUT_DEVICES, postFirmwareRollout } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { DevicesField } from '../../parts/device-picker/devices-field.tsx';
import { idsOf } from '../../parts/device-picker/picker-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Notice } from '../../ui/states.tsx';

type RolloutDialogProps = { url: string; onClose: () => void };

export const RolloutDialog = ({ url, onClose }: RolloutDialogProps): ReactElement => {
  const [line, setLine] = useState('');
  const [version, setVersion] = useState('');
  const [memo, setMemo] = useState('');
  const [failures, setFailures] = useState(0);
  const save = useSave(postFirmwareRollout, [getFirmwareRollouts]);
  const deviceids = [...new Set(idsOf(line))];
  const begin = (): void =>
    save.mutate({ url, version, memo, deviceids, maxfailures: failures }, { onSuccess: onClose });
  return (
    <Dialog
      title={t('Roll out firmware')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={deviceids.length === 0 || !(Number.isInteger(failures) && failures >= 0)}
            onClick={begin}
          >
            {t('Begin')}
          </Button>
        </>
      }
    >
      <Notice>
        {t('One vehicle is told first. When it has its new version one in twenty is, then all the others.')}
      </Notice>
      <p className="soft">
        <bdi>{url}</bdi>
      </p>
      <DevicesField line={line} onChange={setLine} max={MAX_ROLLOUT_DEVICES} />
      <NumberField label={t('Stops by itself when more have failed than')} value={failures} onChange={setFailures} />
      <Field
        label={t('Version that they then have')}
        help={t('Where you know it: a device that has it already is left as it is.')}
        value={version}
        maxLength={255}
        autoComplete="off"
        onChange={(event) => setVersion(event.target.value.trim())}
      />
      <Field label={t('Memo')} value={memo} maxLength={500} onChange={(event) => setMemo(event.target.value)} />
      {save.error !== null && (
        <p role="alert">
          <Notice tone="bad">{t(save.error.message)}</Notice>
        </p>
      )}
    </Dialog>
  );
};
