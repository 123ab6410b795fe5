// Brings the pushes of the event socket to the toasts, on every path, and answers a call wherever the talk to its device is opened. Draws
// nothing itself.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { alarms } from '../../live/alarms.ts';
import { useSession } from '../../live/session.ts';
import { useOverlay } from '../../parts/overlay-store.ts';
import { useTalkOpen } from '../../parts/talk/open-talks.ts';
import { answerCall, clearNotices, closeAlarmToasts, notice } from './alarm-toasts.tsx';
import { useAlarmPanel } from './panel-store.ts';
import { quietRing } from './ring.ts';

export const AlarmNotices = (): null => {
  const navigate = useNavigate();
  const signedIn = useSession((s) => s.loginFlag === 1);
  const phone = usePhone();
  const listed = useAlarmPanel();
  const overlay = useOverlay();
  const talking = useTalkOpen();
  useEffect(
    () => alarms.subscribe((pushes) => notice(pushes, phone, (address) => void navigate(address))),
    [navigate, phone],
  );
  useEffect(() => {
    if (overlay?.kind === 'talk') answerCall(overlay.deviceId);
  }, [overlay]);
  useEffect(() => {
    quietRing(talking);
    return () => quietRing(false);
  }, [talking]);
  useEffect(() => {
    if (listed) closeAlarmToasts();
  }, [listed]);
  useEffect(() => {
    if (!signedIn) clearNotices();
  }, [signedIn]);
  return null;
};
