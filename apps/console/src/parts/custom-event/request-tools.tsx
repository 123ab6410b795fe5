// What can be done with one request for footage: fetch its files, stop it, try it again, take it from the list.
import { deleteCustomEvent, getCustomEvents, putCustomEvent } from '@outrider/contract';
import type { CustomEventTask } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { JobTools } from '../job/job-tools.tsx';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatTime } from '../../lib/time.ts';
import { startDownload } from '../download/downloads.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/question.tsx';
import { showFailure } from '../../ui/toast.ts';
import styles from './custom-event.module.css';
import { type FootagePiece, footagePieces } from './footage-pieces.ts';

const isOpen = ({ state }: CustomEventTask): boolean => state === 'waiting' || state === 'fetching';

const Files = ({ task }: { task: CustomEventTask }): ReactElement[] => {
  const pieces = footagePieces(task);
  const several = (channel: number): boolean => pieces.filter((piece) => piece.channel === channel).length > 1;
  const labelOf = ({ channel, startMs }: FootagePiece): string =>
    several(channel) ? `${channel}, ${formatTime(startMs)}` : String(channel);
  return pieces.map((piece) => (
    <Button
      key={`${piece.channel} ${piece.startMs}`}
      look="bare"
      icon="download"
      aria-label={t('Download channel {channel} of {device}', { channel: labelOf(piece), device: task.deviceid })}
      title={t('Download channel {channel} of {device}', { channel: labelOf(piece), device: task.deviceid })}
      onClick={() => startDownload({ kind: 'cev', deviceId: task.deviceid, eventId: task.id, ...piece })}
    >
      {labelOf(piece)}
    </Button>
  ));
};

const onError = (error: Error): void => showFailure(t('This did not work'), error);

const useChange = (task: CustomEventTask) => {
  const change = useSave(putCustomEvent, [getCustomEvents]);
  const remove = useSave(deleteCustomEvent, [getCustomEvents]);
  return {
    busy: change.isPending || remove.isPending,
    cancel: () => change.mutate({ id: task.id, action: 'cancel' }, { onError }),
    retry: () => change.mutate({ id: task.id, action: 'retry' }, { onError }),
    remove: () => remove.mutate({ id: task.id }, { onError }),
  };
};

export const RequestTools = ({ task }: { task: CustomEventTask }): ReactElement => {
  const { busy, cancel, retry, remove } = useChange(task);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <JobTools
        className={styles.tools}
        name={task.deviceid}
        isOver={!isOpen(task)}
        busy={busy}
        stopText={t('Stop')}
        onStop={cancel}
        onRetry={task.state === 'done' ? undefined : retry}
        onRemove={() => setAsking(true)}
      >
        <Files task={task} />
      </JobTools>
      {asking && (
        <Confirm
          title={t('Remove the request')}
          confirmText={t('Remove')}
          danger
          onConfirm={() => {
            setAsking(false);
            remove();
          }}
          onClose={() => setAsking(false)}
        >
          {t('The request of {device} leaves the list, and nothing more is fetched for it.', { device: task.deviceid })}
        </Confirm>
      )}
    </>
  );
};
