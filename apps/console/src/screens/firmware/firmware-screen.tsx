// The screen /devicefirmwareupdate: which firmware devices have and what they are told to fetch, the store of files, plans. Which tab is open
// stands in the address.
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { t } from '../../lib/i18n.ts';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './firmware.module.css';
import { PlanTab } from './plan-tab.tsx';
import { StoreTab } from './store-tab.tsx';
import { UpdateTab } from './update-tab.tsx';

const tabs = { update: UpdateTab, store: StoreTab, plan: PlanTab };
type TabName = keyof typeof tabs;
const isTab = (name: string | null): name is TabName => name !== null && name in tabs;

export const FirmwareScreen = (): ReactElement => {
  const [query, setQuery] = useAddressQuery();
  const named = query.get('tab');
  const open = isTab(named) ? named : 'update';
  const Open = tabs[open];
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{t('Firmware update')}</h1>
      <Tabs
        label={t('Firmware update')}
        tabs={[
          { id: 'update', name: t('Firmware Update') },
          { id: 'store', name: t('Firmware Store') },
          { id: 'plan', name: t('Auto Update Plan') },
        ]}
        open={open}
        // The other one has a search and an order of its own.
        onOpen={(id) => setQuery(() => new URLSearchParams(id === 'update' ? {} : { tab: id }))}
      >
        <Open />
      </Tabs>
    </div>
  );
};
