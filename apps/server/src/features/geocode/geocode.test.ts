import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type ServerResponse, createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { getNominatimStatus, postNominatimReverse } from '@outrider/contract';
import { systemClock } from '../../adapters/system-clock/system-clock.ts';
import { listenOn } from '../../kernel/web/listen.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { NEVER_CHANGED } from '../../kernel/storage/version.ts';
import { type GeocodeKit, geocodeFeature } from './index.ts';
import { createPlaceFinder } from './nearest.ts';
import { decodePlaces, encodePlaces } from './places-file.ts';
import { createNominatim } from './nominatim.ts';
import { createPlaceSearch } from './place-search.ts';
import type { PlaceSource } from './source.ts';

const PLACES = join(import.meta.dirname, '../../../assets/places.bin');

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

test('a written file of places reads as it was, whatever the names hold', () => {
  const written = [
    { name: 'Ö\nrebro', lat: -12.34567, lng: 179.99999, within: ['', 'A', 'B'] },
    { name: '', lat: 89, lng: -180, within: [] },
    { name: '彰化', lat: 24.07, lng: 120.5, within: ['', 'A', 'B'] },
  ];
  const read = decodePlaces(encodePlaces(written));
  const rows = Array.from({ length: read.count }, (_, i) => ({
    name: read.name(i),
    lat: read.lat(i),
    lng: read.lng(i),
    within: read.within(i),
  }));
  const expected = written.map((place) => ({ ...place, name: place.name.replace('\n', ' ') }));
  assert.deepEqual(rows.toSorted(byName), expected.toSorted(byName));
  assert.throws(() => decodePlaces(Buffer.from('no places')));
});

const find = createPlaceFinder(decodePlaces(readFileSync(PLACES)));

test('the places that come along name towns, in Taiwan with the county and without its historical province', () => {
  for (const [lat, lng, expected] of [
    [23.9567, 120.5761, 'Yuanlin, Changhua, Taiwan'],
    [23.7094, 120.5433, 'Douliu, Yunlin, Taiwan'],
    [48.8584, 2.2945, /^Paris|, Paris/],
    [35.0116, 135.7681, /Kyoto.*, Japan$/],
    [-33.8688, 151.2093, /^.*New South Wales, Australia$/],
  ] as const) {
    const found = find(lat, lng, 18);
    if (typeof expected === 'string') assert.equal(found, expected);
    else assert.match(found, expected);
  }
});

test('beyond 50 km of any place nothing is said, across the date line it still is found', () => {
  assert.equal(find(0, -140, 18), '');
  assert.equal(find(90, 0, 18), '');
  const fiji = decodePlaces(encodePlaces([{ name: 'Edge', lat: -16.8, lng: -179.99, within: ['', '', 'Fiji'] }]));
  assert.equal(createPlaceFinder(fiji)(-16.8, 179.99, 18), 'Edge, Fiji');
  assert.equal(createPlaceFinder(fiji)(-16.8, 179.4, 18), '');
});

const munichAt = (zoom: number) => find(48.137, 11.575, zoom);

test('the further out the map is, the larger what is named', () => {
  assert.deepEqual([munichAt(3), munichAt(6)], ['Germany', 'Bavaria, Germany']);
  assert.match(munichAt(8), /^.+, Bavaria, Germany$/);
  assert.ok(munichAt(18).length > munichAt(8).length);
});

/** What an administrator has chosen, and chooses later by `hear`. */
const chosen = (nominatim: boolean, server: string) => {
  let hearing: (value: { enable: 0 | 1; server: string }) => void = () => undefined;
  const settings: GeocodeKit['settings'] = {
    follow: (setting, hear) => {
      hearing = (value) => hear(setting.schema.parse(value));
      hearing({ enable: nominatim ? 1 : 0, server });
      return () => undefined;
    },
    state: () => ({ ...NEVER_CHANGED, fixed: {} }),
    save: () => Promise.reject(new Error('nobody saves here')),
  };
  return { settings, choose: (value: { enable: 0 | 1; server: string }) => hearing(value) };
};

const feature = (
  source: PlaceSource | undefined,
  options = { nominatim: true, nominatimServer: '' },
  file = PLACES,
) => {
  const { settings, choose } = chosen(options.nominatim, options.nominatimServer);
  const kit = { clock: createManualClock(), log: silentLog, settings, placesFile: file };
  const geocode = geocodeFeature(source ? { ...kit, source } : kit);
  const ask = async (wanted: unknown, input: unknown, signal?: AbortSignal): Promise<Record<string, unknown>> => {
    const context = { token: null, setSessionCookie: () => undefined, ...(signal ? { signal } : {}) };
    const reply = await geocode.calls.find(({ call }) => call === wanted)?.run(testCaller(), input, context);
    return { ...(typeof reply === 'object' ? reply : {}) };
  };
  return { geocode, ask, choose };
};

