// Two servers over one database decide over the same recorders: one number has one code, one device, and one permission is used once.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { eachStore } from '../../adapters/test-stores.ts';
import type { Admission, TerminalRequest } from '../../gateway/index.ts';
import { createTestLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { createTestAccess } from '../../kernel/access/test-access.ts';
import { DeviceDirectory } from './directory.ts';
import { DeviceService } from './service.ts';
import { createDeviceStore } from './store.ts';
import { type AdmissionStore, createAdmissionStore } from './store/admissions.ts';
import { createAllowedTerminalStore } from './store/allowed-terminals.ts';

const PHONE = '13800000101';
type Accepted = Extract<Admission, { outcome: 'accepted' }>;

const clock = createManualClock();
const register = (more: Partial<TerminalRequest> = {}): TerminalRequest => ({
  terminalId: PHONE,
  kind: 'register',
  authCode: '',
  plate: 'AB',
  manufacturer: 'MFR',
  model: 'M1',
  hardwareId: 'T1',
  transport: 'tcp',
  remoteAddress: '192.0.2.1',
  ...more,
});
const authenticate = (authCode: string, more: Partial<TerminalRequest> = {}): TerminalRequest =>
  register({ kind: 'authenticate', authCode, ...more });

/** A server's directory, as it is after a start. */
const open = async (t: TestContext, db: Database, changes: Partial<AdmissionStore> = {}) => {
  const bus = createLocalBus(createTestLog());
  const log = createTestLog();
  const store = createDeviceStore(db);
  const admissions = { ...createAdmissionStore(db), ...changes };
  const allowed = createAllowedTerminalStore(db);
  const policy = { newDevices: 'accept-new', acceptAnyCode: false, reRegistration: 'same-terminal' } as const;
  const synced = { count: 0, disk: Promise.resolve() };
  const kit = {
    store,
    admissions,
    allowed,
    bus,
    clock,
    log,
    policy,
    synced: () => {
      synced.count += 1;
      return synced.disk;
    },
  };
  const directory = new DeviceDirectory(kit, await store.load(), await allowed.load(clock.now()));
  await directory.ready();
  synced.count = 0;
  t.after(() => directory.settled());
  return { directory, store, bus, log, synced };
};
/** Two servers that were started before anything came. */
const openTwo = async (t: TestContext, opened: Parameters<Parameters<typeof eachStore>[1]>[1]) =>
  [await open(t, opened.db), await open(t, (await opened.elsewhere()).db)] as const;
const accepted = (admission: Admission): Accepted => {
  assert.ok(admission.outcome === 'accepted', JSON.stringify(admission));
  return admission;
};
const reasonOf = (admission: Admission): string =>
  admission.outcome === 'refused' ? admission.reason : admission.outcome;

eachStore('a recorder that another server admitted is known by its code, and to people too', async (t, opened) => {
  const [one, two] = await openTwo(t, opened);
  const { authCode, deviceKey } = accepted(await one.directory.admit(register()));
  const there = accepted(await two.directory.admit(authenticate(authCode)));
  assert.deepEqual([there.deviceKey, there.deviceId], [deviceKey, PHONE]);
  assert.equal(two.directory.get(PHONE)?.plate, 'AB');
  assert.equal(reasonOf(await two.directory.admit(authenticate('guess'))), 'wrong authentication code');
});

eachStore('a code that another server replaced is void here at once, and the new one counts', async (t, opened) => {
  const [one, two] = await openTwo(t, opened);
  const first = accepted(await one.directory.admit(register()));
  const second = accepted(await two.directory.admit(register()));
  assert.equal(second.deviceKey, first.deviceKey);
  assert.equal(reasonOf(await one.directory.admit(authenticate(first.authCode))), 'wrong authentication code');
  accepted(await one.directory.admit(authenticate(second.authCode)));
  two.directory.forget(second.deviceKey);
  await two.directory.settled();
  assert.equal(reasonOf(await one.directory.admit(authenticate(second.authCode))), 'wrong authentication code');
});

eachStore(
  'two servers that admit one number at once: one device, one code, and the other hardware waits',
  async (t, opened) => {
    const [one, two] = await openTwo(t, opened);
    const phones = Array.from({ length: 30 }, (_, i) => String(13_900_000_000 + i));
    const both = await Promise.all(
      phones.map((terminalId) =>
        Promise.all([
          one.directory.admit(register({ terminalId })),
          two.directory.admit(register({ terminalId, hardwareId: 'T2' })),
        ]),
      ),
    );
    for (const [i, pair] of both.entries()) {
      const terminalId = phones[i] ?? '';
      assert.deepEqual(pair.map(reasonOf).toSorted(), ['accepted', 'number taken by other hardware']);
      const winner = accepted(pair.find(({ outcome }) => outcome === 'accepted') ?? assert.fail());
      for (const { directory } of [one, two]) {
        const { deviceKey } = accepted(await directory.admit(authenticate(winner.authCode, { terminalId })));
        assert.equal(deviceKey, winner.deviceKey);
      }
    }
    assert.equal((await one.store.load()).length, phones.length);
  },
);

eachStore('the same recorder at two servers at once has one code that counts, at both', async (t, opened) => {
  const [one, two] = await openTwo(t, opened);
  accepted(await one.directory.admit(register()));
  const codes = (await Promise.all([one, two].map(({ directory }) => directory.admit(register())))).map(
    (admission) => accepted(admission).authCode,
  );
  for (const { directory } of [one, two]) {
    const outcomes = await Promise.all(codes.map((code) => directory.admit(authenticate(code))));
    assert.deepEqual(outcomes.map(({ outcome }) => outcome).toSorted(), ['accepted', 'refused']);
  }
});

eachStore('what an operator allowed at one server lets the recorder in at another, once', async (t, opened) => {
  const [one, two] = await openTwo(t, opened);
  accepted(await one.directory.admit(register()));
  const spare = register({ hardwareId: 'T2' });
  assert.equal(reasonOf(await one.directory.admit(spare)), 'number taken by other hardware');
  const [entry] = one.directory.waiting.list();
  assert.ok(entry && (await one.directory.allowAgain(entry.id, 'ann')));
  accepted(await two.directory.admit(spare));
  const used = two.log.lines.find(({ text }) => text === 'allowed recorder registers again');
  assert.equal(used?.facts?.['allowedBy'], 'ann');
  const third = register({ hardwareId: 'T3' });
  accepted(await two.directory.admit(register({ hardwareId: 'T2' })));
  assert.equal(reasonOf(await one.directory.admit(third)), 'number taken by other hardware');
  assert.equal(
    reasonOf(await one.directory.admit(register())),
    'number taken by other hardware',
    'it is the spare one’s',
  );
});

eachStore('a permission that two servers want at once is used once', async (t, opened) => {
  const [one, two] = await openTwo(t, opened);
  const { db } = opened;
  accepted(await one.directory.admit(register()));
  const spare = register({ hardwareId: 'T2' });
  await one.directory.admit(spare);
  const [entry] = one.directory.waiting.list();
  assert.ok(entry && (await one.directory.allowAgain(entry.id, 'ann')));
  await Promise.all([one, two].map(({ directory }) => directory.admit(spare)));
  const used = [one, two]
    .flatMap(({ log }) => log.lines)
    .filter(({ text }) => text === 'allowed recorder registers again');
  assert.equal(used.length, 1);
  assert.deepEqual(await createAllowedTerminalStore(db).load(0), []);
});

eachStore(
  'what could not be stored is as if it had not been: no code, no device, no permission used',
  async (t, { db }) => {
    const disk = { full: false };
    const store = createAdmissionStore(db);
    const save: AdmissionStore['save'] = (some) => (disk.full ? Promise.reject(new Error('full')) : store.save(some));
    const { directory, log } = await open(t, db, { save });
    const { authCode } = accepted(await directory.admit(register()));
    const spare = register({ hardwareId: 'T2' });
    await directory.admit(spare);
    const [entry] = directory.waiting.list();
    assert.ok(entry && (await directory.allowAgain(entry.id, 'ann')));
    disk.full = true;
    const failing = [spare, register({ terminalId: '13800000102' })].map((each) => directory.admit(each));
    for (const each of failing) await assert.rejects(each, /full/);
    assert.ok(log.lines.some(({ level }) => level === 'error'));
    assert.equal(directory.byTerminal('13800000102'), undefined);
    accepted(await directory.admit(authenticate(authCode)));
    disk.full = false;
    accepted(await directory.admit(spare));
  },
);

eachStore('one that cannot be stored takes none of its round with it', async (t, { db }) => {
  const store = createAdmissionStore(db);
  const save: AdmissionStore['save'] = (some) =>
    some.some(({ device }) => device.id === '13900000003') ? Promise.reject(new Error('odd')) : store.save(some);
  const { directory } = await open(t, db, { save });
  const all = await Promise.allSettled(
    Array.from({ length: 5 }, (_, i) => directory.admit(register({ terminalId: String(13_900_000_000 + i) }))),
  );
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
});

eachStore('many that come at once are few transactions, and answered when they are on disk', async (t, { db }) => {
  const store = createAdmissionStore(db);
  const sizes: number[] = [];
  const save: AdmissionStore['save'] = (some) => {
    sizes.push(some.length);
    return store.save(some);
  };
  const { directory, synced } = await open(t, db, { save });
  const phones = Array.from({ length: 250 }, (_, i) => String(13_900_000_000 + i));
  const all = await Promise.all(phones.map((terminalId) => directory.admit(register({ terminalId }))));
  assert.ok(all.every(({ outcome }) => outcome === 'accepted'));
  assert.deepEqual([sizes, synced.count], [[100, 100, 50], 3]);
  const known = await Promise.all(
    all.map((each, i) => directory.admit(authenticate(accepted(each).authCode, { terminalId: phones[i] ?? '' }))),
  );
  assert.ok(known.every(({ outcome }) => outcome === 'accepted'));
  assert.deepEqual([sizes.length, synced.count], [3, 3], 'nothing is written for a code that is known');
});

eachStore('behind five hundred that wait no new device is made; who is known is let in', async (t, { db }) => {
  const { directory } = await open(t, db);
  const { authCode } = accepted(await directory.admit(register()));
  const crowd = Array.from({ length: 500 }, () => directory.admit(authenticate('guess')));
  const late = directory.admit(register({ terminalId: '13900000001' }));
  const known = directory.admit(authenticate(authCode));
  await Promise.all(crowd);
  assert.equal(reasonOf(await late), 'too many new devices');
  accepted(await known);
});

eachStore('past ten thousand that wait one gets no answer, and is counted', async (t, { db }) => {
  const { directory } = await open(t, db);
  let isWanted = true;
  const crowd = Array.from({ length: 10_000 }, () => directory.admit(authenticate('guess'), () => isWanted));
  await assert.rejects(directory.admit(register()), { code: 'limit_reached' });
  assert.partialDeepStrictEqual(directory.metrics(), { admissions_waiting: 10_000, admissions_dropped: 1 });
  isWanted = false;
  assert.deepEqual(new Set((await Promise.all(crowd)).map(reasonOf)), new Set(['left before authentication']));
  accepted(await directory.admit(register()));
});

eachStore(
  'a device that another server dropped is dropped here when its recorder asks, and made once more',
  async (t, opened) => {
    const [one, two] = await openTwo(t, opened);
    const first = accepted(await one.directory.admit(register()));
    accepted(await two.directory.admit(authenticate(first.authCode)));
    const gone: number[] = [];
    two.bus.subscribe('device.gone', ({ deviceKey }) => gone.push(deviceKey));
    const device = one.directory.at(first.deviceKey);
    assert.ok(device);
    one.directory.drop(device);
    await one.directory.settled();
    const second = accepted(await two.directory.admit(register()));
    assert.deepEqual([gone, two.directory.at(first.deviceKey)], [[first.deviceKey], undefined]);
    assert.notEqual(second.deviceKey, first.deviceKey);
  },
);

eachStore('what people changed of a device elsewhere holds when its recorder asks', async (t, opened) => {
  const [one, two] = await openTwo(t, opened);
  const { authCode, deviceKey } = accepted(await one.directory.admit(register()));
  accepted(await two.directory.admit(authenticate(authCode)));
  await one.directory.change(deviceKey, { id: 'BUS-7', registered: true, knownSinceMs: 5 }, { by: 'ann' });
  assert.equal(accepted(await two.directory.admit(authenticate(authCode))).deviceId, 'BUS-7');
  assert.equal(two.directory.get('BUS-7')?.registered, true);
});

eachStore('a number that an operator gave to another device leads there at the other server too', async (t, opened) => {
  const [one, two] = await openTwo(t, opened);
  const { authCode, deviceKey } = accepted(await one.directory.admit(register()));
  accepted(await two.directory.admit(authenticate(authCode)));
  const moved: number[] = [];
  two.bus.subscribe('terminals.moved', ({ deviceKey: key }) => moved.push(key));
  const [from, to] = [one.directory.at(deviceKey), one.directory.add('BUS-9', null)];
  assert.ok(from && to);
  await one.directory.change(to.key, { registered: true, knownSinceMs: 5 }, { by: 'ann' });
  await two.directory.learn(['BUS-9']);
  assert.deepEqual(two.directory.get('BUS-9')?.terminals, []);
  one.directory.moveTerminals(from, to);
  const here = accepted(await one.directory.admit(authenticate(authCode)));
  const there = accepted(await two.directory.admit(authenticate(authCode)));
  assert.deepEqual([here.deviceKey, there.deviceKey], [to.key, to.key]);
  assert.deepEqual(new Set(moved), new Set([deviceKey, to.key]), 'the links of both have to come again');
});

eachStore(
  'who registers the device that another server made finds it, and no second one is made',
  async (t, opened) => {
    const [one, two] = await openTwo(t, opened);
    const { authCode, deviceKey } = accepted(await one.directory.admit(register()));
    const service = new DeviceService({
      directory: two.directory,
      access: createTestAccess({}),
      clock,
      defaults: { recordEnable: 0, mainChannels: [] } as never, // not looked at
    });
    await service.register('ann', 'BUS-7', 4, { simnumber: PHONE });
    assert.equal(two.directory.get('BUS-7')?.key, deviceKey);
    assert.equal(accepted(await one.directory.admit(authenticate(authCode))).deviceId, 'BUS-7');
    await assert.rejects(service.register('ann', 'BUS-7', 4, {}), { code: 'conflict' });
  },
);

eachStore('nobody is told of a code that a power cut could take back', async (t, { db }) => {
  const { directory, synced } = await open(t, db);
  const disk = Promise.withResolvers<void>();
  synced.disk = disk.promise;
  let isAnswered = false;
  const first = directory.admit(register()).finally(() => (isAnswered = true));
  await turnsUntil('it is stored', () => synced.count === 1);
  // Who comes later is decided meanwhile.
  assert.equal(reasonOf(await directory.admit(authenticate('guess'))), 'wrong authentication code');
  assert.deepEqual([isAnswered, synced.count], [false, 1]);
  const failed = assert.rejects(first, /power/);
  disk.reject(new Error('power'));
  await failed;
  synced.disk = Promise.resolve();
  accepted(await directory.admit(register()));
});

eachStore('what is changed while the row is read is not undone by it', async (t, { db }) => {
  const store = createAdmissionStore(db);
  let meanwhile = (): void => undefined;
  const terminals: AdmissionStore['terminals'] = async (numbers) => {
    const rows = await store.terminals(numbers);
    meanwhile();
    return rows;
  };
  const { directory } = await open(t, db, { terminals });
  const { authCode, deviceKey } = accepted(await directory.admit(register()));
  const changed = Promise.withResolvers<void>();
  meanwhile = () => {
    meanwhile = () => undefined;
    directory.change(deviceKey, { id: 'BUS-8', registered: true }, { by: 'ann' }).then(changed.resolve, changed.reject);
  };
  assert.equal(accepted(await directory.admit(authenticate(authCode))).deviceId, 'BUS-8');
  await changed.promise;
  meanwhile = () => {
    meanwhile = () => undefined;
    directory.forget(deviceKey);
  };
  assert.equal(reasonOf(await directory.admit(authenticate(authCode))), 'wrong authentication code', 'it logged out');
  const again = accepted(await directory.admit(register()));
  const device = directory.at(deviceKey);
  assert.ok(device);
  meanwhile = () => {
    meanwhile = () => undefined;
    directory.drop(device);
  };
  const outcome = reasonOf(await directory.admit(authenticate(again.authCode)));
  assert.deepEqual([outcome, directory.at(deviceKey)], ['not registered', undefined]);
});

eachStore(
  'a number that comes twice in a round has the newer code alone, in memory and in its row',
  async (t, { db }) => {
    const { directory, store } = await open(t, db);
    const { authCode } = accepted(await directory.admit(register()));
    const between = Array.from({ length: 30 }, (_, i) =>
      authenticate('guess', { terminalId: String(13_900_000_000 + i) }),
    );
    const asked = [register(), ...between, authenticate(authCode), register()].map((each) => directory.admit(each));
    const all = await Promise.all(asked);
    const [first, old, last] = [all[0], all.at(-2), all.at(-1)];
    assert.ok(first && old && last);
    assert.equal(reasonOf(old), 'wrong authentication code');
    assert.equal(reasonOf(await directory.admit(authenticate(accepted(first).authCode))), 'wrong authentication code');
    accepted(await directory.admit(authenticate(accepted(last).authCode)));
    assert.deepEqual((await store.load())[0]?.authCodeHash, directory.byTerminal(PHONE)?.authCodeHash);
  },
);
