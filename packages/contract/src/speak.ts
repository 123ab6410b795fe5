// The three ways to speak: call (HTTP), command (main channel) and push (server to console). Each is a value with its schemas.
import type { z } from 'zod';
import type { Requirement } from './rights.ts';

export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Root-absolute path; `{name}` segments are path parameters and are part of `input`. */
  readonly path: string;
  readonly right: Requirement;
  /** Checked by the server. For GET it reads the query string, otherwise the JSON body. */
  readonly input: I;
  readonly reply: O;
  readonly example: { readonly input: z.input<I>; readonly reply: z.input<O> };
  readonly about: string;
};

export type Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  readonly code: string;
  readonly right: Requirement;
  /** The request's letters besides M and N. */
  readonly input: I;
  /** The answer's letters besides M, N and R, when R is '1'. A list command answers several times, see `batched`. */
  readonly reply: O;
  /** True where Z comes as arrays in several answers, ended by one whose Z is 'fin'. */
  readonly batched: boolean;
  readonly example: { readonly input: z.input<I>; readonly reply: z.input<O> };
  readonly about: string;
};

export type Push<O extends z.ZodType = z.ZodType> = {
  readonly code: string;
  readonly payload: O;
  readonly example: z.input<O>;
  readonly about: string;
};

export const call = <I extends z.ZodType, O extends z.ZodType>(c: Call<I, O>): Call<I, O> => c;
export const command = <I extends z.ZodType, O extends z.ZodType>(c: Command<I, O>): Command<I, O> => c;
export const push = <O extends z.ZodType>(p: Push<O>): Push<O> => p;

/** What a call or command takes, in the form used inside both programs. */
export type InputOf<S extends { readonly input: z.ZodType }> = z.output<S['input']>;
/** What a call or command answers, in the form used inside both programs. */
export type ReplyOf<S extends { readonly reply: z.ZodType }> = z.output<S['reply']>;
