import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { onPostgres } from '../../adapters/test-stores.ts';
import type { OpenDatabase } from '../../kernel/storage/db.ts';
import { openSlotNames } from './find-slots.ts';
import { acceptFolder, FolderMarks } from './folder-marks.ts';
import { segmentPath } from './segment-file.ts';
import { localSegments } from './segment-storage.ts';
import { nameSlots, ONLY_NODE, readSlotEntry, SlotNames } from './slot-names.ts';
import { createRecordingStore } from './store.ts';
import { createSlotStore } from './store/slots.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const KNOWN = [
  { name: 'slot1', folder: '/a', mark: 'mark of a' },
  { name: 'slot2', folder: '/b', mark: 'mark of b' },
];
const found = (folder: string, mark?: string, name: string | null = null) => ({ name, folder, mark });

test('an entry is a folder, or a name and a folder', () => {
  assert.deepEqual(readSlotEntry('/mnt/a=b'), { name: null, folder: '/mnt/a=b' });
  assert.deepEqual(readSlotEntry('north=/mnt/a=b'), { name: 'north', folder: '/mnt/a=b' });
});

test('a slot is known by the name it is given, by its mark, by where it lay; else it is new', () => {
  const names = (...of: ReturnType<typeof found>[]): string[] => nameSlots(KNOWN, of);
  assert.deepEqual(names(found('/a', 'mark of a'), found('/b', 'mark of b')), ['slot1', 'slot2']);
  assert.deepEqual(names(found('/new', 'mark of b'), found('/a', 'mark of a')), ['slot2', 'slot1'], 'moved');
  assert.deepEqual(names(found('/a', 'mark of b'), found('/b', 'mark of a')), ['slot2', 'slot1'], 'exchanged');
  assert.deepEqual(names(found('/a'), found('/b')), ['slot1', 'slot2'], 'not mounted');
  assert.deepEqual(names(found('/a', 'of nobody'), found('/c')), ['slot1', 'slot3']);
  assert.deepEqual(names(found('/a'), found('/c', 'mark of a')), ['slot3', 'slot1'], 'a new disk where one was');
  assert.deepEqual(
    names(found('/copy', 'mark of a'), found('/a', 'mark of a')),
    ['slot3', 'slot1'],
    'a copy is another',
  );
  assert.deepEqual(names(found('/c', undefined, 'north'), found('/d', undefined, 'slot2')), ['north', 'slot2']);
  assert.deepEqual(names(found('/b', 'mark of b'), found('/d', undefined, 'slot2')), ['slot3', 'slot2']);
  assert.deepEqual(nameSlots([], [found('/x'), found('/y')]), ['slot1', 'slot2']);
});

