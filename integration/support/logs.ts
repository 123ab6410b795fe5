// Searching a log over the wire, as every log is searched.
import assert from 'node:assert/strict';
import { type Json, asList, asJson, httpCall } from './operator.ts';
import type { Account, Server } from './server.ts';

type Asked = Pick<Server, 'ports' | 'admin'>;

/** At any time. */
const ALWAYS = { afterUpdatetime: 0, beforeUpdatetime: 4_000_000_000 };

export const searchLog = (server: Asked, path: string, input: Json = {}, account: Account = server.admin) =>
  httpCall(server.ports.http, 'POST', path, { account, input: { ...ALWAYS, ...input } });

/** Newest first. */
export const logRows = async (server: Asked, path: string, input: Json = {}, account?: Account): Promise<Json[]> => {
  const { status, body } = await searchLog(server, path, input, account);
  assert.equal(status, 200, JSON.stringify(body));
  return asList(body);
};

/**
 * Each filter finds what it names and nothing else, the span has both its ends, and a text holds no space and no quote. `found`: filters
 * that all find something; `texts`: those that are typed.
 */
export const assertNarrows = async (
  server: Asked,
  path: string,
  found: Json,
  texts: readonly string[],
): Promise<void> => {
  const count = async (input: Json): Promise<number> => (await logRows(server, path, input)).length;
  assert.ok((await count(found)) > 0, 'all filters at once');
  const [newest] = await logRows(server, path, found);
  const at = Number(newest?.['datetime'] ?? newest?.['updatetime']);
  assert.equal(await count({ beforeUpdatetime: at - 3600 }), 0, 'before it');
  assert.equal(await count({ afterUpdatetime: at + 3600 }), 0, 'after it');
  for (const name of texts) {
    assert.equal(await count({ ...found, [name]: 'nothing-has-this' }), 0, name);
    for (const bad of ['a b', "a'b"]) {
      const { status, body } = await searchLog(server, path, { [name]: bad });
      assert.equal(status, 400);
      assert.match(String(asJson(body)['message']), /no space and no single quote/);
    }
  }
};
