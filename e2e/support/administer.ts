// Commands of the administrator on the data of a running server, and the wait until that server took them over.
import { systemClock } from '../../apps/server/src/app.ts';
import { runCommand } from '../../apps/server/src/cli/index.ts';
import { asList, httpCall } from '../../integration/support/operator.ts';
import { until } from '../../integration/support/until.ts';
import type { StageServer } from '../fixture.ts';

/** Runs `npm start -- <name> <words> --<options>` beside the server. */
const administer = (
  server: StageServer,
  name: string,
  words: readonly string[],
  options: Record<string, string>,
): Promise<unknown> =>
  runCommand(name, {
    config: server.config,
    words: [...words],
    options,
    clock: systemClock,
    print: () => undefined,
    readInput: () => Promise.resolve(''),
  });

/** The server looks for changes each two seconds, the console for groups each minute: a page opened before would wait for long. */
export const addGroup = async (server: StageServer, name: string, options: { parent?: string } = {}): Promise<void> => {
  await administer(server, 'add-group', [name], options);
  await until(`the server knows the group ${name}`, async () => {
    const { body } = await httpCall(server.ports.http, 'GET', '/gkserver/usergroup', { account: server.admin });
    return asList(body).some((group) => group['name'] === name);
  });
};

/** Puts a device into a group by its number, and waits until the server lists it there. */
export const putInGroup = async (server: StageServer, deviceId: string, groupid: string): Promise<void> => {
  await administer(server, 'put-device-in-group', [deviceId], { groups: groupid });
  await until(`the server has ${deviceId} in group ${groupid}`, async () => {
    const input = { groupid };
    const { body } = await httpCall(server.ports.http, 'POST', '/gkcommon/groupdevicelist', {
      account: server.admin,
      input,
    });
    return Array.isArray(body) && body.includes(deviceId);
  });
};
