// 0x8302: a question to the driver with answers to choose from. Section 15.2.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readText16, readText8, readToEnd, writeText16, writeText8 } from '../fields.ts';
import { message } from '../message.ts';

export type QuestionAnswer = { readonly id: number; readonly text: string };

/** `flags`: bit 0 urgent, 3 read aloud, 4 advertising screen. */
export type Question = {
  readonly flags: number;
  readonly question: string;
  readonly answers: readonly QuestionAnswer[];
};

export const p8302Question = message<Question>({
  id: 0x8302,
  name: 'question',
  direction: 'down',
  decode: (body) => {
    const reader = new ByteReader(body);
    return {
      flags: reader.u8(),
      question: readText8(reader),
      answers: readToEnd(reader, () => ({ id: reader.u8(), text: readText16(reader) })),
    };
  },
  encode: ({ flags, question, answers }) => {
    const writer = new ByteWriter().u8(flags);
    writeText8(writer, question);
    for (const { id, text } of answers) writeText16(writer.u8(id), text);
    return writer.finish();
  },
});
