// Deletes all that the server has recorded of the selected device, after a question.
import { d13DeleteRecordings } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../live/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/question.tsx';
import { deleteRecordings } from '../api.ts';

/** Nothing without the right to delete records, nor for whom the server would refuse. */
export const DeleteRecordings = ({ id }: { id: string }): ReactElement | null => {
  const mayAsk = useMay(d13DeleteRecordings.right);
  const mayDelete = useMay('F_lmdvrs_deleterecord');
  const [asking, setAsking] = useState(false);
  if (!mayAsk || !mayDelete) return null;
  return (
    <>
      <Button icon="remove" onClick={() => setAsking(true)}>
        {t('Delete recordings')}
      </Button>
      {asking && (
        <Confirm
          title={t('Delete all recordings of {device}?', { device: id })}
          confirmText={t('Delete')}
          danger
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
