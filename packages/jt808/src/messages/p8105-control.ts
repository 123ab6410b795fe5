// 0x8105 terminal control (section 12.2): restart, connect elsewhere, upgrade over the air, factory reset.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { decodeGbk, encodeGbk } from '../gbk.ts';
import { message } from '../message.ts';

/** Commands of the standard. `wirelessUpgrade`, `powerOff`, `closeData` and `closeRadio` are dropped in 2019. */
export const CONTROL = {
  wirelessUpgrade: 1,
  connectTo: 2,
  powerOff: 3,
  restart: 4,
  factoryReset: 5,
  closeData: 6,
  closeRadio: 7,
} as const;

/**
 * `parameters` are fields joined by ';', unused ones empty but their separators kept; ports and times are decimal text.
 * `parametersRaw` are the same bytes undecoded; when it is there it is what is sent.
 */
export type Control = {
  readonly command: number;
  readonly parameters?: string;
  readonly parametersRaw?: Uint8Array;
};

export const p8105Control = message<Control>({
  id: 0x8105,
  name: 'control',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    const command = reader.u8();
    const parametersRaw = reader.rest();
    return parametersRaw.length === 0 ? { command } : { command, parametersRaw, parameters: decodeGbk(parametersRaw) };
  },
  encode: ({ command, parameters, parametersRaw }) =>
    new ByteWriter()
      .u8(command)
      .raw(parametersRaw ?? encodeGbk(parameters ?? ''))
      .finish(),
});
