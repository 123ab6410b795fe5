import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlock } from './address-block.ts';

test('an IPv4 address stands for itself, one of IPv6 for its 64 bits however it is written', () => {
  assert.equal(addressBlock('192.0.2.7'), '192.0.2.7');
  for (const same of ['2001:db8:0:1::1', '2001:0db8:0000:0001:ffff::', '2001:DB8:0:1:2:3:4:5', '2001:db8:0:1::9%eth0'])
    assert.equal(addressBlock(same), '2001:db8:0:1::/64', same);
  assert.equal(addressBlock('2001:db8::1'), '2001:db8:0:0::/64');
  assert.notEqual(addressBlock('2001:db8:0:2::1'), addressBlock('2001:db8:0:1::1'));
  assert.equal(addressBlock('::1'), '0:0:0:0::/64');
  assert.equal(addressBlock('64:ff9b::192.0.2.1'), '64:ff9b:0:0::/64');
});