test('no place for a slot that was never here, no name for a folder that is none', () => {
  const names = new SlotNames('here', [{ name: 'slot1', folder: '/a' }]);
  assert.equal(names.folderOf('slot1'), '/a');
  assert.match(names.folderOf('slot2'), /^\/dev\/null\//);
  assert.throws(() => names.nameOf('/b'), /No media slot lies in \/b/);
});

const temporary = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-names-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('the folder of another slot is refused in words, and a slot that lies elsewhere is stored', async (t) => {
  const parent = await temporary(t);
  const [a, b] = [join(parent, 'a'), join(parent, 'b')];
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const slots = createSlotStore(opened.db);
  const open = (...entries: string[]) => openSlotNames(slots, 'here', entries.map(readSlotEntry));
  const names = await open(a);
  await acceptFolder({ ...slots, names }, a);
  await rename(a, b);
  assert.equal((await open(b)).nameOf(b), 'slot1');
  assert.deepEqual(
    (await slots.slotsOf('here')).map(({ name, folder }) => `${name} ${folder}`),
    [`slot1 ${b}`],
  );
  const named = new FolderMarks({ ...slots, names: await open(`north=${b}`) });
  await named.load();
  await assert.rejects(named.check(b, false), /it is the folder of the slot slot1\. Name it so/);
});

test('a slot whose folder another disk has lies nowhere until its own is found, also after a restart', async (t) => {
  const parent = await temporary(t);
  const [a, b, away] = [join(parent, 'a'), join(parent, 'b'), join(parent, 'away')];
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const slots = createSlotStore(opened.db);
  const open = (...entries: string[]) => openSlotNames(slots, 'here', entries.map(readSlotEntry));
  const both = async (...entries: string[]): Promise<string[]> => {
    const names = await open(...entries);
    return ['slot1', 'slot2'].map((name) => names.folderOf(name));
  };
  const first = await open(a, b);
  for (const folder of [a, b]) await acceptFolder({ ...slots, names: first }, folder); // oxlint-disable-line no-await-in-loop
  await rename(a, away);
  await rename(b, a);
  assert.deepEqual(await both(a, b), ['/dev/null/slot1', a]);
  assert.deepEqual(await both(), ['/dev/null/slot1', a], 'no folder is configured any more');
  await mkdir(b);
  await rename(a, b);
  await rename(away, a);
  assert.deepEqual(await both(b, a), [a, b]);
  await rename(a, away);
  await rename(b, a);
  await rename(away, b);
  assert.deepEqual(await both(a, b), [b, a], 'exchanged');
  assert.deepEqual(await both(), [b, a]);
});

test('a folder that was accepted under another name holds what the slot of before recorded there', async (t) => {
  const folder = await temporary(t);
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const slots = createSlotStore(opened.db);
  const open = (...entries: string[]) => openSlotNames(slots, 'here', entries.map(readSlotEntry));
  await acceptFolder({ ...slots, names: await open(folder) }, folder);
  const renamed = await open(`north=${folder}`);
  assert.deepEqual([renamed.nameOf(folder), renamed.folderOf('slot1')], ['north', folder], 'before it is accepted');
  await acceptFolder({ ...slots, names: renamed }, folder);
  const later = await open(`north=${folder}`);
  assert.deepEqual([later.nameOf(folder), later.folderOf('slot1')], ['north', folder]);
  assert.equal((await open()).folderOf('slot1'), folder);
});

const SEGMENT = { device_key: 7, channel: 2, start_ms: 1_790_000_000_000 };
const PATH = segmentPath(SEGMENT.device_key, SEGMENT.channel, SEGMENT.start_ms);

/** Migrations up to the one before slots had names. */
const migrationsOfBefore = (parent: string): string => {
  const folder = join(parent, 'migrations');
  mkdirSync(folder);
  for (const name of readdirSync(MIGRATIONS))
    if (name < '0230') copyFileSync(join(MIGRATIONS, name), join(folder, name));
  return folder;
};

type Before = {
  recording_segments: Record<string, unknown>;
  recording_folders: { folder: string; mark: string };
};

/** Two folders with recordings, one of them marked, and a marked one without. */
const fillBefore = async ({ db }: OpenDatabase, [a, b, c]: readonly string[]): Promise<void> => {
  const tables = db.$extendTables<Before>();
  const none = new Uint8Array(32);
  const rest = { end_ms: SEGMENT.start_ms + 1000, bytes: 3, frames: 1, path: PATH, state: 'closed', reason: '' };
  const more = { has_video: 1, has_audio: 0, hash: none, previous_hash: none, protected_until_ms: 0 };
  const row = { ...SEGMENT, ...rest, ...more };
  await tables
    .insertInto('recording_segments')
    .values([
      { ...row, slot: a },
      { ...row, slot: b, channel: 3 },
      { ...row, slot: a, channel: 4, state: 'retired', reason: 'older than 30 days' },
    ])
    .execute();
  await tables
    .insertInto('recording_folders')
    .values([
      { folder: a ?? '', mark: 'mark of a' },
      { folder: c ?? '', mark: 'mark of c' },
    ])
    .execute();
};

const plays = async (t: TestContext, open: (migrations: string) => Promise<OpenDatabase>): Promise<void> => {
  const parent = await temporary(t);
  const folders = ['a', 'b', 'c'].map((name) => join(parent, name));
  const [a = '', b = '', c = ''] = folders;
  await fillBefore(await open(migrationsOfBefore(parent)), folders);
  for (const folder of [a, b]) {
    // oxlint-disable-next-line no-await-in-loop
    await mkdir(dirname(join(folder, PATH)), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(join(folder, PATH), 'abc');
  }
  await writeFile(join(a, '.outrider-recordings'), 'mark of a\n');
  const { db } = await open(MIGRATIONS);
  const slots = createSlotStore(db);
  assert.deepEqual(await slots.slotsOf(ONLY_NODE), [
    { name: 'slot1', folder: a, mark: 'mark of a' },
    { name: 'slot2', folder: b, mark: '' },
    { name: 'slot3', folder: c, mark: 'mark of c' },
  ]);
  const read = async (channel: number, entries: readonly string[]): Promise<string> => {
    const names = await openSlotNames(slots, ONLY_NODE, entries.map(readSlotEntry));
    const row = await createRecordingStore(db, names).at(SEGMENT.device_key, channel, SEGMENT.start_ms);
    const file = row === undefined ? undefined : await localSegments.open(row.slot, row.path);
    const bytes = Buffer.alloc(3);
    await file?.read(bytes, 3, 0);
    await file?.close();
    return bytes.toString('latin1');
  };
  assert.deepEqual([await read(2, [a, b]), await read(3, [a, b])], ['abc', 'abc']);
  const moved = join(parent, 'moved');
  await rename(a, moved);
  assert.equal(await read(2, [moved, b]), 'abc', 'by its mark');
  assert.equal(await read(2, [b]), 'abc', 'a slot that is written to no longer is still read');
  await rename(b, join(parent, 'b2'));
  assert.equal(
    await read(3, [moved, `slot2=${join(parent, 'b2')}`]),
    'abc',
    'by its name, which the configuration says',
  );
  const rows = await db
    .$extendTables<Before>()
    .selectFrom('recording_segments')
    .select(['node', 'slot', 'channel', 'state', 'reason'])
    .orderBy('channel')
    .execute();
  const closed = { node: 'main', state: 'closed', reason: '' };
  const plain = rows.map((row) => ({ ...row }));
  assert.deepEqual(plain, [
    { ...closed, slot: 'slot1', channel: 2 },
    { ...closed, slot: 'slot2', channel: 3 },
    { node: 'main', slot: 'slot1', channel: 4, state: 'retired', reason: 'older than 30 days' },
  ]);
};

const WHAT = 'recordings of before, under folders, have slots now and play on, also where their folder was moved';
test(`${WHAT} (SQLite)`, async (t) => {
  const file = join(await temporary(t), 'main.sqlite');
  let before: OpenDatabase | undefined;
  await plays(t, async (migrations) => {
    await before?.close();
    const opened = openSqlite(file, migrations);
    before = opened;
    return opened;
  });
  await before?.close();
});
onPostgres(WHAT, plays);
