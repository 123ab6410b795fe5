// Deletes all that the server has recorded of the selected device, once its id was typed.
import { d13DeleteRecordings } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../live/session.ts';
import { useDeviceTitle } from '../../../parts/device-names.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/question.tsx';
import { deleteRecordings } from '../api.ts';

/** Nothing without both rights: that of the action and that of deleting records. */
export const DeleteRecordings = ({ id }: { id: string }): ReactElement | null => {
  const mayDelete = useMay(d13DeleteRecordings.right);
  const device = useDeviceTitle(id);
  const [asking, setAsking] = useState(false);
  if (!mayDelete) return null;
  return (
    <>
      <Button icon="remove" onClick={() => setAsking(true)}>
        {t('Delete all local records')}
      </Button>
      {asking && (
        <Confirm
          title={t('Delete all recordings of {device}?', { device })}
          confirmText={t('Delete')}
          danger
          typed={id}
          onConfirm={() => deleteRecordings(id)}
          onClose={() => setAsking(false)}
        >
          {t(
            'All that the server has recorded of this device is deleted for good, what is protected too. What the device itself keeps stays.',
          )}
        </Confirm>
      )}
    </>
  );
};
