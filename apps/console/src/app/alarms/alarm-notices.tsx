// Brings the pushes of the event socket to the toasts, on every path. Draws nothing itself.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { alarms } from '../../live/alarms.ts';
import { useSession } from '../../live/session.ts';
import { clearNotices, notice } from './notices.tsx';

export const AlarmNotices = (): null => {
  const navigate = useNavigate();
  const signedIn = useSession((s) => s.loginFlag === 1);
  useEffect(() => alarms.subscribe((pushes) => notice(pushes, (address) => void navigate(address))), [navigate]);
  useEffect(() => {
    if (!signedIn) clearNotices();
  }, [signedIn]);
  return null;
};
