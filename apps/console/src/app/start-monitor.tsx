// A stand-alone monitor page: no session, no bar. Its account is in its address or typed, and is neither stored nor shown. Not: what the pages
// show (screens/monitor).
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Monitor } from '../screens/monitor/monitor.tsx';
import { sendNoReferrer } from './no-referrer.ts';

export const start = (root: Element): void => {
  sendNoReferrer();
  createRoot(root).render(
    <StrictMode>
      <Monitor pathname={globalThis.location.pathname} />
    </StrictMode>,
  );
};
