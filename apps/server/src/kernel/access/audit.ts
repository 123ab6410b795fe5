// What the access log is told: one entry for each request of a person that changes something, without its secrets. The rows are kept by
// the access-log room.
import {
  type AccessLogRow,
  type Audit,
  type Requirement,
  calls,
  changingSlotPages,
  commands,
  secretNames,
} from '@outrider/contract';
import { z } from 'zod';
import type { Caller } from './access.ts';
import { isAnonymous } from './authorise.ts';
import { AppError } from '../errors.ts';
import { redactFacts, redactPath } from '../redact.ts';

export type AuditEntry = {
  type: AccessLogRow['type'];
  /** POST, PUT, DELETE, or the code of a command. */
  method: string;
  action: string;
  address: string;
  userName: string;
  deviceId: string;
  /** 'done', or the code of the failure. */
  result: string;
  data: AccessLogRow['data'];
};

export interface AuditTrail {
  /** Never waits and never fails. */
  add(entry: AuditEntry): void;
}

/** What only the owner knows: the device where the request names none, what came of it beside what was sent, and what stood there before. */
export type AuditNote = (facts: {
  deviceId?: string;
  body?: Record<string, unknown>;
  before?: Record<string, unknown>;
}) => void;

type Spoken = { right: Requirement; input: z.ZodType; audit?: Audit | 'reads' };
type Facts = Record<string, unknown>;

const MAX_TEXT = 500;
const secrets: ReadonlySet<string> = new Set(secretNames);
/** Who is not signed in leaves a row only where name and hash were looked at: those tries are slowed down. */
const lookedAt = new Set(['done', 'unauthenticated', 'expired']);

const toFacts = (value: unknown): Facts => (typeof value === 'object' && value !== null ? { ...value } : {});
const toText = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');
const bounded = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(redactFacts(facts)).map(([name, value]) => {
      const text = JSON.stringify(value) ?? '';
      return [name, text.length <= MAX_TEXT ? value : `${text.slice(0, MAX_TEXT)}…`];
    }),
  );

const namesIn = (schema: unknown): string[] => {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(namesIn);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

/** The fields that are kept of a request: those its schema names, without its secrets. */
const keptFields = ({ input, audit }: Spoken): string[] =>
  audit === undefined || audit === 'reads'
    ? []
    : [...new Set(namesIn(input))].filter((name) => !(name in audit.secret) && !secrets.has(name));

/** Everything of the contract that leaves a row, and what is kept of it; `type` and `method` as in its rows. */
export const requestActions = () =>
  [
    ...calls.map((spoken) => ({ type: 'HTTP' as const, method: spoken.method, url: spoken.path, spoken })),
    ...Object.entries(changingSlotPages).map(([type, page]) => ({
      type: 'HTTP' as const,
      method: 'POST',
      url: `/web.cgi ${type}`,
      spoken: { right: 'admin' as const, ...page },
    })),
    ...commands.map((spoken) => ({ type: 'Channel' as const, method: spoken.code, url: '', spoken })),
  ].flatMap(({ spoken, url, ...rest }) =>
    typeof spoken.audit === 'object'
      ? [{ ...rest, action: spoken.audit.action, data: { url, body: keptFields(spoken) } }]
      : [],
  );

/** Results of a command that are a success, but not done. */
const results: Readonly<Record<string, string>> = { '2': 'stored', '408': 'device_timeout' };

const resultOf = (error: unknown, reply: unknown): string => {
  if (error !== undefined) return error instanceof AppError ? error.code : 'internal';
  const { R } = toFacts(reply);
  if (typeof R === 'string' && results[R] !== undefined) return results[R];
  return toFacts(reply)['hasError'] === 1 ? 'failed' : 'done';
};

/** One request on its way. `end` is called once it is known what came of it, before the answer leaves; only the first call counts. */
export type AuditedRequest = {
  note: AuditNote;
  end: (caller: Caller, outcome: { reply?: unknown } | { error: unknown }) => void;
};
const unheard: AuditedRequest = { note: () => undefined, end: () => undefined };

/** Gives the function that follows a request of this kind; `raw` is what came in. */
export const followRequests = (
  trail: AuditTrail,
  spoken: Spoken,
  way: Pick<AuditEntry, 'type' | 'method'> & { url: string },
): ((raw: unknown) => AuditedRequest) => {
  const { audit, right } = spoken;
  if (audit === undefined || audit === 'reads') return () => unheard;
  const fields = keptFields(spoken);
  /** Secrets inside of a field; the others are not kept at all. */
  const inside = Object.keys(audit.secret).filter((name) => name.includes('.'));
  const { action, device = '', user = '', unless = '' } = audit;
  const changesNothing = (sent: Facts): boolean => {
    if (typeof unless === 'string') return unless in sent;
    const [field, ...values] = unless;
    return values.some((value) => sent[field] === value);
  };
  return (raw) => {
    const sent = toFacts(raw);
    if (changesNothing(sent)) return unheard;
    let noted: Parameters<AuditNote>[0] = {};
    let ended = false;
    return {
      note: (facts) => (noted = { ...noted, ...facts }),
      end(caller, outcome) {
        if (ended) return;
        ended = true;
        const result = 'error' in outcome ? resultOf(outcome.error, undefined) : resultOf(undefined, outcome.reply);
        if (right === 'public' ? !lookedAt.has(result) : isAnonymous(caller)) return;
        const kept = Object.fromEntries(fields.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])));
        const body = bounded(inside.reduce(redactPath, { ...kept, ...noted.body }));
        trail.add({
          type: way.type,
          method: way.method,
          action,
          result,
          address: caller.address,
          userName: toText(sent[user], 64) || caller.userName,
          deviceId: noted.deviceId ?? toText(sent[device], MAX_TEXT),
          data: { url: way.url, body, ...(noted.before && { before: bounded(noted.before) }) },
        });
      },
    };
  };
};
