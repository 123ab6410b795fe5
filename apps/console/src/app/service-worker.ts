// The service worker from the page's side: registered on secure pages, and what is said when it keeps the console for offline use,
// when a newer build waits, and when it cannot be registered. What it keeps is vite/service-worker.ts.
import { Workbox } from 'workbox-window';
import { t } from '../lib/i18n.ts';
import { hasScript } from '../lib/send.ts';
import { systemClock } from '../lib/time.ts';
import { sessionStore } from '../live/session.ts';
import { showToast } from '../ui/toast.ts';

const SCRIPT = '/service-worker.js';
/** The names of the machine itself. */
const THIS_MACHINE = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

/** A console that stays open for days still hears of a new build. */
const LOOK_AGAIN_MS = 3_600_000;

/** Stays until it is answered: a stale build is never served silently. */
const offerNewBuild = (worker: Workbox): void => {
  showToast('info', t('New content is available; please refresh.'), '', {
    id: 'new-build',
    shownMs: Infinity,
    action: { text: t('Refresh'), run: () => worker.messageSkipWaiting() },
  });
};

/** Asks for a newer build now and then, and whenever another server version answers: a server that was updated brings one. */
const lookForNewBuilds = (worker: Workbox): void => {
  const look = (): void => {
    worker.update().catch(() => {}); // the server is away: the next look will do
  };
  systemClock.every(LOOK_AGAIN_MS, look);
  let version: string | undefined;
  sessionStore.subscribe(({ server }) => {
    if (server === undefined || server.version === version) return;
    if (version !== undefined) look();
    version = server.version;
  });
};

/** Settings, texts, pictures and theme: what the worker keeps under the name that vite/service-worker.ts gives it. */
const deploymentFiles = /\/(?:themes\/[a-z]+\.css|gms\.js|i18n\/config|brand\/[^?]*)(?:\?.*)?$/;

/** Keeps what this page loaded before there was a worker. */
const keepThisPage = async (): Promise<void> => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const cache = await caches.open('deployment');
  await cache.addAll([...new Set(loaded.filter((address) => deploymentFiles.test(address)))]);
};

/**
 * On this machine one program after the other stands at the same address: a worker whose script is gone there belongs to a former one,
 * and would show its pages for good. It goes, and the page starts again without it. Gives whether that was so.
 */
const leaveFormer = async (serviceWorker: ServiceWorkerContainer): Promise<boolean> => {
  if (!THIS_MACHINE.test(globalThis.location.hostname)) return false;
  const registration = await serviceWorker.getRegistration();
  // A server that is away says nothing about its script.
  if (registration === undefined || (await hasScript(SCRIPT).catch(() => true))) return false;
  await registration.unregister();
  globalThis.location.reload();
  return true;
};

/** Registers the worker once the page has loaded. On plain http there is none, and the console works without. */
export const startServiceWorker = async (): Promise<void> => {
  // Absent on plain http, whatever the type says.
  const { serviceWorker }: { serviceWorker?: ServiceWorkerContainer } = navigator;
  if (serviceWorker === undefined || import.meta.env.DEV || (await leaveFormer(serviceWorker))) return;
  const worker = new Workbox(SCRIPT);
  worker.addEventListener('installed', ({ isUpdate }) => {
    if (isUpdate === true) return;
    keepThisPage().then(
      () => console.info('Content is cached for offline use.'),
      () => {}, // no room: the console starts without the server all the same, but plain
    );
  });
  worker.addEventListener('waiting', () => offerNewBuild(worker));
  // A worker that waited takes over only when somebody asked it to, here or in another tab: every tab moves to the new build.
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (isUpdate === true) globalThis.location.reload();
  });
  await worker.register();
  lookForNewBuilds(worker);
};
