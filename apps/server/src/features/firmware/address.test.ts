// Addresses that devices are told: name, password and token go in, and never to people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressFor, firmwareIdOf, shownAddress, versionInName } from './address.ts';

const ID = '9f86d081884c7d659a2feaa0c55ad015';
const plain = { token: undefined, secure: false, user: undefined, password: undefined };

test('a link of the store is known by its path and id, with or without a scheme', () => {
  assert.equal(firmwareIdOf(`fleet.example.com:24681/fw.cgi?id=${ID}`), ID);
  assert.equal(firmwareIdOf(`https://fleet.example.com/fw.cgi?id=${ID}`), ID);
  for (const other of [`http://a/other.cgi?id=${ID}`, 'http://a/fw.cgi?id=7', 'http://a/box.bin', 'http://'])
    assert.equal(firmwareIdOf(other), undefined, other);
});

test('what the device is told holds token, name and password, and no semicolon', () => {
  const own = addressFor({ ...plain, url: `a:1/fw.cgi?id=${ID}`, token: 'abc', secure: true });
  assert.equal(own, `https://a:1/fw.cgi?id=${ID}&t=abc`);
  const other = addressFor({ ...plain, url: 'ftp://a/x.bin', user: 'me;you', password: 'p@s/s;' });
  assert.equal(other, 'ftp://me%3Byou:p%40s%2Fs%3B@a/x.bin');
  assert.equal(shownAddress(other ?? ''), 'ftp://a/x.bin');
  assert.equal(addressFor({ ...plain, url: 'http://[' }), undefined);
});

test('the version in a name counts only where the name follows the standard', () => {
  assert.equal(versionInName('01_OUTRD_SIM4_2.0_2.1.bin'), '2.1');
  for (const other of ['box_2.1.bin', 'box-2.1.bin', '01_OUTRD.bin']) assert.equal(versionInName(other), '');
});
