// The field for the name of a group: when it says what is wrong.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import { described, draw } from '../../ui/testing.tsx';
import { GroupNameField } from './group-name-field.tsx';

beforeAll(startTexts);
afterEach(cleanup);

it('a name from before the rule is no mistake while it stands; what is typed over it is', () => {
  draw('All devices', (value, onChange) => (
    <GroupNameField label="Name" value={value} kept="All devices" onChange={onChange} />
  ));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(described(field)).toBe('');
  fireEvent.change(field, { target: { value: 'All devicesX' } });
  expect(field.value).toBe('All devicesX');
  expect(described(field)).toMatch(/^A group name has 1 to 64 characters/);
  fireEvent.change(field, { target: { value: 'AlldevicesX' } });
  expect(described(field)).toBe('');
});