/** Counts what it is asked, and answers when the test lets it. */
const slowSource = () => {
  const open: (() => void)[] = [];
  const source: PlaceSource & { asked: number } = {
    kind: 'server',
    asked: 0,
    find: ({ lat }, signal) =>
      new Promise((resolve, reject) => {
        source.asked += 1;
        open.push(() => resolve(`at ${lat}`));
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    search: async () => [],
    trouble: async () => '',
    close: async () => undefined,
  };
  return { source, answer: () => open.splice(0).forEach((each) => each()) };
};

test('an answer is remembered for the same place and zoom', async () => {
  const { source, answer } = slowSource();
  const { ask, geocode } = feature(source);
  const first = ask(postNominatimReverse, { lat: 24.00001, lon: 120, zoom: 18 });
  await Promise.resolve();
  answer();
  assert.deepEqual(await first, { display_name: 'at 24.00001' });
  assert.deepEqual(await ask(postNominatimReverse, { lat: 24.00002, lon: 120, zoom: 18 }), await first);
  assert.equal(source.asked, 1);
  void ask(postNominatimReverse, { lat: 24.00002, lon: 120, zoom: 10 });
  void ask(postNominatimReverse, { lat: 24.001, lon: 120, zoom: 18 });
  await Promise.resolve();
  assert.equal(source.asked, 3);
  answer();
  assert.equal(geocode.metrics()['geocode_remembered_total'], 1);
});

test('who goes away gives up the question, and it is not remembered', async () => {
  const { source } = slowSource();
  const { ask, geocode } = feature(source);
  const left = new AbortController();
  const asked = ask(postNominatimReverse, { lat: 1, lon: 1 }, left.signal);
  await Promise.resolve();
  left.abort(new Error('gone'));
  await assert.rejects(asked, /gone/);
  assert.equal(geocode.metrics()['geocode_names'], 0);
});

test('F-GEO-002 switched off the question is forbidden and the status says so', async () => {
  const { ask } = feature(undefined, { nominatim: false, nominatimServer: '' });
  await assert.rejects(ask(postNominatimReverse, { lat: 1, lon: 1 }), {
    code: 'forbidden',
    message: 'nominatim not enabled',
  });
  assert.equal((await ask(getNominatimStatus, {}))['status'], 1);
});

test('without the file of places the status says so, and a question fails in words and does not hang', async (t) => {
  const { ask, geocode } = feature(undefined, { nominatim: true, nominatimServer: '' }, '/nonexistent/places.bin');
  t.after(() => geocode.close());
  assert.match(String((await ask(getNominatimStatus, {}))['message']), /missing/);
  await assert.rejects(ask(postNominatimReverse, { lat: 1, lon: 1 }), { code: 'unavailable' });
});

const PIECE = Buffer.alloc(64 * 1024, ' ');
/** More than sockets hold on their way. */
const ENDLESS_BYTES = 256 * 1024 * 1024;

const nominatim = async (t: TestContext, reply: (path: string) => { status: number; body: string } | null) => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const given = reply(request.url ?? '');
    if (given) response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body);
  });
  const port = await listenOn(server, '127.0.0.1', 0, 'test');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { signal } = new AbortController();
  const source = createNominatim({ server: `http://127.0.0.1:${port}/`, clock: systemClock });
  return { source, paths, signal };
};

test('a configured server is asked for the places of a name; what makes no sense is no answer', async (t) => {
  let body = JSON.stringify([{ display_name: 'Main Street, Springfield', lat: '1.25', lon: '-2.5', place_id: 7 }]);
  const { source, paths, signal } = await nominatim(t, () => ({ status: 200, body }));
  assert.deepEqual(await source.search('main & street', signal), [
    { name: 'Main Street, Springfield', lat: 1.25, lon: -2.5 },
  ]);
  assert.equal(paths[0], '/search?format=jsonv2&limit=8&q=main+%26+street');
  body = JSON.stringify([{ display_name: 'Nowhere', lat: '91', lon: '0' }]);
  await assert.rejects(source.search('nowhere', signal), /answered something else/);
});

