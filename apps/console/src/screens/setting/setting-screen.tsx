// The server settings: one tab for each subject, loaded when it is first opened and kept from then on, so that what was typed in one is
// still there behind a look at another. Which tab is open stands in the address.
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useSession } from '../../live/session.ts';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useOwnHost } from '../../lib/own-host.ts';
import { AskBeforeLeaving } from '../../parts/form/ask-before-leaving.tsx';
import { UnsavedContext } from '../../parts/setting/unsaved.ts';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './setting.module.css';
import { type SettingTab, settingTabs } from './tabs.ts';

const views: ReadonlyMap<string, ReactNode> = new Map(
  settingTabs.map(({ id, load }) => {
    const View = lazy(async () => ({ default: (await load()).Tab }));
    return [id, <View key={id} />];
  }),
);

const useOfferedTabs = (): readonly SettingTab[] => {
  const level = useSession((s) => s.level);
  const rights = useSession((s) => s.rights);
  const userName = useSession((s) => s.userName);
  const [phone, ownHost] = [usePhone(), useOwnHost()];
  return settingTabs.filter(({ when }) => when?.({ level, rights, userName, phone, ownHost }) ?? true);
};

/** The unsaved forms of each tab. */
const useUnsaved = () => {
  const [forms, setForms] = useState<ReadonlyMap<string, string>>(new Map());
  const teller = useCallback(
    (tab: string) =>
      (form: string, unsaved: boolean): void =>
        setForms((before) => {
          if (before.has(form) === unsaved) return before;
          const after = new Map(before);
          if (unsaved) after.set(form, tab);
          else after.delete(form);
          return after;
        }),
    [],
  );
  return { isIn: (tab: string) => [...forms.values()].includes(tab), any: forms.size > 0, teller };
};

type TabViewProps = { id: string; hidden: boolean; teller: ReturnType<typeof useUnsaved>['teller']; view: ReactNode };
const TabView = ({ id, hidden, teller, view }: TabViewProps): ReactElement => {
  const tell = useMemo(() => teller(id), [teller, id]);
  return (
    <div hidden={hidden}>
      <UnsavedContext value={tell}>
        <Suspense fallback={<Skeleton rows={4} />}>{view}</Suspense>
      </UnsavedContext>
    </div>
  );
};

/** The tab that the address names, else the first one; `seen` are those that were open since the screen was. */
const useOpenTab = (tabs: readonly SettingTab[]) => {
  const [query, setQuery] = useAddressQuery();
  const first = tabs[0]?.id ?? '';
  const open = tabs.find(({ id }) => id === query.get('tab'))?.id ?? first;
  const [seen, setSeen] = useState<readonly string[]>([open]);
  if (!seen.includes(open)) setSeen([...seen, open]);
  const go = (id: string): void => setQuery(() => new URLSearchParams(id === first ? {} : { tab: id }));
  return { open, seen, go };
};

export const SettingScreen = (): ReactElement => {
  const tabs = useOfferedTabs();
  const { open, seen, go } = useOpenTab(tabs);
  const unsaved = useUnsaved();
  const phone = usePhone();
  const shown = tabs.map(({ id, name }) => ({ id, name: t(name), changed: unsaved.isIn(id) }));
  const nameOf = (id: string): string => {
    const tab = shown.find((one) => one.id === id);
    return tab?.changed === true ? `${tab.name} (${t('changed')})` : (tab?.name ?? '');
  };
  const choice = { value: open, options: tabs.map(({ id }) => id), textOf: nameOf, onChange: go };
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('System setting')}>{null}</ScreenHead>
      <div className={phone ? styles.phone : styles.desk}>
        <Tabs
          label={t('System setting')}
          tabs={shown}
          open={open}
          onOpen={go}
          side
          choice={phone ? <SelectField label={t('Settings')} {...choice} /> : undefined}
        >
          {seen.map((id) => (
            <TabView key={id} id={id} hidden={id !== open} teller={unsaved.teller} view={views.get(id)} />
          ))}
        </Tabs>
      </div>
      <AskBeforeLeaving unsaved={unsaved.any} />
    </div>
  );
};
