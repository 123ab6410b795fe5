// The switch of event notifications: in the settings menu and in the list of alarms. Kept in this browser as eventNotify.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { usePreference } from '../../lib/preferences.ts';
import styles from '../alarms/alarms.module.css';

/** Switched off, alarms raise no toast; call requests still do. */
export const NotifySwitch = (): ReactElement => {
  const [notify, setNotify] = usePreference('eventNotify');
  const on = notify !== 'false';
  return (
    <label className={`${styles.switch} form-switch`} title={t('Call requests show in any case.')}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="form-check-input"
        checked={on}
        onChange={(event) => setNotify(String(event.target.checked))}
      />
      {t('Event notifications')}
    </label>
  );
};
