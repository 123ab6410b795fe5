// How an alarm and its device are named, and where a click on it leads.
import { isCallForHelp, severityOf } from '@outrider/contract';
import type { Severity } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import type { Alarm } from '../../live/alarm-list.ts';
import { mapEnabled, mayDo } from '../../live/session.ts';
import type { Session } from '../../live/session.ts';

/** 'External alarm: SOS', by the name that the profile of the device has; a code without one shows its number. */
export const alarmTitle = ({ name, note }: Pick<Alarm, 'name' | 'note'>): string =>
  note === '' ? t(name) : `${t(name)}: ${t(note)}`;

/** The driver pressed for help. */
export const isSos = ({ code, note }: Pick<Alarm, 'code' | 'note'>): boolean => isCallForHelp(code, note);

export type AlarmSeverity = { readonly severity: Severity; readonly text: string };

/** How much it matters, and in a word. */
export const alarmSeverity = ({ code, note }: Pick<Alarm, 'code' | 'note'>): AlarmSeverity => {
  const severity = severityOf(code, note);
  return { severity, text: { urgent: t('Urgent'), warning: t('Warning'), notice: t('Notice') }[severity] };
};

/** The device's live view, or its place on the map for who may not watch; undefined for who may neither. */
export const deviceAddress = (deviceId: string, session: Pick<Session, 'level' | 'rights'>): string | undefined => {
  const id = encodeURIComponent(deviceId);
  if (mayDo(session, 'P_live')) return `/liveview/${id}`;
  return mapAddress(deviceId, session);
};

/** The device's place on the map; undefined where there is no map for this user. */
export const mapAddress = (deviceId: string, session: Pick<Session, 'rights'>): string | undefined =>
  mapEnabled(session) ? `/?device=${encodeURIComponent(deviceId)}` : undefined;
