// Who may not play back from devices: the hint of the deployment where there is one, then home.
import assert from 'node:assert/strict';
import { rights } from '@outrider/contract';
import { startStageServer, useStage } from './fixture.ts';
import { test } from './test.ts';

const HINT = 'Ask the <b>depot</b> for recordings.';
const stage = useStage({ disabledHint: HINT });

test('[E-ROLE-008] without its right remote playback shows the hint that is configured, then the start page', async ({
  t,
}) => {
  const others = rights.filter((right) => right !== 'P_repb');
  const account = await stage.account('no-remote', 3, others);
  const page = await stage.signedIn(t, { account, path: '/remoteplayback/TRK-1', expected: /WebGL/ });
  const hint = page.getByRole('dialog', { name: 'Not available here' });
  await hint.getByText(HINT, { exact: true }).waitFor();
  await hint.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL((url) => url.pathname === '/');

  const server = await startStageServer({ disableRemotePlayback: true });
  t.after(() => server.close());
  const plain = await stage.signedIn(t, { server, account: server.admin, path: '/remoteplayback', expected: /WebGL/ });
  await plain.waitForURL((url) => url.pathname === '/');
  await plain.getByRole('button', { name: 'Live view' }).waitFor();
  assert.equal(await plain.getByRole('dialog').count(), 0, 'no hint is configured there');
  await plain.context().close(); // before its server
});
