// Bodies laid out by hand from the tables, third part: the messages of active safety.
import {
  decodeAlarmSign,
  p9208AttachmentRequest,
  p9212FileCompleteReply,
  t1210AttachmentList,
  t1211FileStart,
  t1212FileComplete,
  t1fc4UpgradeProgress,
} from '../src/index.ts';
import { both, hex } from './pair.ts';
import type { Pair } from './pair.ts';

const sign16Hex = '41424300000000 240229120000 02 03 00';
const sign40Hex = `414243 ${'00'.repeat(27)} 240229120000 02 03 0000`;
const sign39Hex = `414243 ${'00'.repeat(27)} 240229120000 02 03 00`;
const sign38Hex = `414243 ${'00'.repeat(27)} 240229120000 02 03`;
const sign32Hex = `41424300000000 240229120000 02 03 ${'00'.repeat(17)}`;
const sign = (text: string) => decodeAlarmSign(hex(text));
const numberHex = `4e31 ${'00'.repeat(30)}`;
const listTailHex = `${numberHex} 01 02 05 612e6a7067 00000400 01 62 00000000`;
const listTail = {
  alarmNumber: 'N1',
  infoType: 1,
  files: [
    { name: 'a.jpg', size: 1024 },
    { name: 'b', size: 0 },
  ],
};
const requestHeadHex = '09 31302e302e302e3131 17ca 0000';
const request = { host: '10.0.0.11', tcpPort: 6090, udpPort: 0, alarmNumber: 'N1', reserved: new Uint8Array(16) };
const fileHex = '05 612e6a7067 02 00000400';
const file = { name: 'a.jpg', type: 2, size: 1024 };
const zeros16 = '00'.repeat(16);

export const safetyPairs: readonly Pair[] = [
  both(
    'attachment request, sign 16',
    p9208AttachmentRequest,
    '2013',
    `${requestHeadHex} ${sign16Hex} ${numberHex} ${zeros16}`,
    {
      ...request,
      alarmSign: sign(sign16Hex),
    },
  ),
  both(
    'attachment request, sign 40',
    p9208AttachmentRequest,
    '2019',
    `${requestHeadHex} ${sign40Hex} ${numberHex} ${zeros16}`,
    {
      ...request,
      alarmSign: sign(sign40Hex),
    },
  ),
  both('file list, 16', t1210AttachmentList, '2013', `41420000000000 ${sign16Hex} ${listTailHex}`, {
    ...listTail,
    terminalId: 'AB',
    alarmSign: sign(sign16Hex),
  }),
  both('file list, 40', t1210AttachmentList, '2019', `4142 ${'00'.repeat(28)} ${sign40Hex} ${listTailHex}`, {
    ...listTail,
    terminalId: 'AB',
    alarmSign: sign(sign40Hex),
  }),
  both('file list, 39', t1210AttachmentList, '2019', `4142 ${'00'.repeat(28)} ${sign39Hex} ${listTailHex}`, {
    ...listTail,
    terminalId: 'AB',
    alarmSign: sign(sign39Hex),
  }),
  both('file list, 32', t1210AttachmentList, '2013', `41420000000000 ${sign32Hex} ${listTailHex}`, {
    ...listTail,
    terminalId: 'AB',
    alarmSign: sign(sign32Hex),
  }),
  both('file list, 38', t1210AttachmentList, '2019', `${sign38Hex} ${listTailHex}`, {
    ...listTail,
    terminalId: '',
    alarmSign: sign(sign38Hex),
  }),
  both(
    'file list, number that is no text',
    t1210AttachmentList,
    '2013',
    `41420000000000 ${sign16Hex} 1f ${'00'.repeat(31)} 00 00`,
    {
      terminalId: 'AB',
      alarmSign: sign(sign16Hex),
      alarmNumber: null,
      alarmNumberRaw: hex(`1f ${'00'.repeat(31)}`),
      infoType: 0,
      files: [],
    },
  ),
  both(
    'file list, number with all printable ASCII ends',
    t1210AttachmentList,
    '2013',
    `41420000000000 ${sign16Hex} ${'207e'.repeat(16)} 00 00`,
    {
      terminalId: 'AB',
      alarmSign: sign(sign16Hex),
      alarmNumber: ' ~'.repeat(16),
      infoType: 0,
      files: [],
    },
  ),
  both('file start', t1211FileStart, '2013', fileHex, file),
  both('file complete', t1212FileComplete, '2013', fileHex, file),
  both('file whole', p9212FileCompleteReply, '2013', '01 61 02 00 00', { name: 'a', type: 2, result: 0, missing: [] }),
  both('ranges missing', p9212FileCompleteReply, '2013', '01 61 02 01 02 00000000 00010000 00020000 00000001', {
    name: 'a',
    type: 2,
    result: 1,
    missing: [
      { offset: 0, length: 65_536 },
      { offset: 131_072, length: 1 },
    ],
  }),
  both('upgrade progress', t1fc4UpgradeProgress, '2019', '0005 64 04 63 00', {
    replySerial: 5,
    type: 0x64,
    state: 4,
    progress: 99,
    error: 0,
  }),
];
