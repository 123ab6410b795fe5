// What the dashboard shows instead of rows, and the way on from there.
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { setFilterMode, setFilterWord } from '../../live/filter.ts';
import { useCounters } from '../../live/hooks.ts';
import { groupStore, live } from '../../live/index.ts';
import { useMay } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Board } from './use-dashboard.ts';

const NoDevices = (): ReactElement => {
  const navigate = useNavigate();
  const admin = useMay('admin');
  if (!admin)
    return (
      <EmptyState title={t('No devices yet')}>{t('Your administrator decides which devices you see.')}</EmptyState>
    );
  return (
    <EmptyState
      icon="plug"
      title={t('No devices yet')}
      action={
        <Button look="primary" icon="plug" onClick={() => void navigate('/connectrecorder')}>
          {t('Connect a recorder')}
        </Button>
      }
    >
      {t('A recorder appears here as soon as it knows the address of this server and calls it.')}
    </EmptyState>
  );
};

const OnlyNewDevices = (): ReactElement => (
  <EmptyState icon="plus" title={t('No registered devices yet')}>
    {t('Recorders have called already. Add the new devices above to see them here.')}
  </EmptyState>
);

const NothingMatches = (): ReactElement => (
  <EmptyState
    icon="search"
    title={t('No device matches the filter')}
    action={
      <Button
        onClick={() => {
          setFilterMode('all');
          setFilterWord('');
          if (groupStore.getState().filterGroupid !== '') live().groups.choose('');
        }}
      >
        {t('Show all devices')}
      </Button>
    }
  />
);

/** For a list without a row. */
export const EmptyBoard = ({ filter }: Pick<Board, 'filter'>): ReactElement => {
  const { all, online } = useCounters();
  if (all === 0 && online === 0 && filter.only === undefined) return <NoDevices />;
  if (all === 0 && online > 0 && filter.mode === 'all') return <OnlyNewDevices />;
  return <NothingMatches />;
};
