// Answers to what is meant for the driver: texts, questions, calls, the driver's card, recorder data, transparent content.
import {
  encodeRecorderBlock,
  isVendorBlock,
  p8300Text,
  p8301EventList,
  p8302Question,
  p8303NewsMenu,
  p8304News,
  p8400CallBack,
  p8401PhoneBook,
  p8700CollectRecorder,
  p8701SetRecorder,
  p8702QueryDriverCard,
  p8900TransparentDown,
  p8a00PlatformRsaKey,
  t0302Answer,
  t0700RecorderReply,
  t0702DriverCard,
  t0900TransparentUp,
  t0a00TerminalRsaKey,
} from '@outrider/jt808';
import type { DriverCard, PeripheralDescription, PeripheralState } from '@outrider/jt808';
import type { Device } from '../device.ts';
import { answer, RESULT } from './answer.ts';
import type { Answer } from './answer.ts';
import { recorderData } from './recorder-data.ts';
import { answerVendorBlock } from './vendor-answers.ts';

const THINKING_MS = 1500;
const MAX_KEPT = 100;
const COLLECT_FAILED = 0xfa;
const PERIPHERAL_STATE = 0xf7;
const WORKING = 1;

export const driverAnswers: readonly Answer[] = [
  answer(p8300Text, (device, { text }) => {
    keep(device.memory.texts, text);
    device.log.add(`text: ${text}`);
    device.saveState();
    return RESULT.done;
  }),
  answer(p8301EventList, () => RESULT.done),
  answer(p8302Question, (device, { question, answers }, { link, received }) => {
    keep(device.memory.texts, question);
    const chosen = answers[0];
    if (chosen !== undefined) {
      device.later(THINKING_MS, () => link.send(t0302Answer, { replySerial: received.serial, answerId: chosen.id }));
    }
    return RESULT.done;
  }),
  answer(p8303NewsMenu, () => RESULT.done),
  answer(p8304News, (device, { text }) => {
    keep(device.memory.texts, text);
    return RESULT.done;
  }),
  answer(p8400CallBack, (device, { phone }) => {
    keep(device.memory.calls, phone);
    return RESULT.done;
  }),
  answer(p8401PhoneBook, (device, { action, contacts }) => {
    if (action === 0 || action === 1) device.memory.contacts.length = 0;
    for (const { phone } of contacts ?? []) keep(device.memory.contacts, phone);
    return RESULT.done;
  }),
  answer(p8700CollectRecorder, (device, { command }, { link, received }) => {
    const data = recorderData(device, command);
    const block = encodeRecorderBlock('up', data === null ? COLLECT_FAILED : command, data ?? new Uint8Array(0));
    link.send(t0700RecorderReply, { replySerial: received.serial, command, data: block });
    return null;
  }),
  answer(p8701SetRecorder, () => RESULT.done),
  answer(p8702QueryDriverCard, (device, _, { link }) => {
    link.send(t0702DriverCard, driverCardOf(device));
    return null;
  }),
  answer(p8900TransparentDown, (device, message, { link }) => {
    if (!('peripherals' in message)) {
      if (!isVendorBlock(message)) return RESULT.done;
      if (!device.options.vendorBlock) return RESULT.notSupported;
      return answerVendorBlock(device, link, message) ? RESULT.done : RESULT.malformed;
    }
    const { type, peripherals } = message;
    const content = type === PERIPHERAL_STATE ? states(peripherals) : descriptions(peripherals);
    link.send(t0900TransparentUp, { type, peripherals: content });
    return null;
  }),
  answer(p8a00PlatformRsaKey, (device, _, { link }) => {
    const n = Uint8Array.from({ length: 128 }, () => device.dice.whole(1, 255));
    link.send(t0a00TerminalRsaKey, { e: 65_537, n });
    return null;
  }),
];

/** The card in the reader, as 0x0702 tells it unasked and when asked. */
export const driverCardOf = (device: Pick<Device, 'deviceId' | 'deviceNow'>): DriverCard => ({
  status: 1,
  time: Math.floor(device.deviceNow() / 1000) * 1000,
  cardResult: 0,
  name: `Driver ${device.deviceId.slice(-3)}`,
  certificate: `C${device.deviceId}`.slice(0, 20),
  issuer: 'Outrider Demo Licensing',
  validUntil: '20301231',
  idCard: `ID${device.deviceId}`.slice(0, 20),
});

const keep = (list: string[], text: string): void => {
  list.push(text);
  if (list.length > MAX_KEPT) list.shift();
};

const states = (peripherals: readonly number[]): PeripheralState[] =>
  peripherals.map((id) => ({ id, workState: WORKING, alarmBits: 0 }));

const descriptions = (peripherals: readonly number[]): PeripheralDescription[] =>
  peripherals.map((id) => ({
    id,
    company: 'Outrider',
    model: 'SIM',
    hardware: '1',
    firmware: '0.1.0',
    deviceId: 'SIM',
    customer: 'Demo',
  }));
