// The screens that accessibility.spec.ts judges with what they show of a device; the other documented paths are judged by
// modals.axe.spec.ts.
import type { Locator, Page } from '@playwright/test';

export const DEVICE = '13800000701';

type Route = readonly [path: string, ready: (page: Page) => Locator];
/** Each screen, and what must be seen before it is judged. */
export const routes: readonly Route[] = [
  ['/blockview', (page) => page.locator(`[data-device="${DEVICE}"]`).first()],
  ['/', (page) => page.getByText(/TRK-701|13800000701/).first()],
  ['/liveview', (page) => page.getByText(DEVICE).first()],
  [`/liveview/${DEVICE}`, (page) => page.getByRole('region').first()],
  [
    '/treeview',
    (page) =>
      page
        .getByRole('treeitem')
        .first()
        .or(page.getByRole('button', { name: 'Devices' })),
  ],
  ['/rendomliveview', (page) => page.locator('[data-phase], [data-tile]').first()],
  ['/videotest', (page) => page.getByRole('heading', { level: 1 })],
  ['/audiotest', (page) => page.getByRole('heading', { level: 1 })],
  ['/splayback', (page) => page.getByText(DEVICE).first()],
  [`/splayback/${DEVICE}`, (page) => page.getByText('Choose a time')],
  ['/remoteplayback', (page) => page.getByText(DEVICE).first()],
  [`/remoteplayback/${DEVICE}`, (page) => page.getByRole('heading', { name: 'Record list' })],
  ['/devicesetup', (page) => page.getByRole('row').filter({ hasText: DEVICE })],
  ['/driversetting', (page) => page.getByRole('row').filter({ hasText: DEVICE })],
  ['/devicemodelinfo', (page) => page.getByRole('row').filter({ hasText: DEVICE })],
  ['/facerecognitionsetting', (page) => page.getByRole('row').filter({ hasText: DEVICE })],
  ['/facerecognitionsetting?tab=add', (page) => page.getByRole('button', { name: 'Set selected' })],
  ['/uslog', (page) => page.getByRole('button', { name: 'Query log' })],
  ['/deviceusage', (page) => page.getByRole('button', { name: 'Query', exact: true })],
  ['/devicenetflow', (page) => page.getByRole('button', { name: 'Query', exact: true })],
  ['/performanceinfo', (page) => page.getByRole('heading', { name: 'Performance info' })],
  ['/accesslog', (page) => page.getByRole('button', { name: 'Query log' })],
  ['/autoupload', (page) => page.getByRole('button', { name: 'Search', exact: true })],
  ['/diskinfo', (page) => page.getByRole('table', { name: 'Disks' })],
  ['/i18neditor', (page) => page.getByRole('table', { name: 'Translation editor' })],
  ['/talklog', (page) => page.getByRole('button', { name: 'Query log' })],
  ['/todayevents', (page) => page.getByRole('heading', { name: "Today's events" })],
  ['/queryeventex', (page) => page.getByRole('button', { name: 'Search', exact: true })],
  ['/eventreportsetting', (page) => page.getByRole('button', { name: 'Save New' })],
  ['/reportfilelist', (page) => page.getByRole('button', { name: 'Query Report Files' })],
  ['/mileage', (page) => page.getByRole('button', { name: 'Search' })],
  ['/pdfviewer', (page) => page.getByText('This address names no PDF of this server')],
  ['/idle', (page) => page.getByRole('heading', { name: 'Idle' })],
  ['/connectrecorder', (page) => page.getByText('Ports of this server')],
  ['/gpsplayback', (page) => page.getByRole('button', { name: 'Query', exact: true })],
];
