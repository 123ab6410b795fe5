// The list of faces over the wire: records, photos that must be pictures and are gone when they are removed, who sees them, and what the
// access log and the disk say of them afterwards.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import {
  addFace,
  addPhoto,
  announcePhoto,
  faceCall,
  listFaces,
  listPhotos,
  picture,
  putPhoto,
} from './support/faces.ts';
import { logRows } from './support/logs.ts';
import { Channel, asJson, asList } from './support/operator.ts';
import { pngPicture } from './support/pictures.ts';
import { cheapKeeper, startServer, temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';

const WANG = { unit: 'North', idcard: 'A123456789', name: '王小明', contact: '0912 000 000', memo: 'night shift' };
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
const kept = async (data: string): Promise<string[]> =>
  (await readdir(join(data, 'faces'))).filter((name) => name !== 'incoming');

test('[E-HTTP-058] [E-HTTP-059] [E-HTTP-060] [E-ENT-030] http: faces are added, changed field by field, listed and removed', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const added = await faceCall(server, 'PUT', 'faces', WANG);
  assert.equal(added.status, 200);
  const [wang] = asList(added.body);
  assert.equal(asList(added.body).length, 1);
  const { faceid, updatetime, ...words } = asJson(wang);
  assert.deepEqual(words, WANG);
  assert.ok(Math.abs(Number(updatetime) - Date.now() / 1000) < 60);
  const fresh = await addFace(server);
  const changed = await faceCall(server, 'PUT', 'faces', { faceid, contact: '0988 111 222', updatetime });
  assert.deepEqual(Object.keys(asList(changed.body)[0] ?? {}).toSorted(), Object.keys(asJson(wang)).toSorted());
  const stale = await faceCall(server, 'PUT', 'faces', { faceid, memo: 'day shift', updatetime });
  assert.equal(stale.status, 409, 'somebody changed it meanwhile');
  for (const empty of [{ unit: ' ' }, { idcard: '' }]) {
    const { status, body } = await faceCall(server, 'PUT', 'faces', { faceid, ...empty });
    assert.deepEqual([status, String(asJson(body)['message']).endsWith('cannot be empty')], [400, true]);
  }
  const listed = await listFaces(server);
  assert.deepEqual(
    listed.map((face) => [face['faceid'], face['unit'], face['contact']]),
    [
      [fresh, 'New', ''],
      [faceid, 'North', '0988 111 222'],
    ],
  );
  assert.equal((await faceCall(server, 'DELETE', 'faces', { faceid: fresh })).status, 200);
  assert.equal((await faceCall(server, 'DELETE', 'faces', { faceid: fresh })).status, 404);
  assert.deepEqual((await listFaces(server)).map((face) => face['faceid']), [faceid]); // prettier-ignore
});

test('[F-CMD-032] [E-HTTP-061] [E-HTTP-062] [E-ENT-031] ws: an uploaded photo comes back byte for byte from pic.cgi, and is gone from the disk when it is removed', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const faceid = await addFace(server, WANG);
  const first = pngPicture();
  const photoid = await addPhoto(server, faceid, first);
  // In parts on the channel.
  const second = pngPicture({ padTo: 60_000 });
  const channel = await Channel.signedIn(server);
  const { Z } = await channel.get('U02', { A: faceid, B: 'PNG', C: second.length });
  const E = String(Z).split('/').at(-1);
  const half = second.subarray(0, 30_000).toString('base64');
  assert.equal((await channel.get('U02', { E, F: 0, G: half }))['Z'], '30000');
  const done = await channel.get('U02', { E, F: 30_000, G: second.subarray(30_000).toString('base64') });
  channel.close();
  const other = String(asJson(done['Y'])['photoid']);

  assert.deepEqual(await listPhotos(server), [
    { photoid: other, faceid },
    { photoid, faceid },
  ]);
  assert.equal((await listPhotos(server)).length, 2);
  for (const [id, bytes] of [
    [photoid, first],
    [other, second],
  ] as const) {
    const answer = await picture(server, { type: 'face', id }, server.admin);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(md5(Buffer.from(await answer.arrayBuffer())), md5(bytes));
  }
  assert.deepEqual((await kept(server.data)).toSorted(), [photoid, other].toSorted());

  assert.equal((await faceCall(server, 'DELETE', 'facephotos', { photoid })).status, 200);
  assert.deepEqual(await kept(server.data), [other]);
  assert.equal((await picture(server, { type: 'face', id: photoid }, server.admin)).status, 404);
  assert.equal((await faceCall(server, 'DELETE', 'faces', { faceid })).status, 200);
  assert.deepEqual([await kept(server.data), await listPhotos(server)], [[], []]);
});

