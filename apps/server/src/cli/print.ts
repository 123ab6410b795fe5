// What commands and the start write for people: names of devices and users among it steer no terminal.
import { plainText } from '@outrider/contract';

export const printTo =
  (out: { write(text: string): unknown }) =>
  (line: string): void =>
    void out.write(`${plainText(line)}\n`);
