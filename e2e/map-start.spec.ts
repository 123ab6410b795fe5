// Where the map screen opens and for whom: its place on the page, its markers, its first view, and the ways away from it.
import assert from 'node:assert/strict';
import { until } from '../integration/support/until.ts';
import { addressOf, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { ownServer, panel, placed, report, row, shown } from './support/map.ts';
import { test } from './test.ts';

const stage = useStage();
const DEFAULT = { lat: 24.078605, lng: 120.528535 };

test('[F-MAP-001 F-CONST-030 F-CONST-031] without positions the map fills the page at the default place and zoom', async ({
  t,
}) => {
  const { server, ending } = await ownServer(t);
  const page = await stage.signedIn(ending, { server });
  await page.locator('canvas.maplibregl-canvas').waitFor();
  const { center, zoom } = await until('the map is there', async () => {
    const now = await report(page);
    return now.largestZoom > 0 && now;
  });
  assert.ok(Math.abs(center.lat - DEFAULT.lat) < 1e-6 && Math.abs(center.lng - DEFAULT.lng) < 1e-6);
  assert.equal(zoom, 11);
  // The bars may still settle while the map is there.
  const room = async (): Promise<unknown> => {
    const map = await page.getByTestId('fleet-map').boundingBox();
    const bar = await page.getByRole('banner').boundingBox();
    const status = await page.getByRole('contentinfo').boundingBox();
    if (map === null || bar === null || status === null) return undefined;
    return {
      left: map.x,
      belowBar: map.y - bar.height,
      width: map.width,
      aboveStatus: status.y - (map.y + map.height),
    };
  };
  await becomes(room, { left: 0, belowBar: 0, width: page.viewportSize()?.width, aboveStatus: 0 });
});

test('[F-CONST-032] one variant opens the map at zoom 5', async ({ t }) => {
  const { server, ending } = await ownServer(t, { pageVariant: 12 });
  const page = await stage.signedIn(ending, { server });
  await until('the map is at zoom 5', async () => (await report(page)).zoom === 5);
});

test('[F-MAP-002 F-MAP-008 F-RIGHTS-011] a fix or an entered place makes a marker, nothing makes none; live view is for those online', async ({
  t,
}) => {
  const { device } = await placed(stage, t, '013800000401', { latitude: 24.31, longitude: 120.7 });
  await stage.register('ENTERED', 2, { maplocation: { lat: 24.32, lng: 120.72 } });
  await stage.register('NOWHERE', 2);
  const page = await stage.signedIn(t);
  await shown(page, device.id);
  const entered = await shown(page, 'ENTERED');
  assert.deepEqual([entered.lat.toFixed(4), entered.lng.toFixed(4)], ['24.3200', '120.7200']);
  assert.deepEqual((await report(page)).vehicles.map(({ id }) => id).toSorted(), [device.id, 'ENTERED'].toSorted());
  await row(page, 'ENTERED').getByText('GPS signal not found').waitFor();
  await row(page, 'ENTERED').getByText('24.32000, 120.72000').waitFor();
  const live = (id: string) => row(page, id).getByRole('link', { name: `Live view of ${id}` });
  await live(device.id).waitFor();
  await row(page, 'NOWHERE').waitFor();
  assert.deepEqual(
    [await live(device.id).count(), await live('ENTERED').count(), await live('NOWHERE').count()],
    [1, 0, 0],
  );
});

test('[F-MAP-008 F-RIGHTS-011] a live view button needs the right to see pictures', async ({ t }) => {
  const { device } = await placed(stage, t, '013800000402', { latitude: 24.2 });
  const account = await stage.account('nolive', 1, ['P_dash', 'F_gps']);
  const page = await stage.signedIn(t, { account, path: `/?device=${device.id}` });
  await panel(page).waitFor();
  await row(page, device.id).waitFor();
  assert.equal(await page.locator('a[href^="/liveview/"]').count(), 0);
});

test('[F-MAP-013] anyone who is not signed in goes to the sign-in form', async ({ t }) => {
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, '/'));
  await page.waitForURL('**/login');
});

test('[F-MAP-014] phones go to the dashboard', async ({ t }) => {
  const page = await stage.signedIn(t, { phone: true });
  await page.waitForURL('**/blockview');
});

test('[F-MAP-015] where the deployment has no map, its path leads to the idle page', async ({ t }) => {
  const { server, ending } = await ownServer(t, { disableMap: true });
  const page = await stage.signedIn(ending, { server });
  await page.waitForURL('**/idle');
});

test('[F-RIGHTS-024] without the right to positions there is no map: no screen, no map beside the pictures', async ({
  t,
}) => {
  const { device } = await placed(stage, t, '013800000403', { latitude: 24.21 });
  const account = await stage.account('nogps', 1, ['P_dash', 'P_live', 'P_tree']);
  const page = await stage.signedIn(t, { account });
  await page.waitForURL('**/idle');
  await page.goto(addressOf(stage.server, `/liveview/${device.id}`));
  await page.getByRole('heading', { name: device.id }).first().waitFor();
  await page.getByRole('group', { name: 'Channels' }).getByRole('button').first().waitFor(); // the Map would stand beside them
  assert.equal(await page.getByRole('button', { name: 'Map', exact: true }).count(), 0);
  const seeing = await stage.signedIn(t, { path: `/liveview/${device.id}` });
  await seeing.getByRole('button', { name: 'Map', exact: true }).waitFor();
});
