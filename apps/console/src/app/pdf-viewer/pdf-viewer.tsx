// The PDF viewer: a page of its own, without the shell, that shows one PDF of this server. Its address carries the source as a base64
// query value. Outside the gate: the file itself asks who reads it.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { checkFile } from '../../lib/send.ts';
import { pdfSource } from '../../parts/pdf/pdf-address.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './pdf-viewer.module.css';

const Shown = ({ source }: { source: string }): ReactElement => {
  const found = useQuery({
    queryKey: ['pdf', source],
    queryFn: async ({ signal }) => {
      await checkFile(source, signal);
      return true;
    },
    retry: false,
  });
  if (found.isPending) return <Skeleton rows={12} />;
  if (found.error !== null) return <ErrorPanel error={found.error} retry={() => void found.refetch()} />;
  return (
    <>
      <header className={styles.head}>
        <h1>{t('PDF viewer')}</h1>
        <a href={source} download>
          {t('Save the file')}
        </a>
      </header>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own file; a sandbox would keep the browser's viewer out */}
      <iframe className={styles.frame} src={source} title={t('PDF viewer')} />
    </>
  );
};

/** The page /pdfviewer. */
export const PdfViewer = (): ReactElement => {
  const [query] = useSearchParams();
  const source = pdfSource(query.get('source') ?? '');
  return (
    <main className={styles.page}>
      {source === undefined ? (
        <EmptyState icon="warning" title={t('This address names no PDF of this server')} />
      ) : (
        <Shown source={source} />
      )}
    </main>
  );
};
