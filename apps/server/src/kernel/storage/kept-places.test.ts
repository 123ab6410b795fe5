import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { KeptPlaces } from './kept-places.ts';

test('a path that leads elsewhere is reported, and no longer when it leads back', (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'outrider-places-'));
  t.after(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'data');
  const aside = join(parent, 'aside');
  const [file, log] = [join(folder, 'file'), join(folder, 'file-wal')];
  mkdirSync(folder);
  writeFileSync(file, 'one');
  const places = new KeptPlaces([folder, file], [log]);
  const what = (): string | undefined => places.moved()?.what;
  assert.equal(what(), undefined);
  writeFileSync(log, 'a log comes with the first write');
  assert.equal(what(), undefined);

  renameSync(log, `${log}-aside`);
  assert.deepEqual(places.moved()?.path, log);
  writeFileSync(log, 'another log');
  assert.equal(what(), 'replaced');
  renameSync(`${log}-aside`, log);
  assert.equal(what(), undefined);

  renameSync(folder, aside);
  assert.equal(what(), 'missing');
  mkdirSync(folder);
  writeFileSync(file, 'one');
  assert.deepEqual([what(), places.moved()?.path], ['replaced', folder]);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder was');
  assert.equal(what(), 'replaced');
  rmSync(folder);
  renameSync(aside, folder);
  assert.equal(what(), undefined);
});

test('what is not there at first cannot be kept', () => {
  assert.throws(() => new KeptPlaces([join(tmpdir(), 'outrider-none', 'file')]), /ENOENT/);
});

test('a database that is about to be closed may lose its log; the others are looked at as before', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-places-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  for (const path of [one, `${one}-wal`, other, `${other}-wal`]) writeFileSync(path, path);
  const places = new KeptPlaces([folder]);
  for (const path of [one, other]) places.add(path, `${path}-wal`);
  assert.equal(places.moved(), null);
  places.remove(one, `${one}-wal`);
  rmSync(`${one}-wal`);
  assert.equal(places.moved(), null);
  rmSync(`${other}-wal`);
  assert.deepEqual([places.moved()?.path, places.moved()?.what], [`${other}-wal`, 'missing']);
});
