// One line for administrators while recorders wait to be allowed again, and the way to them.
import { getWaitingRecorders } from '@outrider/contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/states.tsx';

const REFRESH_MS = 15_000;

export const WaitingNotice = (): ReactElement | null => {
  const rows = useCall(getWaitingRecorders, {}, { refetchMs: REFRESH_MS }).data?.waiting ?? [];
  const open = rows.filter(({ alloweduntil }) => alloweduntil === null);
  if (open.length === 0) return null;
  return (
    <Notice tone="warn" icon="plug">
      {t('Recorders that wait to be allowed again: {number}.', { number: open.length })}{' '}
      <Link to="/connectrecorder">{t('Connect a recorder')}</Link>
    </Notice>
  );
};
