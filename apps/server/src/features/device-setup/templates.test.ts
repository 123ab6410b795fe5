// A template that somebody else changed: what its save finds is told whole, so that a second save gives nothing back as it was before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangedError, rights } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { StoredTemplate, TemplateStore } from './store/templates.ts';
import { Templates } from './templates.ts';

const ann: Caller = { userId: 3, userName: 'ann', level: 2, rights: new Set(rights), sessionId: null, address: '' };
const NEW = { name: 'City bus', memo: '', sheet: { sys_spdlimit: 60 }, groupIds: [1], keep: true };

const openTemplates = async (): Promise<Templates> => {
  let rows: StoredTemplate[] = [];
  const store: Partial<TemplateStore> = {
    named: async () => [],
    list: async () => rows,
    add: async (row) => {
      rows = [{ ...row, id: 1 }];
      return 1;
    },
    change: async (row) => {
      rows = [row];
      return true;
    },
  };
  const clock = createManualClock();
  return Templates.open({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what these tests use of it
    store: store as TemplateStore,
    clock,
    access: { maySee: () => true },
    covers: () => false,
  });
};

test('a refused save is told the vehicles and groups that the other one has chosen, too', async () => {
  const templates = await openTemplates();
  const id = await templates.add(ann, NEW, [11]);
  const shown = (): string[] => [...templates.namedBy(id)].map((key) => `D${key}`);
  const seenMs = templates.must(ann, id).updatedMs;
  const theirs = { ...NEW, groupIds: [2, 3] };
  await templates.change(ann, id, theirs, { chosen: () => [11, 12], shown }, seenMs);
  await assert.rejects(templates.change(ann, id, NEW, { chosen: () => [11], shown }, seenMs), (error) => {
    assert.ok(error instanceof ChangedError);
    assert.deepEqual(error.changed.present, {
      name: 'City bus',
      memo: '',
      deviceParams: { sys_spdlimit: 60 },
      deviceids: ['D11', 'D12'],
      groupids: [2, 3],
      keep: true,
    });
    return true;
  });
});
