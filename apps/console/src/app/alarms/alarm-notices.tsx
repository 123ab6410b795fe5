// Brings the pushes of the event socket to the toasts, on every path. Draws nothing itself.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { alarms } from '../../live/alarms.ts';
import { useSession } from '../../live/session.ts';
import { clearNotices, closeAlarmToasts, notice } from './alarm-toasts.tsx';
import { useAlarmPanel } from './panel-store.ts';

export const AlarmNotices = (): null => {
  const navigate = useNavigate();
  const signedIn = useSession((s) => s.loginFlag === 1);
  const phone = usePhone();
  const listed = useAlarmPanel();
  useEffect(
    () => alarms.subscribe((pushes) => notice(pushes, phone, (address) => void navigate(address))),
    [navigate, phone],
  );
  useEffect(() => {
    if (listed) closeAlarmToasts();
  }, [listed]);
  useEffect(() => {
    if (!signedIn) clearNotices();
  }, [signedIn]);
  return null;
};
