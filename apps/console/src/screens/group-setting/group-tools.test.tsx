// The fields that name groups: what is typed while a name is being saved is the next name, and stays.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { UserGroup } from '@outrider/contract';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { groupModel } from '../../parts/groups/group-model.ts';
import { GroupTools } from './group-tools.tsx';
import type { GroupEdits } from './use-group-setting.ts';

/** One for each save, in their order. */
let answers: ((worked: boolean) => void)[] = [];
const saving = (): Promise<boolean> => new Promise((resolve) => void answers.push(resolve));
const edits: GroupEdits = {
  add: saving,
  rename: saving,
  move: saving,
  remove: () => Promise.resolve(),
  link: saving,
  unlink: () => Promise.resolve(),
};

const named = (name: string) => {
  const group: UserGroup = { groupid: '2', parentid: '1', name, updatetime: 0 };
  return <GroupTools group={group} model={groupModel([group])} edits={edits} deviceCount={0} />;
};
const field = (name: string): HTMLInputElement => screen.getByLabelText(name);
const type = (name: string, value: string): boolean => fireEvent.change(field(name), { target: { value } });
const press = (name: string): boolean => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const answer = (worked: boolean): Promise<void> => act(async () => answers.shift()?.(worked));

beforeAll(startTexts);
beforeEach(() => {
  answers = [];
});
afterEach(cleanup);

it('the next group is named while the first is saved; what was saved is gone from the field', async () => {
  render(named('a'));
  type('New group below', 'north');
  press('Add child');
  type('New group below', 'south');
  await answer(true);
  expect(field('New group below').value).toBe('south');
  press('Add child');
  await answer(false);
  expect(field('New group below').value).toBe('south');
  press('Add child');
  await answer(true);
  expect(field('New group below').value).toBe('');
});

it.each([
  ['before the answer', true],
  ['after it', false],
])('a name that is typed on while the group is renamed stays, the new one coming %s', async (_, first) => {
  const { rerender } = render(named('a'));
  type('Name', 'b');
  press('Rename');
  type('Name', 'bc');
  if (first) rerender(named('b'));
  await answer(true);
  rerender(named('b'));
  expect(field('Name').value).toBe('bc');
});

it('a name that somebody else gave takes the place of what stands in the field', async () => {
  const { rerender } = render(named('a'));
  type('Name', 'mine');
  press('Rename');
  await answer(false);
  expect(field('Name').value).toBe('mine');
  rerender(named('theirs'));
  expect(field('Name').value).toBe('theirs');
  type('Name', 'ours');
  press('Rename');
  await answer(true);
  for (const name of ['ours', 'theirs', 'ours']) {
    rerender(named(name));
    expect(field('Name').value).toBe(name);
  }
});
