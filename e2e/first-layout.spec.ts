// The tree view of a browser in which nobody has made a layout begins with the server's; from then on it is this browser's own.
import { ROOT_GROUP_ID } from '../apps/server/src/features/group/index.ts';
import { setFirstLayout } from '../apps/server/src/features/first-layout/index.ts';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';
import { deviceRow, leaf, tileOf, tiles } from './tree.ts';

const stage = useStage({}, async (made) => {
  for (const id of ['LAY-1', 'LAY-2']) await made.register(id, 2);
  const wanted = [
    { deviceid: 'LAY-1', channel: 1 },
    { deviceid: 'LAY-1', channel: 2 },
    { deviceid: 'LAY-2', channel: 0 },
  ];
  await setFirstLayout(made.server.app.settings, { name: 'Two vehicles', tiles: wanted });
});

test('the first layout is there at first, is changed as any other, and does not come back once it was', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/treeview' });
  await tileOf(page, 'LAY-1', 1).waitFor();
  await tileOf(page, 'LAY-1', 2).waitFor();
  await tileOf(page, 'LAY-2', 'map').waitFor();
  await expect(page.getByRole('combobox', { name: 'Layout' })).toHaveValue('Two vehicles');
  await deviceRow(page, 'LAY-1').click();
  await leaf(page, 'ch2').click();
  await tileOf(page, 'LAY-1', 2).waitFor({ state: 'detached' });
  await page.reload();
  await tileOf(page, 'LAY-1', 1).waitFor();
  await expect(tiles(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete layout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tiles(page)).toHaveCount(0);
  await page.reload();
  await page.getByText('This layout has no tiles yet').waitFor();
  await expect(tiles(page)).toHaveCount(0);
});

test('who sees none of its devices begins without tiles', async ({ t }) => {
  const group = await stage.server.app.groups.add(ROOT_GROUP_ID, 'empty');
  const account = await stage.account('lay-none', 2, undefined, [group]);
  const page = await stage.signedIn(t, { account, path: '/treeview' });
  await page.getByText('This layout has no tiles yet').waitFor();
  await expect(tiles(page)).toHaveCount(0);
});
