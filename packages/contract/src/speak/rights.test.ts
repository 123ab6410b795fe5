// The table of rights: its names and their order are promised to every client, rows are only ever appended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRights, parseRights, rights } from './rights.ts';

test('[F-RIGHTS-031] the thirteen feature rights follow the pages in the order of the documents', () => {
  const features = 'F_gps F_addcd F_lmdvrs F_rmdvrs F_event F_ptz F_talk F_event_report F_api_full';
  const local = 'F_lmdvrs_wakeup F_lmdvrs_mcu F_lmdvrs_carbox F_lmdvrs_textdevice';
  assert.equal(rights.slice(6, 19).join(' '), `${features} ${local}`);
});

test('[F-RIGHTS-032] each local device field has a right of its own', () => {
  const fields = ['channel', 'icon', 'recdays', 'chnames', 'format', 'reboot', 'deleterecord', 'restore', 'syslog'];
  assert.deepEqual(
    rights.filter((right) => fields.some((field) => right === `F_lmdvrs_${field}`)),
    fields.map((field) => `F_lmdvrs_${field}`),
  );
});

test('[F-RIGHTS-033] each remote setting has a right of its own', () => {
  const settings = 'osd speedlimit temperature timezone network camera encoding alarms adas dsm'.split(' ');
  assert.deepEqual(
    rights.filter((right) => right.startsWith('F_rmdvrs_')).slice(0, settings.length),
    settings.map((setting) => `F_rmdvrs_${setting}`),
  );
});

test('one right for each further field and setting stands behind those, in the order in which accounts have them stored', () => {
  const local = [
    'gpstzenable extid driver vehicleid plate maplocation streamtype chmask videolossinterval recenable recplan',
    'recaudio chsort talkch netlimit maxnetflow eventdays clockzone deleteall',
  ];
  const remote = [
    'gsensor dst accoff voltage dualsd speedsource gguard osperiod idleperiod signals livemode heartbeat wifi server',
    'server2 ftp online comboalarms motion motovisadas bsd raw',
  ];
  assert.deepEqual(rights.slice(rights.indexOf('F_rmdvrs_dsm') + 1), [
    ...local.flatMap((words) => words.split(' ').map((word) => `F_lmdvrs_${word}`)),
    ...remote.flatMap((words) => words.split(' ').map((word) => `F_rmdvrs_${word}`)),
  ]);
});

test('the n-th character is the n-th right, and a string of an older server reads 0 where it ends', () => {
  for (const [n, right] of rights.entries()) {
    const flags = rights.map((_, i) => (i === n ? '1' : '0')).join('');
    assert.deepEqual([...parseRights(flags)], [right]);
    assert.equal(formatRights(new Set([right])), flags);
  }
  assert.deepEqual([...parseRights('1')], ['P_dash']);
  assert.deepEqual([...parseRights(`1${'0'.repeat(rights.length)}1`)], ['P_dash']);
});
