// What the route table makes of the menus, and what it says of itself.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rights } from '@outrider/contract';
import { menus, routes, screenOf, screens } from '../../screens/index.ts';
import type { Viewer } from '../../screens/route.ts';
import { menusOf } from './menu-entries.ts';

const admin: Viewer = { level: 0, rights: new Set(rights), userName: 'admin', ownHost: true, phone: false };

/** 'Menu > section > entry', or less where there is no section. */
const offered = (viewer: Partial<Viewer>, pages: readonly string[] = []): string[] =>
  menusOf({ ...admin, ...viewer }, pages).flatMap(({ text: menu, sections }) =>
    sections.flatMap(({ title, entries }) =>
      entries.map(({ text }) => [menu, title, text].filter(Boolean).join(' > ')),
    ),
  );

it('has each path once, each in a menu that there is', () => {
  assert.equal(new Set(screens.map(({ path }) => path)).size, screens.length);
  const names = new Set(menus.map(({ name }) => name));
  for (const { title, menu } of routes) if (menu !== undefined) assert.ok(names.has(menu.of), title);
});

it('finds the row of an address, whole paths only', () => {
  const titles = ['/liveview', '/liveview/TRK-1', '/liveview/TRK-1/x', '/fence', '/', '/none'].map(
    (address) => screenOf(address)?.title,
  );
  assert.deepEqual(titles, ['Live view', 'Live view', undefined, 'Fence', 'Map', undefined]);
});

it('offers the menus in the order of the bar, sections in theirs, external pages behind those of Other', () => {
  const all = offered({}, ['Weather']);
  assert.deepEqual(all.slice(0, 12), [
    'Dashboard > Dashboard',
    'Map > Map',
    'Live view > Live view',
    'Live view > Tree view',
    'Live view > Random live view',
    'GPS playback > GPS playback',
    'Playback > Video playback',
    'Playback > Remote playback',
    "Other > Events > Today's events",
    'Other > Events > Event query',
    'Other > Events > Event report setting',
    'Other > Events > Report files',
  ]);
  const places = all.map((each) => each.slice(0, each.lastIndexOf(' > ')));
  assert.deepEqual([...new Set(places)].slice(5), [
    'Other > Events',
    'Other > Reports',
    'Other > Devices',
    'Other > External pages',
    'System > Accounts',
    'System > Devices',
    'System > Event definitions and plans',
    'System > Information logs',
    'System > Console',
  ]);
});

it('leaves out what the gate or the row refuses, and menus with nothing left', () => {
  const gone = (viewer: Partial<Viewer>): string[] => {
    const left = new Set(offered(viewer));
    return offered({}).filter((each) => !left.has(each));
  };
  const some = (...without: string[]): Viewer['rights'] => new Set(rights.filter((right) => !without.includes(right)));
  assert.deepEqual(gone({ rights: some('P_gppb', 'P_lopb') }), [
    'GPS playback > GPS playback',
    'Playback > Video playback',
  ]);
  assert.deepEqual(gone({ rights: some('F_addcd') }), ['Other > Devices > Custom download']);
  assert.deepEqual(gone({ phone: true }), ['Map > Map']);
  assert.deepEqual(gone({ userName: 'second' }), ['System > Console > System setting']);
  assert.deepEqual(
    gone({ ownHost: false }).filter((each) => !each.startsWith('System > ')),
    ['Other > Reports > Mileage'],
  );
  assert.ok(!offered({ ownHost: false }).some((each) => each.startsWith('System')));
  const bare = menusOf({ ...admin, level: 3, rights: new Set() }, []);
  assert.deepEqual(
    bare.map(({ text }) => text),
    ['System'],
  );
  const levelOne = offered({ level: 1 }).filter((each) => each.startsWith('System'));
  assert.deepEqual(levelOne, [
    'System > Accounts > Group setting',
    'System > Devices > Local device settings',
    'System > Devices > Firmware update',
  ]);
});

it('leads to a path without its parameters', () => {
  const entries = menusOf(admin, []).flatMap(({ sections }) => sections.flatMap((section) => section.entries));
  const facts = ['Live view', 'Mileage', 'Broadcast'].map((name) => {
    const entry = entries.find(({ text }) => text === name);
    return [entry?.to, typeof entry?.run];
  });
  assert.deepEqual(facts, [
    ['/liveview', 'undefined'],
    ['/mileage', 'undefined'],
    [undefined, 'function'],
  ]);
});
