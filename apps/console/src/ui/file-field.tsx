// The one field for files: dropped on it, or chosen. Sending them is its owner's matter.
import { useState } from 'react';
import type { DragEvent, ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { FieldFrame } from './field.tsx';
import type { FieldWords } from './field.tsx';
import styles from './file-field.module.css';
import { Icon } from './icon.tsx';

type FileFieldProps = FieldWords & {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  /** As in HTML: '.png,image/jpeg'. What is dropped is held to it as well. */
  accept?: string;
  /** Several at a time; otherwise a new one takes the place of the old one. */
  multiple?: boolean;
  disabled?: boolean;
  /** They are on their way. */
  busy?: boolean;
};

/** Whether a file is of a kind that `accept` names; an empty one names all. */
export const isAccepted = ({ name, type }: Pick<File, 'name' | 'type'>, accept: string): boolean => {
  const kinds = accept
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter(Boolean);
  const fits = (kind: string): boolean => {
    if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
    if (kind === '*/*' || kind === '*') return true;
    return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
  };
  return kinds.length === 0 || kinds.some(fits);
};

const keyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`;

const sizeText = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
};

type ListProps = { files: readonly File[]; busy: boolean; onRemove: ((file: File) => void) | undefined };
const ChosenFiles = ({ files, busy, onRemove }: ListProps): ReactElement => (
  <ul className={styles.list}>
    {files.map((file) => (
      <li key={keyOf(file)}>
        <bdi title={file.name}>{file.name}</bdi>
        <span className="soft num">{sizeText(file.size)}</span>
        <Button
          look="bare"
          icon="close"
          busy={busy}
          disabled={onRemove === undefined}
          aria-label={t('Remove {name} from the list', { name: file.name })}
          onClick={() => onRemove?.(file)}
        />
      </li>
    ))}
  </ul>
);

export const FileField = (props: FileFieldProps): ReactElement => {
  const { files, onChange, accept = '', multiple = false, disabled = false, busy = false, ...words } = props;
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState('');
  const off = disabled || busy;
  const take = (given: readonly File[]): void => {
    const fitting = given.filter((file) => isAccepted(file, accept));
    const odd = given.find((file) => !fitting.includes(file));
    setRefused(odd === undefined ? '' : t('{name} is not a file of this kind.', { name: odd.name }));
    const fresh = fitting.filter((file) => !files.some((known) => keyOf(known) === keyOf(file)));
    if (fitting.length > 0) onChange(multiple ? [...files, ...fresh] : fitting.slice(0, 1));
  };
  const remove = (file: File): void => {
    setRefused('');
    onChange(files.filter((each) => each !== file));
  };
  const onDrag = (event: DragEvent, inside: boolean): void => {
    event.preventDefault(); // or the browser opens the file in the place of the page
    setOver(inside && !off);
  };
  return (
    <FieldFrame {...words} error={refused === '' ? words.error : refused}>
      {(control) => (
        <>
          <div
            className={styles.drop}
            data-over={over}
            data-off={off}
            data-invalid={control['aria-invalid']}
            onDragOver={(event) => onDrag(event, true)}
            onDragLeave={(event) => onDrag(event, false)}
            onDrop={(event) => {
              onDrag(event, false);
              if (!off) take([...event.dataTransfer.files]);
            }}
          >
            <Icon name="plus" />
            <span>{t('Drop files here, or choose them')}</span>
            <input
              {...control}
              type="file"
              accept={accept}
              multiple={multiple}
              disabled={off}
              aria-busy={busy}
              onChange={(event) => {
                take([...(event.target.files ?? [])]);
                event.target.value = ''; // the same file may be chosen again
              }}
            />
          </div>
          {files.length > 0 && <ChosenFiles files={files} busy={busy} onRemove={disabled ? undefined : remove} />}
        </>
      )}
    </FieldFrame>
  );
};
