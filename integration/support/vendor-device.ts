// A recorder of a test that knows the vendor block: it says so, and answers its commands as it was told to.
import {
  decodeVendorBlock,
  encodeVendorBlock,
  p8107QueryAttributes,
  p8900TransparentDown,
  t0107Attributes,
  t0900TransparentUp,
  VENDOR_BLOCK_TERMINAL_BIT,
  type VendorCommand,
  vendorCommandCode,
} from '@outrider/jt808';
import type { Device } from './device.ts';

export type Answers = Partial<Record<VendorCommand, { result?: number; json?: unknown }>>;

/** What it was asked in the block: the number of the command, and its JSON. */
export type AskedBlock = { command: number; json: unknown };

/** `knows` false: it does not set the bit, and answers all the same should somebody ask. */
export const answerVendorBlock = (device: Device, answers: Answers, knows = true): AskedBlock[] => {
  const asked: AskedBlock[] = [];
  const codes = Object.keys(answers).map((name) => vendorCommandCode(name as VendorCommand));
  const hello: Answers = { hello: { json: { commands: [0, ...codes], settings: [] } } };
  device.on(p8107QueryAttributes.id, () =>
    device.send(t0107Attributes, {
      terminalType: 4 | (knows ? VENDOR_BLOCK_TERMINAL_BIT : 0),
      manufacturer: 'OUTR',
      model: 'M1',
      terminalId: 'T000001',
      iccid: '89860012345678901234',
      hardware: 'h1',
      firmware: '1.2',
      gnss: 3,
      comm: 32,
    }),
  );
  device.on(p8900TransparentDown.id, ({ header, body }) => {
    const content = p8900TransparentDown.decode(body, device.edition);
    if (!('content' in content) || content.type !== 0xf0) return device.reply(header);
    const { command, serial, body: said } = decodeVendorBlock(content);
    asked.push({ command, json: said !== null && 'json' in said ? JSON.parse(said.json) : null });
    const [, answer] =
      Object.entries({ ...hello, ...answers }).find(([name]) => vendorCommandCode(name as VendorCommand) === command) ??
      [];
    if (answer === undefined) return undefined; // silent
    const json = answer.json === undefined ? null : { json: JSON.stringify(answer.json) };
    device.send(t0900TransparentUp, encodeVendorBlock({ command, serial, result: answer.result ?? 0, body: json }));
  });
  return asked;
};
