// Cells of the table of faces: words that are changed where they stand, photos, and the buttons of a row.
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { titleNow } from '../../parts/device-names.tsx';
import { SavedCell } from '../../parts/saved-cell.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Confirm } from '../../ui/question.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { failureText, showFailure, showToast } from '../../ui/toast.ts';
import { Photo } from './photo.tsx';
import { photoAddress, type PicturePlace } from './photo-address.ts';
import { type FaceActions, type FaceRow, photoFault } from './use-faces.ts';
import styles from './face.module.css';

export const tellFailure = (error: unknown): void => showFailure(t('Error'), error);

type WordKey = 'unit' | 'idcard' | 'name' | 'contact' | 'memo';
type WordCellProps = { face: FaceRow; of: WordKey; label: string; save: FaceActions['save']; needed?: boolean };

export const WordCell = ({ face, of, label, save, needed = false }: WordCellProps): ReactElement => (
  <SavedCell
    label={t('{label} of face {id}', { label, id: face.faceid })}
    title={label}
    text={face[of]}
    version={face.updatetime}
    optional={!needed}
    onSave={(text, updatetime) => save({ faceid: face.faceid, [of]: text, updatetime })}
  />
);

const Refusal = ({ text, onClose }: { text: string; onClose: () => void }): ReactElement => (
  <Dialog title={t('Photo')} onClose={onClose} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
    <p role="alert">{t('Error : {text}', { text: t(text) })}</p>
  </Dialog>
);

type UploadProps = { face: FaceRow; upload: FaceActions['upload'] };

const UploadPhoto = ({ face, upload }: UploadProps): ReactElement => {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const fault = photoFault(file);
    if (fault !== undefined) {
      setRefused(fault);
      return;
    }
    setBusy(true);
    try {
      await upload(face.faceid, file);
    } catch (error) {
      setRefused(failureText(error));
    }
    setBusy(false);
  };
  return (
    <>
      <label className={`btn btn-sm btn-outline-secondary ${styles.upload}`}>
        {busy ? <Spinner size={14} /> : t('Upload')}
        <input
          type="file"
          className="visually-hidden"
          aria-label={t('Upload a photo of face {id}', { id: face.faceid })}
          disabled={busy}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = ''; // the same file may be chosen again
          }}
        />
      </label>
      {refused !== '' && <Refusal text={refused} onClose={() => setRefused('')} />}
    </>
  );
};

const RemovePhoto = ({ title, remove }: { title: string; remove: () => Promise<unknown> }): ReactElement => {
  const [asking, ask] = useState(false);
  return (
    <>
      <Button look="bare" icon="close" aria-label={title} onClick={() => ask(true)} />
      {asking && (
        <Confirm title={title} confirmText={t('Delete')} danger onConfirm={remove} onClose={() => ask(false)}>
          {t('Are you really delete')}
        </Confirm>
      )}
    </>
  );
};

type PhotosCellProps = UploadProps & { place: PicturePlace | undefined; removePhoto: FaceActions['removePhoto'] };

export const PhotosCell = ({ face, place, upload, removePhoto }: PhotosCellProps): ReactElement => (
  <span className={styles.photos}>
    {place !== undefined &&
      face.photos.map((id, i) => (
        <span key={id} className={styles.photo}>
          <Photo
            address={photoAddress(place, id)}
            label={t('Photo {number} of face {id}', { number: i + 1, id: face.faceid })}
          />
          <RemovePhoto
            title={t('Delete photo {number} of face {id}', { number: i + 1, id: face.faceid })}
            remove={() => removePhoto(id)}
          />
        </span>
      ))}
    <UploadPhoto face={face} upload={upload} />
  </span>
);

/** As the documents have it: so long it takes no other press. */
const COOLDOWN_MS = 1000;

type SetCellProps = { face: FaceRow; device: string | undefined; push: FaceActions['push'] };

export const SetCell = ({ face, device, push }: SetCellProps): ReactElement => {
  const [busy, setBusy] = useState(false);
  const [cooling, cool] = useState(false);
  useEffect(() => (cooling ? systemClock.after(COOLDOWN_MS, () => cool(false)) : undefined), [cooling]);
  const set = async (id: string): Promise<void> => {
    cool(true);
    setBusy(true);
    try {
      const { ch } = await push(face.faceid, id);
      showToast(
        'success',
        t('set OK'),
        t('Face {id} is in {device} now, in slot {slot}.', { id: face.faceid, slot: ch, device: titleNow(id) }),
      );
    } catch (error) {
      tellFailure(error);
    }
    setBusy(false);
  };
  return (
    <Button
      busy={busy}
      disabled={device === undefined || face.photos.length === 0 || cooling}
      aria-label={t('Set face {id}', { id: face.faceid })}
      onClick={() => device !== undefined && void set(device)}
    >
      {t('Set')}
    </Button>
  );
};

export const DeleteCell = ({ face, remove }: { face: FaceRow; remove: FaceActions['remove'] }): ReactElement => {
  const [asking, ask] = useState(false);
  return (
    <>
      <Button
        look="bare"
        icon="remove"
        aria-label={t('Delete face {id}', { id: face.faceid })}
        onClick={() => ask(true)}
      />
      {asking && (
        <Confirm
          title={t('Delete {name}', { name: face.name || t('Face {id}', { id: face.faceid }) })}
          confirmText={t('Delete')}
          danger
          onConfirm={() => remove(face.faceid)}
          onClose={() => ask(false)}
        >
          <p>{t('Do you really want to remove [{id}]', { id: face.faceid })}</p>
          <bdi>{[face.name, face.unit, face.idcard].filter((word) => word !== '').join(' · ')}</bdi>
        </Confirm>
      )}
    </>
  );
};
