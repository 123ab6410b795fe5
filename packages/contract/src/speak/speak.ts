// The three ways to speak: call (HTTP), command (main channel) and push (server to console). Each is a value with its schemas.
import type { z } from 'zod';
import type { Requirement } from './rights.ts';

/**
 * What the access log calls a request that changes something, and what it leaves out. Nothing is kept but fields that `input` names.
 */
export type Audit = {
  /** For people, in English: 'Change password'. Several requests may share one. */
  readonly action: string;
  /** Fields whose value is never stored; those of objects inside joined by dots: 'mail.pass'. Of such an object the rest is stored. */
  readonly secret: Readonly<Record<string, true>>;
  /** The field that names the device, or several joined by commas. */
  readonly device?: string;
  /** The field that names the account, of requests that nobody has to be signed in for. */
  readonly user?: string;
  /** A request with this field, or with one of these values of it, changes nothing. */
  readonly unless?: string | readonly [field: string, ...values: (string | number)[]];
};

/** Fields of these names hold a secret wherever they stand. */
export const secretNames = ['password', 'newpass', 'passwd', 'pass', 'token', 'secret', 'hash', 'P', 'h'] as const;
type KeyOf<Input> = Input extends unknown ? Extract<keyof Input, string> : never;
type Field<I extends z.ZodType> = KeyOf<z.input<I>>;
type Secrets<I extends z.ZodType> = { readonly [K in Extract<Field<I>, (typeof secretNames)[number]>]: true } & {
  readonly [K in Field<I> | `${Field<I>}.${string}`]?: true;
};
/** 'reads': changes nothing that lasts, so there is no row. */
export type Audited<I extends z.ZodType> = {
  readonly audit:
    | 'reads'
    | {
        readonly action: string;
        readonly secret: Secrets<I>;
        readonly device?: Field<I>;
        readonly user?: Field<I>;
        readonly unless?: Field<I> | readonly [field: Field<I>, ...values: (string | number)[]];
      };
};

/** The most that the body of a call holds, where the call says nothing else. What is larger is refused before it is read. */
export const MAX_BODY_BYTES = 1024 * 1024;

type ChangingMethod = 'POST' | 'PUT' | 'DELETE';
type CallParts<I extends z.ZodType, O extends z.ZodType> = {
  /** Root-absolute path; `{name}` segments are path parameters and are part of `input`. */
  readonly path: string;
  readonly right: Requirement;
  /** Where a body may be larger than MAX_BODY_BYTES, and what is said of one that is larger still. Only who signed in may send it. */
  readonly body?: { readonly maxBytes: number; readonly tooLarge: string };
  /**
   * Where the body is a file, not JSON (application/octet-stream): how large it may be, and what is said of one that is larger. The other
   * fields of `input` stand in the path and the query. Sent only by somebody who has the right.
   */
  readonly upload?: { readonly maxBytes: number; readonly tooLarge: string };
  /** The body is JSON that is sent as text/plain; JSON under its own name is taken too. */
  readonly text?: true;
  /** The answer is a file that is saved under this name, and no JSON; `reply` takes anything then. */
  readonly file?: string;
  /** Checked by the server. For GET it reads the query string, otherwise the JSON body. */
  readonly input: I;
  readonly reply: O;
  readonly example: { readonly input: z.input<I>; readonly reply: z.input<O> };
  readonly about: string;
};

export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = CallParts<I, O> & {
  readonly method: 'GET' | ChangingMethod;
  /** A GET changes nothing and says nothing here. */
  readonly audit?: Audit | 'reads';
  /** Public, and answers more to somebody who is let in. */
  readonly tellsMore?: true;
};

type CommandParts<I extends z.ZodType, O extends z.ZodType> = {
  readonly code: string;
  readonly right: Requirement;
  /** The request's letters besides M and N. */
  readonly input: I;
  /** The answer's letters besides M, N and R, when R is a success. A list command answers several times, see `batched`. */
  readonly reply: O;
  /** The results R that are a success, where that is not '1' alone; `reply` then has the letter R. */
  readonly successes?: readonly string[];
  /** `input` may carry U and P (`messageCredentials`): they count for this one message, not for who signed in on the connection. */
  readonly ownCredentials?: true;
  /** True where Z comes as arrays in several answers, ended by one whose Z is 'fin'. */
  readonly batched: boolean;
  readonly example: { readonly input: z.input<I>; readonly reply: z.input<O> };
  readonly about: string;
};

export type Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = CommandParts<I, O> & {
  readonly audit: Audit | 'reads';
};

export type Push<O extends z.ZodType = z.ZodType> = {
  readonly code: string;
  readonly payload: O;
  readonly example: z.input<O>;
  readonly about: string;
};

export const call = <I extends z.ZodType, O extends z.ZodType>(
  c: CallParts<I, O> &
    ({ readonly method: 'GET'; readonly audit?: never } | (Audited<I> & { readonly method: ChangingMethod })),
): Call<I, O> => c;
export const command = <I extends z.ZodType, O extends z.ZodType>(c: CommandParts<I, O> & Audited<I>): Command<I, O> =>
  c;
export const push = <O extends z.ZodType>(p: Push<O>): Push<O> => p;

/** What a call or command takes, in the form used inside both programs. */
export type InputOf<S extends { readonly input: z.ZodType }> = z.output<S['input']>;
/** What a call or command answers, in the form used inside both programs. */
export type ReplyOf<S extends { readonly reply: z.ZodType }> = z.output<S['reply']>;
