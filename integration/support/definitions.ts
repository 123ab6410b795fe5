// Event definitions as an administrator leaves them.
import assert from 'node:assert/strict';
import { httpCall, type Json } from './operator.ts';
import type { Account } from './server.ts';

type Target = { ports: { http: number }; admin: Account };

const send = async ({ ports, admin }: Target, method: string, path: string, input: Json): Promise<void> => {
  const { status, body } = await httpCall(ports.http, method, path, { account: admin, input });
  assert.equal(status, 200, JSON.stringify(body));
};

/** Names an event code in a profile, which is there from then on. */
export const defineEvent = (server: Target, definename: string, eventtype: number, eventname: string): Promise<void> =>
  send(server, definename === 'GLOBAL' ? 'PUT' : 'POST', '/gkevent/eventdefine', {
    eventDefine: { definename, eventtype, eventname, notifytext: '', notifycolor: '#FFFFFF' },
  });

/** Has a registered device follow a profile that is there. */
export const followProfile = (server: Target, deviceid: string, definename: string): Promise<void> =>
  send(server, 'POST', '/gkevent/eventdefinedevice', { deviceid, definename });
