// HTTP calls: what goes out, what comes back decoded, and that every failure becomes an AppError with words.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  AppError,
  getConnectRecorder,
  getDeviceArray,
  getProtocol,
  postDevice,
  postFirmwareRollout,
  postGps,
  putPassword,
} from '@outrider/contract';
import { hearRefusals, noToast, quietly } from './refusals.ts';
import { send, sendAs } from './send.ts';
import { setSessionToken } from './session-token.ts';
import { systemClock } from './time.ts';

type Sent = { url: string; method: string; body: unknown; authorization: string | null };
let sent: Sent[] = [];
let answer: () => Response | Promise<Response> = () => Response.json({});

beforeEach(() => {
  sent = [];
  mock.method(globalThis, 'fetch', async (url: string, options: RequestInit) => {
    const body = typeof options.body === 'string' ? JSON.parse(options.body) : undefined;
    const authorization = new Headers(options.headers).get('authorization');
    sent.push({ url, method: options.method ?? '', body, authorization });
    return answer();
  });
});
afterEach(() => {
  mock.restoreAll();
  setSessionToken('');
});

const failure = async (work: Promise<unknown>): Promise<[string, string]> => {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (e: unknown) => e,
  );
  assert.ok(error instanceof AppError);
  return [error.code, error.message];
};

describe('send', () => {
  it('shows texts of devices and people without marks of direction and controls', async () => {
    answer = () =>
      new Response('{"appcommand":1,"streamings":[2],"hasError":1,"message":"bus \u202egpj\\u202e \\u001b[31m"}');
    assert.deepEqual(await failure(send(getProtocol, {})), ['invalid', 'bus gpj \ufffd[31m']);
  });

  it('names another account in a header, in no address, and not the session', async () => {
    setSessionToken('k1');
    answer = () => Response.json([]);
    await sendAs({ user: 'Jörg', password: 'AB' }, getDeviceArray, {});
    const authorization = `Basic ${Buffer.from('Jörg:AB').toString('base64')}`;
    assert.deepEqual(sent, [{ url: '/api/devarray', method: 'GET', body: undefined, authorization }]);
  });

  it('encodes the input, carries the session and decodes the reply', async () => {
    setSessionToken('k1');
    answer = () => Response.json(postGps.example.reply);
    const input = { deviceid: 'a', start: 1_790_000_000_000, end: 1_790_003_600_000 };
    const points = await send(postGps, input);
    const body = { deviceid: 'a', start: 1_790_000_000, end: 1_790_003_600 };
    assert.deepEqual(sent, [{ url: '/api/gps', method: 'POST', body, authorization: 'Bearer k1' }]);
    assert.equal(Array.isArray(points) && points[0]?.time, 1_790_000_000_000);
  });

  it('sends no session when signed out and no body with a GET', async () => {
    answer = () => Response.json({ ...getProtocol.example.reply, appcommand: 24_680, streamings: [8900] });
    const { appcommand, streamings } = await send(getProtocol, {});
    assert.deepEqual([appcommand, streamings], [24_680, [8900]]);
    assert.deepEqual(sent, [{ url: '/gkserver/protocol', method: 'GET', body: undefined, authorization: null }]);
  });

  it('refuses what may not be sent in the words of its rule, and asks the server nothing', async () => {
    const rollout = { version: '', memo: '', way: 'auto' as const, deviceids: ['a'], groupids: [], maxfailures: 0 };
    const [code, text] = await failure(send(postFirmwareRollout, { ...rollout, url: 'not an address' }));
    assert.equal(code, 'invalid');
    assert.match(text, /^An address is like http:/);
    assert.deepEqual(await failure(send(postFirmwareRollout, { ...rollout, url: 'http://a/b', maxfailures: -1 })), [
      'invalid',
      'maxfailures: at least 0.',
    ]);
    assert.deepEqual(sent, []);
  });

  it("turns hasError into the server's words", async () => {
    answer = () => Response.json({ hasError: 1, message: 'no such device' });
    assert.equal((await failure(send(postDevice, { deviceid: 'a' })))[1], 'no such device');
  });

  it('reads the code from the status', async () => {
    answer = () => Response.json({ hasError: 1, message: 'not yours' }, { status: 403 });
    assert.deepEqual(await failure(send(getConnectRecorder, {})), ['forbidden', 'not yours']);
  });

  it('says when nothing answers, and when the answer is unreadable or unexpected', async () => {
    answer = () => Promise.reject(new TypeError('network'));
    assert.equal((await failure(send(getProtocol, {})))[0], 'unavailable');
    answer = () => new Response('<html>', { status: 502 });
    assert.equal((await failure(send(getProtocol, {})))[0], 'unavailable');
    answer = () => Response.json({ appcommand: 'many' });
    assert.equal((await failure(send(getProtocol, {})))[0], 'internal');
  });

  it('refuses input that its schema does not know, before anything is sent', async () => {
    const newpass = 'plain text';
    await assert.rejects(send(putPassword, { newpass, username: 'admin', password: 'A'.repeat(64) }));
    assert.deepEqual(sent, []);
  });
});

const later = (): Promise<void> => new Promise((next) => void systemClock.after(5, next));

describe('refusals', () => {
  let told: string[] = [];
  beforeEach(async () => {
    await later(); // what the tests before left
    told = [];
    hearRefusals(({ message }) => void told.push(message));
  });
  afterEach(() => hearRefusals(() => {}));
  const change = { newpass: 'B'.repeat(64), username: 'admin', password: 'A'.repeat(64) };
  const refusing = (message: string): void => {
    answer = () => Response.json({ hasError: 1, message });
  };

  it('[A-ERR-001] takes whatever is not empty in hasError for a refusal', async () => {
    for (const hasError of [1, true, '1', 'yes', 2]) {
      answer = () => Response.json({ hasError, message: 'no' });
      assert.equal((await failure(send(putPassword, change)))[1], 'no', `hasError ${JSON.stringify(hasError)}`);
    }
    for (const hasError of [0, false, '', null]) {
      answer = () => Response.json({ hasError, message: 'Save Success' });
      assert.equal((await send(putPassword, change)).message, 'Save Success', `hasError ${JSON.stringify(hasError)}`);
    }
  });

  it('[A-ERR-001] tells each refusal, but not one that was said in place, nor that nobody answered', async () => {
    refusing('the disk is full');
    await failure(send(putPassword, change));
    await failure(send(putPassword, change));
    await later();
    assert.deepEqual(told, ['the disk is full', 'the disk is full']);
    await send(putPassword, change).catch((error: unknown) => noToast(new Error('not saved', { cause: error })));
    await assert.rejects(quietly(send(putPassword, change)), { message: 'the disk is full' });
    answer = () => Promise.reject(new TypeError('network'));
    await failure(send(putPassword, change));
    await later();
    assert.equal(told.length, 2);
  });

  it('tells once what is asked again and again, until it is answered or refused otherwise', async () => {
    const poll = async (message: string): Promise<void> => {
      refusing(message);
      await failure(send(postDevice, { deviceid: 'a' }));
    };
    for (const message of ['busy', 'busy', 'away', 'away']) await poll(message);
    answer = () => Response.json(postDevice.example.reply);
    await send(postDevice, { deviceid: 'a' });
    await poll('away');
    await later();
    assert.deepEqual(told, ['busy', 'away', 'away']);
  });
});
