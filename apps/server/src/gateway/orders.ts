// What a device can be asked that is one question and its answer, in neutral words: each name with what it takes and gives. How a protocol
// says it is a row of its table (jt808/orders/order-table.ts). What goes on for a while (live, talk, playback, lists) is a method of link.ts.
import type { ParameterTrouble, ParameterValues } from '@outrider/contract';

export type CameraTurn = 'up' | 'down' | 'left' | 'right' | 'up-left' | 'up-right' | 'down-left' | 'down-right';

/** What a device says of its sound. `frameBytes` is a hint: the standard gives it no unit. */
export type SoundAttributes = { payloadType: number; frameBytes: number };

/** A parameter as a device has it: its bytes in hex. */
export type HeldParameter = { id: number; hex: string };
/** `values`: what the contract's table has a name for, by that name. `cut`: the end of the answer could not be read. */
export type ParameterAnswer = {
  values: ParameterValues;
  held: readonly HeldParameter[];
  wrong: readonly ParameterTrouble[];
  cut: boolean;
};

export type DeviceOrders = {
  /** Turns until `stopCamera`; a diagonal is its two directions. Not repeated when no answer comes. */
  turnCamera: { order: { channel: number; turn: CameraTurn }; answer: void };
  /** Repeated until it is answered. */
  stopCamera: { order: { channel: number }; answer: void };
  /** One step. */
  zoomCamera: { order: { channel: number; zoom: 'in' | 'out' }; answer: void };
  /** Asks for a position now; it comes through the position sink like any other. */
  locate: { order: object; answer: void };
  sendText: { order: { text: string }; answer: void };
  reboot: { order: object; answer: void };
  /** Every parameter that the device tells of. */
  parameters: { order: object; answer: ParameterAnswer };
  /** Those of `ids`; a device may leave some out. */
  someParameters: { order: { ids: readonly number[] }; answer: ParameterAnswer };
  /**
   * Sets what `values` names, and `raw` as it stands. `held`: what the device answered just now for the ids of `values`, in whose bytes
   * fields are changed. Rejects with `invalid` for a value that cannot be written. Several messages where there are many.
   */
  setParameters: {
    order: { values: ParameterValues; held: readonly HeldParameter[]; raw?: readonly HeldParameter[] };
    answer: void;
  };
  /** Asked once per link: anyone who asks again gets the same answer, or the same failure. */
  soundAttributes: { order: object; answer: SoundAttributes };
  /**
   * The device is to send the files of one of its alarms to our files port. `alarmSign` in hex as it came, `alarmNumber` of at most 24
   * letters and digits. Resolves when it says that it will.
   */
  sendAlarmFiles: { order: { alarmSign: string; alarmNumber: string }; answer: void };
};

export type OrderName = keyof DeviceOrders;
export type OrderOf<N extends OrderName> = DeviceOrders[N]['order'];
export type AnswerOf<N extends OrderName> = DeviceOrders[N]['answer'];
