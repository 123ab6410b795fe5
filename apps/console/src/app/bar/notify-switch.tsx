// The switch of event notifications: in the settings menu and in the list of alarms. Kept in this browser as eventNotify.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { usePreference } from '../../lib/preferences.ts';
import { SwitchField } from '../../ui/checkbox-field.tsx';
import styles from '../alarms/alarms.module.css';

/** Switched off, alarms raise no toast; call requests still do. */
export const NotifySwitch = (): ReactElement => {
  const [notify, setNotify] = usePreference('eventNotify');
  const on = notify !== 'false';
  return (
    <div className={styles.switch}>
      <SwitchField
        label={t('Event notifications')}
        title={t('Call requests show in any case.')}
        on={on}
        onChange={(next) => setNotify(String(next))}
      />
    </div>
  );
};
