// The panels of what a device told, and what it did not tell. All of them stay, so that what is typed in one outlives a look into another.
import {
  isStandardRow,
  type ParameterPanel,
  parameterPanelNames,
  parameterPanels,
  parametersOfPanel,
} from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useMay, useSession } from '../../../live/session.ts';
import { EmptyState, Notice } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import styles from './device-setup.module.css';
import { Panel } from './panel.tsx';
import { RawTab } from './raw-tab.tsx';
import { rowsToldOf } from './use-panel-form.tsx';
import type { Setup, Sheet } from './use-setup.ts';
import { troubleText } from '../../../parts/parameters/words.ts';

const RAW = 'raw';

/** What the device left out or said wrongly, in as few lines as that takes. */
const Missing = ({ sheet, panels }: { sheet: Sheet; panels: readonly ParameterPanel[] }): ReactElement | null => {
  const { wrong, cut } = sheet;
  if (panels.length + wrong.length === 0 && !cut) return null;
  return (
    <Notice>
      {panels.length > 0 && (
        <>
          {t('The device told nothing of: {panels}.', {
            panels: panels.map((panel) => t(parameterPanelNames[panel])).join(', '),
          })}{' '}
        </>
      )}
      {wrong.map((trouble) => `${troubleText(trouble)} `)}
      {cut && t('The end of its answer could not be read.')}
    </Notice>
  );
};

/** Panels for which the account has a right at all: told, and not told. */
const usePanels = (sheet: Sheet) => {
  const rights = useSession((session) => session.rights);
  const open = parameterPanels.filter((panel) => parametersOfPanel(panel).some(({ right }) => rights.has(right)));
  const told = open.filter((panel) => rowsToldOf(panel, sheet).length > 0);
  // What only the vendor block has nobody misses in a device that does not know it.
  const expected = open.filter((panel) => parametersOfPanel(panel).some(isStandardRow));
  return { told, missing: expected.filter((panel) => !told.includes(panel)) };
};

type SheetPanelsProps = { deviceId: string; setup: Setup; sheet: Sheet };

export const SheetPanels = ({ deviceId, setup, sheet }: SheetPanelsProps): ReactElement => {
  const { told, missing } = usePanels(sheet);
  const mayRaw = useMay('F_rmdvrs_raw');
  const [chosen, choose] = useState<string>();
  const [rawSeen, seeRaw] = useState(false);
  const [differs, setDiffers] = useState<Partial<Record<ParameterPanel, readonly string[]>>>({});
  const { busy, due, begun, allBegun } = setup.state;
  const ids: readonly string[] = mayRaw ? [...told, RAW] : told;
  const open = chosen !== undefined && ids.includes(chosen) ? chosen : (ids[0] ?? '');
  if (open === RAW && !rawSeen) seeRaw(true);
  if (told.length === 0) return <EmptyState title={t('No Setable Item')} />;
  const tabs = [
    ...told.map((id) => ({ id, name: t(parameterPanelNames[id]) })),
    ...(mayRaw ? [{ id: RAW, name: t('Raw list') }] : []),
  ];
  return (
    <>
      <Missing sheet={sheet} panels={missing} />
      <Tabs label={t('Panels')} tabs={tabs} open={open} onOpen={choose} side>
        {told.map((panel) => (
          <div key={`${panel} ${allBegun} ${begun[panel] ?? 0}`} className={styles.section} hidden={panel !== open}>
            <Panel
              deviceId={deviceId}
              panel={panel}
              sheet={sheet}
              busy={busy}
              fields={busy && due === 'all' ? 'loading' : 'open'}
              differs={differs[panel] ?? []}
              onTyped={setup.typing}
              onSaved={(others) => {
                setDiffers((before) => ({ ...before, [panel]: others }));
                setup.reload([panel]);
              }}
            />
          </div>
        ))}
        {mayRaw && rawSeen && (
          <div className={styles.section} hidden={open !== RAW}>
            <RawTab deviceId={deviceId} open={open === RAW} />
          </div>
        )}
      </Tabs>
    </>
  );
};
