// The bell of the bar: how many alarms came since somebody looked; a click opens the recent ones.
import type { ReactElement } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import { t } from '../../lib/i18n.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useAlarms } from '../../live/alarms.ts';
import { seeAlarms } from '../../live/index.ts';
import { useMay } from '../../live/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { AlarmListView } from '../alarms/alarm-list-view.tsx';
import styles from '../alarms/alarms.module.css';
import { setAlarmPanel, useAlarmPanel } from '../alarms/panel-store.ts';
import bar from './bar.module.css';
import { NotifySwitch } from './notify-switch.tsx';

const MOST_COUNTED = 99;

const Face = (): ReactElement => {
  const unseen = useAlarms((s) => s.unseen);
  const [notify] = usePreference('eventNotify');
  const count = unseen > MOST_COUNTED ? `${MOST_COUNTED}+` : String(unseen);
  const label = unseen > 0 ? `${t('Alarms')} (${count})` : t('Alarms');
  return (
    <Dropdown.Toggle
      as="button"
      type="button"
      className={bar.item}
      aria-label={label}
      title={label}
      bsPrefix="o-toggle"
    >
      <Icon name={notify === 'false' ? 'bellOff' : 'bell'} size={18} />
      {unseen > 0 && <span className={`${bar.badge} num`}>{count}</span>}
    </Dropdown.Toggle>
  );
};

/** Opened or closed, all that is in the list has been seen. */
const toggle = (open: boolean): void => {
  setAlarmPanel(open);
  seeAlarms();
};

/** For those who may see events. */
export const AlarmBell = (): ReactElement | null => {
  const open = useAlarmPanel();
  const may = useMay('F_event');
  if (!may) return null;
  return (
    <Dropdown align="end" autoClose="outside" show={open} onToggle={toggle}>
      <Face />
      {open && (
        <Dropdown.Menu className={styles.panel ?? ''}>
          <div className={styles.panelHead}>
            <h2>{t('Recent alarms')}</h2>
            <NotifySwitch />
          </div>
          <AlarmListView onGo={() => toggle(false)} />
        </Dropdown.Menu>
      )}
    </Dropdown>
  );
};
