// What a device can be asked that is one question and its answer, in neutral words: each name with what it takes and gives. How a protocol
// says it is a row of its table (jt808/orders/order-table.ts). What goes on for a while (live, talk, playback, lists) is a method of link.ts.
import type {
  AreaKind,
  DeviceArea,
  MediaCause,
  ParameterTrouble,
  ParameterValues,
  StoredMediaKind,
  VendorCommandName,
} from '@outrider/contract';

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
/** `service` and `notice` are told apart by devices of 2019 only. One that can do none of what is asked shows the text as it likes. */
export type DriverText = {
  text: string;
  purpose?: 'notice' | 'service';
  urgent?: boolean;
  display?: boolean;
  readAloud?: boolean;
  advertise?: boolean;
  /** A fault code of the CAN bus instead of something to read. */
  faultCode?: boolean;
};

/** Another server for a device to dial, for so many minutes, 0: for good. What is left out is as the device has it. */
export type OtherServer = {
  address: string;
  tcpPort: number;
  udpPort?: number;
  authCode?: string;
  apn?: string;
  apnUser?: string;
  apnPassword?: string;
  minutes?: number;
};

/** Firmware that a device fetches by itself. Versions: what the file is, for the device to compare. */
export type FirmwareLink = {
  url: string;
  apn?: string;
  apnUser?: string;
  apnPassword?: string;
  address?: string;
  tcpPort?: number;
  udpPort?: number;
  manufacturer?: string;
  hardware?: string;
  firmware?: string;
  minutes?: number;
};

/** What a device is. `iccid`: the digits of its SIM card. */
export type DeviceAttributes = {
  manufacturer: string;
  model: string;
  terminalId: string;
  iccid: string;
  hardware: string;
  firmware: string;
  terminalType: number;
  /** It says that it knows our vendor block. */
  knowsVendorBlock: boolean;
  gnss: number;
  comm: number;
};

/** Data of the vehicle's driving recorder (GB/T 19056), 0x00 to 0x15 as the standard numbers it; from 0x08 on of a span, device time. */
export type RecorderQuestion = { what: number; span?: { from: string; to: string; most: number } };

export type PhotoOrder = {
  channel: number;
  count?: number;
  intervalS?: number;
  /** The device keeps them and sends none. */
  keepOnDevice?: boolean;
};

/** Which of the pictures, sounds and clips that it keeps a device is asked for. Channel 0: every one. `fromMs`, `toMs` null: no limit. */
export type StoredMediaQuestion = {
  kind: StoredMediaKind;
  channel: number;
  cause: MediaCause;
  fromMs: number | null;
  toMs: number | null;
};
/** One of them. `id` null: a device of 2011. `identity`: that of the file it becomes when it is fetched. */
export type HeldMedium = {
  id: number | null;
  kind: string;
  channel: number;
  cause: string;
  takenMs: number | null;
  latitude: number | null;
  longitude: number | null;
  identity: string;
};

/** What an answer in our vendor block holds: read JSON, bytes, or nothing. */
export type VendorAnswer = { json: unknown } | { bytes: Uint8Array } | null;

export type AreaOf<K extends AreaKind> = Extract<DeviceArea, { kind: K }>;

export type DeviceOrders = {
  /** Turns until `stopCamera`; a diagonal is its two directions. Not repeated when no answer comes. */
  turnCamera: { order: { channel: number; turn: CameraTurn }; answer: void };
  /** Repeated until it is answered. */
  stopCamera: { order: { channel: number }; answer: void };
  /** One step. */
  zoomCamera: { order: { channel: number; zoom: 'in' | 'out' }; answer: void };
  /** Asks for a position now; it comes through the position sink like any other. */
  locate: { order: object; answer: void };
  sendText: { order: DriverText; answer: void };
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
  /** Back to what it was made with. */
  /**
   * Areas that the device watches by itself from now on. `known`: it has them under these numbers already, and changes them. A route or a
   * polygon is a message of its own.
   */
  setCircles: { order: { areas: readonly AreaOf<'circle'>[]; known: boolean }; answer: void };
  setRectangles: { order: { areas: readonly AreaOf<'rectangle'>[]; known: boolean }; answer: void };
  setPolygons: { order: { areas: readonly AreaOf<'polygon'>[] }; answer: void };
  setRoutes: { order: { areas: readonly AreaOf<'route'>[] }; answer: void };
  /** Without ids all of the kind. */
  removeCircles: { order: { ids: readonly number[] }; answer: void };
  removeRectangles: { order: { ids: readonly number[] }; answer: void };
  removePolygons: { order: { ids: readonly number[] }; answer: void };
  removeRoutes: { order: { ids: readonly number[] }; answer: void };
  /** Those of one kind that it has. Devices of 2019; what cannot be read is left out. */
  heldAreas: { order: { kind: AreaKind }; answer: readonly DeviceArea[] };
  restoreDefaults: { order: object; answer: void };
  powerOff: { order: object; answer: void };
  /** Ends its data connection, or all of its radio, until it is started again. */
  closeData: { order: object; answer: void };
  closeRadio: { order: object; answer: void };
  /** `usual`: back to the server it was told to dial by its settings. */
  connectTo: { order: OtherServer | 'usual'; answer: void };
  /** From its next start on it dials there, for good: its settings say so. Over TCP. */
  useServer: { order: { host: string; port: number }; answer: void };
  /** It fetches and installs by itself; what became of it comes later, as a message. */
  upgradeFrom: { order: FirmwareLink; answer: void };
  attributes: { order: object; answer: DeviceAttributes };
  /** Done with its word, or with its position after that, whichever comes first. */
  setDoors: { order: { doors: 'lock' | 'unlock' }; answer: void };
  /** The block as it came, and what is in it. Rejects with `device_refused` where the recorder could not collect it. */
  recorderData: { order: RecorderQuestion; answer: { block: Uint8Array; data: Uint8Array } };
  /** Its numbers of the pictures, which come as files; none where the device only says yes. `device_unsupported`: it has no such channel. */
  takePhotos: { order: PhotoOrder; answer: readonly number[] };
  storedMedia: { order: StoredMediaQuestion; answer: readonly HeldMedium[] };
  /** It sends what it has under that number as a file. `remove`: it deletes it when we have it. */
  fetchMedium: { order: { id: number; remove: boolean }; answer: void };
  fetchMedia: { order: StoredMediaQuestion & { remove: boolean }; answer: void };
  /** Sound in the vehicle, which it then sends as a file, or keeps. */
  recordSound: { order: { action: 'start' | 'stop'; seconds?: number; keepOnDevice?: boolean }; answer: void };
  /** Carried through to what hangs on the device: 0x41 and 0x42 are its serial ports. */
  passThrough: { order: { type: number; content: Uint8Array }; answer: void };
  /**
   * In our vendor block (docs/reference/vendor-block.md): only for a device that says it knows it, which features/device-abilities looks after.
   * Rejects with `device_refused` in the device's own words, or `device_unsupported`.
   */
  vendor: { order: { command: VendorCommandName; asks?: object }; answer: VendorAnswer };
  /** Settings of the vendor block under the names of the contract's table; without `keys` all that the device does something with. */
  vendorSettings: { order: { keys?: readonly string[] }; answer: Pick<ParameterAnswer, 'values' | 'wrong'> };
  /** Done where the device took at least one; what it holds then is for the next question to tell. */
  setVendorSettings: { order: { values: ParameterValues }; answer: void };
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