test('what is no picture, too large, of another kind or too much is refused and kept nowhere', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const faceid = await addFace(server, WANG);
  const refused = async (letters: object): Promise<unknown> =>
    (await announcePhoto(server, { A: faceid, B: 'png', C: 10, ...letters }))['Z'];
  assert.match(String(await refused({ B: 'gif' })), /Incorrect file type/);
  assert.match(String(await refused({ C: 2_097_153 })), /Exceeded size 2MB/);
  assert.match(String(await refused({ A: 99 })), /no such face/);
  const whole = pngPicture();
  for (const [what, bytes] of Object.entries({
    'half a picture': whole.subarray(0, whole.length >> 1),
    'a text': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'a head alone': whole.subarray(0, 33),
  })) {
    const { Z } = await announcePhoto(server, { A: faceid, B: 'png', C: bytes.length });
    const { status, body } = await putPhoto(server, String(Z), bytes);
    assert.deepEqual([status, body['message']], [400, 'Incorrect file type'], what);
  }
  assert.deepEqual([await listPhotos(server), await kept(server.data)], [[], []]);
  const largest = pngPicture({ padTo: 2_097_152 });
  assert.equal(largest.length, 2_097_152);
  await addPhoto(server, faceid, largest);
  for (let i = 1; i < 8; i += 1) await addPhoto(server, faceid, pngPicture());
  const { Z } = await announcePhoto(server, { A: faceid, B: 'png', C: whole.length });
  assert.equal((await putPhoto(server, String(Z), whole)).status, 429);
  assert.equal((await kept(server.data)).length, 8);
  assert.deepEqual(await readdir(join(server.data, 'faces', 'incoming')), []);
});

test('photos are for level 0 alone, and neither the access log nor an address names a person', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const faceid = await addFace(server, WANG);
  const photoid = await addPhoto(server, faceid, pngPicture());
  const { hash } = server.admin;
  await server.app.users.add({
    name: 'lin',
    passwordHash: hash,
    level: 1,
    rights: new Set(),
    expiresMs: null,
    groupIds: [1],
  });
  const lin = { user: 'lin', hash };
  assert.equal((await picture(server, { type: 'face', id: photoid }, lin)).status, 403);
  assert.equal((await picture(server, { type: 'face', id: photoid })).status, 401);
  assert.equal((await picture(server, { type: 'face', id: '0'.repeat(32) }, server.admin)).status, 404);
  assert.equal((await faceCall(server, 'POST', 'faces', {}, lin)).status, 403);
  await faceCall(server, 'PUT', 'faces', { faceid, name: 'Wang', memo: 'secret memo' });
  await faceCall(server, 'DELETE', 'facephotos', { photoid });
  await faceCall(server, 'DELETE', 'faces', { faceid });
  const rows = await logRows(server, '/gklog/accesslog');
  const mine = rows.filter(({ action }) => String(action).includes('face'));
  assert.deepEqual(
    mine.map(({ action }) => action),
    ['Remove face', 'Remove face photo', 'Save face', 'Upload face photo', 'Announce face photo', 'Save face'],
  );
  const said = JSON.stringify(mine);
  for (const word of [...Object.values(WANG), 'Wang', 'secret memo']) assert.ok(!said.includes(word), word);
  assert.ok(said.includes(photoid) && said.includes(`"faceid":${faceid}`));
});

test('a kill between row and file leaves no photo behind', async (t) => {
  const data = await temporaryFolder(t);
  const server = await ServerProcess.start(t, data);
  const faceid = await addFace(server, WANG);
  const removed = await addPhoto(server, faceid, pngPicture());
  const stays = await addPhoto(server, faceid, pngPicture());
  await announcePhoto(server, { A: faceid, B: 'png', C: 100_000 }).then(({ Z }) =>
    putPhoto(server, String(Z), pngPicture({ padTo: 50_000 })),
  );
  await server.kill();
  const database = new DatabaseSync(join(data, 'outrider.sqlite'));
  database.prepare('DELETE FROM face_photos WHERE id = ?').run(removed);
  database.close();
  await writeFile(join(data, 'faces', 'f'.repeat(32)), pngPicture()); // moved, and its row was never written
  assert.equal((await kept(data)).length, 3);
  const again = await ServerProcess.start(t, data, { admin: server.admin });
  assert.deepEqual(await kept(data), [stays]);
  assert.deepEqual(await readdir(join(data, 'faces', 'incoming')), []);
  assert.equal((await picture(again, { type: 'face', id: stays }, server.admin)).status, 200);
});
