// The disks of the server with their parts, and the button that formats one.
import type { BlockDeviceRow, FormatBar } from '@outrider/contract';
import { type ReactElement, type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/question.tsx';
import { ErrorPanel, Notice, Skeleton } from '../../ui/states.tsx';
import { diskSize, diskTypeText } from './disk-words.ts';
import styles from './record-disks.module.css';
import type { Disks } from './use-disks.ts';

const barText = (bar: FormatBar): string => {
  if (bar === 'mounted') return t('Mounted');
  if (bar === 'swap') return t('Swap');
  if (bar === 'member') return t('Part of a volume');
  if (bar === 'attached') return t('In use');
  if (bar === 'readonly') return t('Read only');
  return '';
};

type ValueProps = { label: string; children: ReactNode };
const Value = ({ label, children }: ValueProps): ReactElement => (
  <span className={styles.value}>
    <span className={styles.label}>{label}</span>
    <span>{children === '' ? '–' : children}</span>
  </span>
);

type RowsProps = { rows: readonly BlockDeviceRow[]; label: string; onFormat: (name: string) => void };
const DiskRows = ({ rows, label, onFormat }: RowsProps): ReactElement => (
  <ul className={styles.disks} aria-label={label}>
    {rows.map(({ name, type, fstype, size, uuid, mountpoint, bar, trouble, children }) => (
      <li key={name}>
        <div className={styles.disk}>
          <span className={styles.name}>
            {name} <span className="soft">{diskTypeText(type)}</span>
          </span>
          <Value label={t('File system')}>
            {trouble === undefined ? fstype : t('Cannot be read: {why}', { why: trouble })}
          </Value>
          <Value label={t('Size')}>{diskSize(size)}</Value>
          <Value label={t('UUID')}>{uuid}</Value>
          <Value label={t('Mount point')}>{mountpoint}</Value>
          <span className={styles.act}>
            {bar === 'none' ? (
              <Button look="danger" aria-label={t('Format disk {name}', { name })} onClick={() => onFormat(name)}>
                {t('Format disk')}
              </Button>
            ) : (
              <span className="soft">{barText(bar)}</span>
            )}
          </span>
        </div>
        {children.length > 0 && <DiskRows rows={children} label={t('Parts of {name}', { name })} onFormat={onFormat} />}
      </li>
    ))}
  </ul>
);

/** Over the columns, where there are some: each value says its own name to those who hear the page, and on a phone. */
const Heads = (): ReactElement => (
  <div className={`${styles.disk} ${styles.heads}`} aria-hidden>
    <span>{t('Name')}</span>
    <span>{t('File system')}</span>
    <span>{t('Size')}</span>
    <span>{t('UUID')}</span>
    <span>{t('Mount point')}</span>
  </div>
);

type ByHandProps = { allowed: boolean };
const ByHand = ({ allowed }: ByHandProps): ReactElement => (
  <p className="soft">
    {allowed
      ? t('Formatting makes an ext4 file system. Then mount the disk on the server, and choose its UUID for a slot.')
      : t(
          'Nothing is formatted from here: the configuration names no disk for it (allowDiskFormat). By hand, on the server: mkfs.ext4 with the path of the disk. Then mount it, and choose its UUID for a slot.',
        )}
  </p>
);

export const DiskList = ({ data, error, loading, formatting, reload, format }: Disks): ReactElement => {
  const [asked, ask] = useState('');
  const start = (): void => {
    ask('');
    format(asked);
  };
  return (
    <section className={styles.list} aria-label={t('Disks of the server')}>
      <div className={styles.head}>
        <h2>{t('Disks of the server')}</h2>
        <Button icon="refresh" busy={loading} onClick={reload}>
          {t('Reload')}
        </Button>
      </div>
      {formatting !== '' && (
        <Notice tone="warn" icon="warning">
          {formatting}: {t('is format now please wait')}
        </Notice>
      )}
      {data === undefined && error === null && <Skeleton rows={3} />}
      {data === undefined && error !== null && <ErrorPanel error={error} retry={reload} />}
      {data?.blockdevices.length === 0 && <p>{t('The server sees no disks.')}</p>}
      {data !== undefined && data.blockdevices.length > 0 && (
        <div>
          <Heads />
          <DiskRows rows={data.blockdevices} label={t('Disks')} onFormat={ask} />
        </div>
      )}
      {data !== undefined && <ByHand allowed={data.allowed} />}
      {asked !== '' && (
        <Confirm
          title={t('Format disk {name}?', { name: asked })}
          confirmText={t('Format disk')}
          danger
          typed={asked}
          onConfirm={start}
          onClose={() => ask('')}
        >
          {t('Everything on it is lost. It cannot be taken back.')}
        </Confirm>
      )}
    </section>
  );
};
