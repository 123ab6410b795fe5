// The screen /devicesetup: the settings of one vehicle, of many at once, and templates that are kept in force. Which tab is open stands in the
// address.
import type { ReactElement } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { t } from '../../lib/i18n.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { BatchTab } from './batch-tab.tsx';
import styles from './device-setup.module.css';
import { TemplateTab } from './template-tab.tsx';
import { VehiclesTab } from './vehicles-tab.tsx';

const tabNames = { vehicles: 'Vehicles', batches: 'Many vehicles', templates: 'Templates' } as const;
type TabName = keyof typeof tabNames;
const isTab = (name: string | null): name is TabName => name !== null && name in tabNames;

export const DeviceSetupScreen = (): ReactElement => {
  const [query, setQuery] = useAddressQuery();
  const named = query.get('tab');
  const open = isTab(named) ? named : 'vehicles';
  const show = (tab: string, more: Record<string, string> = {}): void =>
    setQuery(() => new URLSearchParams({ ...(tab === 'vehicles' ? {} : { tab }), ...more }));
  return (
    <div className={styles.tabs}>
      <Tabs
        label={t('Remote device setting')}
        tabs={Object.entries(tabNames).map(([id, name]) => ({ id, name: t(name) }))}
        open={open}
        onOpen={(id) => show(id)}
      >
        {open === 'vehicles' && <VehiclesTab />}
        {open === 'batches' && <BatchTab />}
        {open === 'templates' && <TemplateTab onBegun={(id) => show('batches', { batch: String(id) })} />}
      </Tabs>
    </div>
  );
};
