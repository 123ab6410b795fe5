// What waits is counted at each message that is added: without the rows, whose payloads may be large.
import assert from 'node:assert/strict';
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { eachStore } from '../../../adapters/test-stores.ts';
import { tables } from '../../../kernel/storage/db.ts';
import { createOutboxStore } from '../store.ts';

eachStore('outbox: what waits, and what of a lane is due, is found without the rows', async (_t, { db, kind }) => {
  if (kind !== 'sqlite') return;
  const asked: RootOperationNode[] = [];
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const store = createOutboxStore(db.withPlugin(listener));
  await store.size();
  await store.waitingIn(['a', 'b']);
  await store.due(1000, ['a']);
  const executor = tables(db).getExecutor();
  const plans: string[] = [];
  for (const node of asked) {
    const id = createQueryId();
    const { sql, parameters } = executor.compileQuery(executor.transformQuery(node, id), id);
    // oxlint-disable-next-line no-await-in-loop -- in the order of the questions
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]),
    );
    plans.push(rows.map(({ detail }) => detail).join('; '));
  }
  assert.equal(plans[0], 'SCAN outbox USING COVERING INDEX outbox_by_lane');
  assert.equal(plans[1], 'SEARCH outbox USING COVERING INDEX outbox_by_lane (lane=?)');
  assert.match(plans.at(-1) ?? '', /LIST SUBQUERY \d+; SCAN outbox USING COVERING INDEX outbox_by_lane;/);
});
