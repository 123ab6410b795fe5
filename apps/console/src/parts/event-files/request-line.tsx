// How far asking for the files of one event is, under its pictures; what was given up can be asked for again.
import type { ReactElement } from 'react';
import { type FileRequest, postAskFiles, postEventFiles } from '@outrider/contract';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import { JobProgress } from '../job/job-tools.tsx';
import styles from './event-album.module.css';
import { requestText } from './request-words.ts';

/** Nothing where all files are there. */
export const RequestLine = ({ request }: { request: FileRequest }): ReactElement | null => {
  const { mutate, isPending, error } = useSave(postAskFiles, [postEventFiles]);
  const text = requestText(request, serverNow());
  if (text === '') return null;
  const { serialno, state, size, received } = request;
  return (
    <div className={styles.request} data-state={state}>
      <output>{error === null || state !== 'given-up' ? text : t(error.message)}</output>
      {state === 'receiving' && (
        <span className={styles.progress}>
          <JobProgress label={text} max={Math.max(1, size)} value={received} />
        </span>
      )}
      {state === 'given-up' && (
        <Button look="bare" className={styles.again ?? ''} busy={isPending} onClick={() => mutate({ serialno })}>
          {t('Ask again')}
        </Button>
      )}
    </div>
  );
};
