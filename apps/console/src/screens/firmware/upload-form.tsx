// The form that puts a file into the firmware store.
import { FIRMWARE_TOO_LARGE, getFwStore, MAX_FIRMWARE_BYTES } from '@outrider/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { JobProgress } from '../../parts/job/job-tools.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { showFailure, showToast } from '../../ui/toast.ts';
import styles from './firmware.module.css';
import { uploadFirmware } from './upload.ts';

const useUpload = () => {
  const client = useQueryClient();
  const [sent, setSent] = useState<number>();
  const upload = async (file: File, memo: string): Promise<boolean> => {
    setSent(0);
    try {
      await uploadFirmware(file, memo, setSent);
      showToast('success', t('Firmware Upload'), t('Success'));
      await client.invalidateQueries({ queryKey: [getFwStore.method, getFwStore.path] });
      return true;
    } catch (error) {
      showFailure(t('Firmware Upload'), error);
      return false;
    } finally {
      setSent(undefined);
    }
  };
  return { sent, upload };
};

const TooLarge = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Dialog
    title={t('Firmware Upload')}
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        {t('OK')}
      </Button>
    }
  >
    <p role="alert">{t('Error : {reason}', { reason: t(FIRMWARE_TOO_LARGE) })}</p>
  </Dialog>
);

export const UploadForm = (): ReactElement => {
  const [file, setFile] = useState<File>();
  const [memo, setMemo] = useState('');
  const [tooLarge, setTooLarge] = useState(false);
  const { sent, upload } = useUpload();
  const isBusy = sent !== undefined;
  const choose = ([chosen]: readonly File[]): void => {
    if (chosen !== undefined && chosen.size > MAX_FIRMWARE_BYTES) setTooLarge(true);
    else setFile(chosen);
  };
  const start = async (chosen: File): Promise<void> => {
    if (!(await upload(chosen, memo))) return;
    setFile(undefined);
    setMemo('');
  };
  return (
    <div className={styles.form}>
      <FileField label={t('File')} files={file === undefined ? [] : [file]} onChange={choose} busy={isBusy} />
      <Field
        label={t('Memo')}
        value={memo}
        maxLength={500}
        disabled={isBusy}
        onChange={(event) => setMemo(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button
          look="primary"
          icon="plus"
          busy={isBusy}
          disabled={file === undefined}
          onClick={() => file !== undefined && void start(file)}
        >
          {t('Upload')}
        </Button>
        {isBusy && <JobProgress label={t('Firmware Upload')} value={sent} max={Math.max(1, file?.size ?? 1)} />}
      </div>
      {tooLarge && <TooLarge onClose={() => setTooLarge(false)} />}
    </div>
  );
};
