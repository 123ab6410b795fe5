// What a device can be asked that is one question and its answer, in neutral words: each name with what it takes and gives. How a protocol
// says it is a row of its table (jt808/orders/order-table.ts). What goes on for a while (live, talk, playback, lists) is a method of link.ts.

export type CameraTurn = 'up' | 'down' | 'left' | 'right' | 'up-left' | 'up-right' | 'down-left' | 'down-right';

/** What a device says of its sound. `frameBytes` is a hint: the standard gives it no unit. */
export type SoundAttributes = { payloadType: number; frameBytes: number };

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