test('names are found by their beginning, without accents, the name itself first', () => {
  const search = createPlaceSearch(
    decodePlaces(
      encodePlaces([
        { name: 'Zürichsee', lat: 47.2, lng: 8.7, within: ['CH'] },
        { name: 'Zürich', lat: 47.4, lng: 8.5, within: ['ZH', 'Zürich', 'Switzerland'] },
        { name: 'Neu Zürich', lat: 1, lng: 2, within: [] },
        { name: '彰化', lat: 24.07, lng: 120.5, within: ['', '', 'Taiwan'] },
      ]),
    ),
  );
  assert.deepEqual(
    search('ZURICH').map(({ name, lat }) => [name.split(',')[0], lat]),
    [
      ['Zürich', 47.4],
      ['Zürichsee', 47.2],
    ],
  );
  assert.deepEqual(
    search('彰').map(({ name }) => name),
    ['彰化, Taiwan'],
  );
  assert.deepEqual(search('a\nb'), []);
});

test('a configured server is asked in its own words; no place, a failure and nonsense are told apart', async (t) => {
  let body = '{"display_name":"1 Main St"}';
  let status = 200;
  const { source, paths, signal } = await nominatim(t, () => ({ status, body }));
  assert.equal(await source.find({ lat: 1.5, lng: -2, zoom: 18 }, signal), '1 Main St');
  assert.equal(paths[0], '/reverse?format=jsonv2&lat=1.5&lon=-2&zoom=18');
  body = '{"error":"Unable to geocode"}';
  assert.equal(await source.find({ lat: 0, lng: 0, zoom: 18 }, signal), '');
  body = '[]';
  await assert.rejects(source.find({ lat: 0, lng: 0, zoom: 18 }, signal), { code: 'unavailable' });
  status = 500;
  await assert.rejects(source.find({ lat: 0, lng: 0, zoom: 18 }, signal), { message: /it answered 500/ });
  assert.match(await source.trouble(), /it answered 500/);
});

test('of an answer without an end no more is read than a place can have, whatever its status', async (t) => {
  let written = 0;
  let status = 200;
  const open = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    response.writeHead(status, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && written < ENDLESS_BYTES) {
        written += PIECE.length;
        if (!response.write(PIECE)) return void response.once('drain', more);
      }
    };
    more();
  });
  const port = await listenOn(server, '127.0.0.1', 0, 'test');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const source = createNominatim({ server: `http://127.0.0.1:${port}`, clock: systemClock });
  const { signal } = new AbortController();
  const tooLong = { code: 'unavailable', message: 'The place server does not answer: its answer is too long.' };
  await assert.rejects(source.find({ lat: 1, lng: 2, zoom: 18 }, signal), tooLong);
  await assert.rejects(source.search('main', signal), tooLong);
  assert.equal(await source.trouble(), tooLong.message);
  status = 503;
  await assert.rejects(source.search('main', signal), {
    message: 'The place server does not answer: it answered 503.',
  });
  await turnsUntil('the ends of the connections', () => open.size === 0);
  assert.ok(written < ENDLESS_BYTES, `${written} bytes were taken`);
});

test('a server that does not answer is asked by four at a time; who gives up makes room', async (t) => {
  const { source, paths } = await nominatim(t, () => null);
  const left = new AbortController();
  const asked = Array.from({ length: 6 }, (_, i) => source.find({ lat: i, lng: 0, zoom: 18 }, left.signal));
  const outcomes = Promise.allSettled(asked);
  await turnsUntil('four questions', () => paths.length >= 4);
  left.abort(new Error('gone'));
  assert.ok((await outcomes).every((outcome) => outcome.status === 'rejected'));
  assert.equal(paths.length, 4, 'the waiting ones were not asked any more');
});

test('another choice counts from the next question on: nothing of the former source is remembered', async () => {
  const { source, answer } = slowSource();
  const { ask, choose } = feature(source);
  const at = { lat: 24, lon: 120, zoom: 18 };
  const known = ask(postNominatimReverse, at);
  await Promise.resolve();
  answer();
  await known;
  const late = { ...at, lat: 25 };
  const before = ask(postNominatimReverse, late);
  await Promise.resolve();
  choose({ enable: 1, server: 'http://127.0.0.1:1' });
  answer();
  assert.deepEqual(await before, { display_name: 'at 25' });
  assert.equal((await ask(getNominatimStatus, {}))['source'], 'server');
  for (const place of [at, late])
    await assert.rejects(ask(postNominatimReverse, place), /The place server does not answer/);
  choose({ enable: 0, server: '' });
  await assert.rejects(ask(postNominatimReverse, at), /nominatim not enabled/);
});
