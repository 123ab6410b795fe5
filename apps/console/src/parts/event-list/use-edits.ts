// What people do with events of the list: memo, check status, fetching again. The answers go into the list.
import { ChangedError, type ListedEvent, postEventDownload, postEventSet, putEventSet } from '@outrider/contract';
import { useCallback, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { showFailure, showToast } from '../../ui/toast.ts';
import type { EventRow } from './rows.ts';
import { type Turns, inTurn } from './turns.ts';

export type Patch = (serialno: number, fields: Partial<ListedEvent>) => void;

/** What somebody else made of it meanwhile is shown. */
const takeChange = (error: unknown, serialno: number, patch: Patch): void => {
  if (!(error instanceof ChangedError)) return;
  const { updatetime, present } = error.changed;
  const { memo, checkstatus } = present;
  patch(serialno, {
    updatetime,
    ...(typeof memo === 'string' && { memo }),
    ...(typeof checkstatus === 'string' && { checkstatus }),
  });
};

export const useEdits = (patch: Patch) => {
  const [fetching, setFetching] = useState<ReadonlySet<number>>(new Set());
  const turns = useRef<Turns>(new Map());
  const saveMemo = useCallback(
    (row: EventRow, memo: string): Promise<void> =>
      inTurn(turns.current, row, async (updatetime) => {
        const { serialno } = row;
        try {
          const reply = await send(postEventSet, { serialno, memo, updatetime });
          if (!('memo' in reply)) return updatetime;
          patch(serialno, { memo: reply.memo, updatetime: reply.updatetime });
          return reply.updatetime;
        } catch (error) {
          takeChange(error, serialno, patch);
          throw error;
        }
      }),
    [patch],
  );
  const setStatus = useCallback(
    (row: EventRow, checkstatus: string): void => {
      inTurn(turns.current, row, async (updatetime) => {
        const { serialno } = row;
        const reply = await send(putEventSet, { serialno, checkstatus, updatetime });
        if (!('checkstatus' in reply)) return updatetime;
        patch(serialno, { checkstatus: reply.checkstatus, updatetime: reply.updatetime });
        return reply.updatetime;
      }).catch((error: unknown) => {
        takeChange(error, row.serialno, patch);
        showFailure(t('Save Error'), error);
      });
    },
    [patch],
  );
  const fetchAgain = useCallback(
    ({ serialno, deviceid, appdevid }: EventRow): void => {
      setFetching((old) => new Set(old).add(serialno));
      send(postEventDownload, { serialno, deviceid, appdevid })
        .then((reply) => {
          if (!('completed' in reply)) return;
          const { completed, download, updatetime, message } = reply;
          patch(serialno, { completed, download, updatetime, try: reply.try });
          showToast('success', t(message));
        })
        .catch((error: unknown) => showFailure(t('error'), error))
        .finally(() =>
          setFetching((old) => {
            const next = new Set(old);
            next.delete(serialno);
            return next;
          }),
        );
    },
    [patch],
  );
  return { saveMemo, setStatus, fetchAgain, isFetching: useCallback((n: number) => fetching.has(n), [fetching]) };
};
