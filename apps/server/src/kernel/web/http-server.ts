// The HTTP server: authenticates, checks the right, runs the handler of a call and answers, also when it fails. Knows no call by name.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Readable } from 'node:stream';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import { type Call, MAX_BODY_BYTES } from '@outrider/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Access, Caller } from '../access/access.ts';
import { type AuditNote, type AuditTrail, type AuditedRequest, followRequests } from '../access/audit.ts';
import { anonymousCaller, assertMay } from '../access/authorise.ts';
import { type JsonBounds, assertJsonBounds } from './bounded-json.ts';
import { type ConnectionGate, behindGate } from './connection-gate.ts';
import { type FoundCredentials, findCredentials, isOwnOrigin } from '../access/credentials.ts';
import { AppError, errorText } from '../errors.ts';
import { cookiesOf, makeContext } from './call-context.ts';
import { type CallContext, type CallHandler, EncodedFile, EncodedJson } from './http.ts';
import { disposition } from './send-file.ts';
import { sendFailure } from './http-failure.ts';
import { closeServer } from './listen.ts';
import type { Log } from '../log.ts';
import type { WorkMeters } from '../work/work-meters.ts';
import { loggedPath } from '../redact.ts';
import { securityHeaders } from './security-headers.ts';
import { type TlsFiles, tlsOptions } from './tls.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file that the call takes as it comes. */
    upload?: boolean;
    /** The body may be JSON as text/plain. */
    text?: boolean;
  }
}

export type HttpKit = {
  access: Access;
  log: Log;
  /** Hears of everybody who was let in. */
  seen?: (caller: Caller) => void;
  /** Is told of every request that changes something. */
  audit: AuditTrail;
  tls: TlsFiles | null;
  gate?: ConnectionGate;
  meters?: WorkMeters;
  options: {
    /** Whether credentials in query strings are looked at. */
    queryCredentials: boolean;
    /** Origins besides the own host whose pages may use the cookie. */
    allowedOrigins: readonly string[];
    /** Addresses of reverse proxies whose forwarding headers are believed. */
    trustedProxies: readonly string[];
    /** Origins of online map tiles, asked for each reply. */
    tileOrigins: () => readonly string[];
    /** Origins of other servers that pages may ask. */
    connectOrigins: () => readonly string[];
    /** Origins of pages that ours may show inside. */
    frameOrigins: () => readonly string[];
    /** Pages of ours may open sockets of other servers. */
    anyServer: boolean;
    /** The certificate is one that browsers know. */
    strictTransport: boolean;
  };
};

export type HttpServer = {
  /** What answers requests, for a second server of the same pages. */
  listener: RequestListener;
  /** For rooms with routes of their own: files, metrics. */
  app: FastifyInstance;
  server: Server;
  /** Adds calls; before listening. */
  addCalls(handlers: readonly CallHandler[]): void;
  /** Who sends this request: throws AppError as Access.authenticate does, `unauthenticated` without credentials. */
  authenticate(request: FastifyRequest): Promise<Caller>;
  /** Every route there is, as 'GET /health'. */
  routes: readonly string[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

/** Of any body: it is read before anybody knows who sent it. */
const BODY_BOUNDS: JsonBounds = { depth: 32, keys: 20_000, values: 100_000 };
/** Of one that only somebody may send. */
const LARGE_BODY_BOUNDS: JsonBounds = { depth: 32, keys: 100_000, values: 400_000 };
const REQUEST_TIMEOUT_MS = 60_000;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A plain or an encrypted server, with limits against slow senders. */
export const createWebServer = (tls: TlsFiles | null, listener: RequestListener, gate?: ConnectionGate): Server => {
  const server = createInnerServer(tls, listener, gate);
  gate?.guard(server);
  return server;
};

/** The same behind another one, which hands it connections that the gate has counted. */
export const createInnerServer = (tls: TlsFiles | null, listener: RequestListener, gate?: ConnectionGate): Server => {
  const guarded = gate ? behindGate(gate, listener) : listener;
  const server = tls ? createTlsServer(tlsOptions(tls), guarded) : createServer(guarded);
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = 72_000;
  return server;
};

const queryOf = (request: FastifyRequest): URLSearchParams => new URLSearchParams(request.url.split('?', 2)[1] ?? '');

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Some programs cannot send a body with DELETE or PUT: without one the query holds the fields. */
const sentBody = ({ body, query }: FastifyRequest): unknown => body ?? asObject(query);

const rawInput = (request: FastifyRequest, { upload }: Call): unknown =>
  SAFE_METHODS.has(request.method) || upload !== undefined
    ? { ...asObject(request.query), ...asObject(request.params) }
    : Object.keys(asObject(request.params)).length === 0
      ? sentBody(request)
      : { ...asObject(sentBody(request)), ...asObject(request.params) };

const refusedBody = (statusCode: 413 | 415): Error => Object.assign(new Error('body refused'), { statusCode });

/** JSON, and JSON as text/plain where the call is one that sends it so. */
const addBodyParser = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'string' }, (request, body, done) => {
    const isText = request.headers['content-type']?.startsWith('text/plain') === true;
    if (isText && request.routeOptions.config.text !== true) return done(refusedBody(415));
    if (body.length === 0) return done(null, {});
    try {
      assertJsonBounds(String(body), body.length > MAX_BODY_BYTES ? LARGE_BODY_BOUNDS : BODY_BOUNDS);
    } catch (error) {
      return done(error instanceof AppError ? error : new AppError('invalid', errorText(error)));
    }
    void parse(request, String(body), done);
  });
};

const BYTES = 'application/octet-stream';

/** Bytes go to their call as they come; one that takes none never sees them. */
const addUploadParser = (app: FastifyInstance): void => {
  app.addContentTypeParser(BYTES, (request, payload, done) => {
    const { upload } = request.routeOptions.config;
    if (upload === true) done(null, payload);
    else done(refusedBody(415));
  });
};

/** Answers a failure; `texts` as in sendFailure. */
const failing =
  (log: Log, texts?: Readonly<Record<number, string>>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendFailure(log, error, request.id, loggedPath(request.url), reply, texts);

const headersFor = (options: HttpKit['options'], { host, protocol }: FastifyRequest): Record<string, string> =>
  securityHeaders({
    ...options,
    tileOrigins: options.tileOrigins(),
    connectOrigins: options.connectOrigins(),
    frameOrigins: options.frameOrigins(),
    host,
    secure: protocol === 'https',
  });

/** No route has a JSON schema: the contract checks what comes and goes. Without this, Fastify loads two compilers of schemas, 3 MB. */
const noCompiler = (): never => {
  throw new Error('routes have no JSON schemas');
};

const nothing: RequestListener = () => undefined;
type Served = { app: FastifyInstance; listener: RequestListener };

const createFastify = async ({ log, tls, gate, options }: HttpKit): Promise<Served> => {
  let served = nothing;
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    logger: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    trustProxy: [...options.trustedProxies],
    serverFactory: (listener) => {
      served = listener;
      return createWebServer(tls, listener, gate);
    },
    // An address that cannot be decoded reaches no route, and no error handler of ours.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersFor(options, request));
      failing(log, { 400: 'The address cannot be read.' })(error, request, reply);
    },
  });
  await app.register(fastifyCookie);
  await app.register(fastifyCompress, {
    threshold: 2048,
    encodings: ['gzip', 'identity'],
    zlibOptions: { level: 1 },
    globalDecompression: false,
  });
  addBodyParser(app);
  addUploadParser(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(options, request));
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    log.debug('request answered', {
      requestId: request.id,
      method: request.method,
      path: loggedPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  app.setErrorHandler(failing(log));
  return { app, listener: served };
};

/** Who stops reading early still answers: the rest of the body is thrown away, not the connection. */
const piecesOf = async function* (body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } finally {
    body.resume();
  }
};
const uploadedBytes = ({ body }: FastifyRequest, { upload }: Call): Pick<CallContext, 'bytes'> =>
  upload !== undefined && body instanceof Readable ? { bytes: piecesOf(body) } : {};

/** Runs a request and says to the access log what came of it. */
const told = async <T>(
  { note, end }: AuditedRequest,
  caller: Caller,
  run: (note: AuditNote) => Promise<T>,
): Promise<T> => {
  try {
    const reply = await run(note);
    end(caller, { reply });
    return reply;
  } catch (error) {
    end(caller, { error });
    throw error;
  }
};

/** Grows with each route that is added from now on. */
const noteRoutes = (app: FastifyInstance): readonly string[] => {
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((each) => `${each} ${url}`));
  });
  return routes;
};

const countRequests = (app: FastifyInstance): (() => Record<string, number>) => {
  let requests = 0;
  let failures = 0;
  app.addHook('onResponse', async (_request, reply) => {
    requests += 1;
    if (reply.statusCode >= 500) failures += 1;
  });
  return () => ({ http_requests_total: requests, http_failures_total: failures });
};

const largeBody = (log: Log, { maxBytes, tooLarge }: NonNullable<Call['body']>) => ({
  bodyLimit: maxBytes,
  errorHandler: failing(log, { 413: tooLarge }),
});

type Follow = ReturnType<typeof followRequests>;
type Authenticate = (request: FastifyRequest) => Promise<Caller>;

/** Before the first byte of an upload is read: who sends it has the right, and it is what it may be. A refusal is told like any other. */
const admitUpload =
  (call: Call, authenticate: Authenticate, follow: Follow) =>
  async (request: FastifyRequest): Promise<void> => {
    const caller = await authenticate(request);
    const { 'content-length': length = '0', 'content-type': type } = request.headers;
    try {
      assertMay(caller, call.right);
      if (Number(length) > (call.upload?.maxBytes ?? 0)) throw refusedBody(413);
      if (type !== undefined && type !== BYTES) throw refusedBody(415);
    } catch (error) {
      const refusal = error instanceof AppError ? error : new AppError('invalid', errorText(error));
      follow(rawInput(request, call)).end(caller, { error: refusal });
      throw error;
    }
  };

/** What a route is told of the body of its call. */
const bodyRules = (log: Log, call: Call, authenticate: Authenticate, follow: Follow) => {
  const { body, upload } = call;
  if (upload !== undefined)
    return {
      config: { upload: true },
      errorHandler: failing(log, { 413: upload.tooLarge, 415: 'The body must be application/octet-stream.' }),
      onRequest: admitUpload(call, authenticate, follow),
    };
  if (body === undefined) return {};
  /** A large body is read only for somebody: name and hash cannot stand in it. */
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    if (Number(request.headers['content-length'] ?? Infinity) > MAX_BODY_BYTES) await authenticate(request);
  };
  return { ...largeBody(log, body), onRequest, ...(call.text && { config: { text: true } }) };
};

type Authenticating = (request: FastifyRequest, found: FoundCredentials) => Promise<Caller>;

/** Who sends a public call is nobody, but where the call tells somebody more. */
const callerOf = async (
  call: Call,
  request: FastifyRequest,
  found: FoundCredentials,
  authenticate: Authenticating,
): Promise<Caller> => {
  if (call.right !== 'public') return authenticate(request, found);
  const nobody = anonymousCaller(request.ip);
  if (call.tellsMore !== true || !found.credentials) return nobody;
  return authenticate(request, found).catch(() => nobody);
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

const bodyOf = (answered: unknown, reply: FastifyReply): string | Buffer => {
  if (answered instanceof EncodedFile) {
    reply.type(answered.type).header('content-disposition', disposition(answered.name, false));
    return bytesOf(answered.bytes);
  }
  if (!(answered instanceof EncodedJson)) return JSON.stringify(answered);
  if (answered.coding !== 'identity')
    reply.header('content-encoding', answered.coding).header('vary', 'accept-encoding');
  const { json } = answered;
  return typeof json === 'string' ? json : bytesOf(json);
};

/** Builds the server; it does not listen yet. */
export const createHttpServer = async (kit: HttpKit): Promise<HttpServer> => {
  const { access, options } = kit;
  const { app, listener } = await createFastify(kit);
  const routes = noteRoutes(app);
  const metrics = countRequests(app);
  const find = (request: FastifyRequest): FoundCredentials =>
    findCredentials(
      {
        authorization: request.headers.authorization,
        ...cookiesOf(request),
        query: queryOf(request),
        body: request.body,
      },
      options.queryCredentials,
    );
  const isOwnPage = (request: FastifyRequest): boolean =>
    isOwnOrigin(request.headers.origin, request.host, options.allowedOrigins);
  const authenticate = async (request: FastifyRequest, found = find(request)): Promise<Caller> => {
    if (!found.credentials) throw new AppError('unauthenticated', 'Sign in first.');
    if (found.source === 'cookie' && !SAFE_METHODS.has(request.method))
      if (!isOwnPage(request)) throw new AppError('forbidden', 'This change did not come from a page of this server.');
    const caller = await access.authenticate(found.credentials, request.ip);
    kit.seen?.(caller);
    return caller;
  };
  const addCall = ({ call, run }: CallHandler): void => {
    const follow = followRequests(kit.audit, call, { type: 'HTTP', method: call.method, url: call.path });
    app.route({
      method: call.method,
      url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...bodyRules(kit.log, call, authenticate, follow),
      handler: async (request, reply) => {
        const found = find(request);
        const caller = await callerOf(call, request, found, authenticate);
        const input = rawInput(request, call);
        const answered = await told(follow(input), caller, (note) => {
          assertMay(caller, call.right);
          const context = makeContext(request, reply, { found, ownPage: isOwnPage(request) });
          const work = () => run(caller, input, { ...context, ...uploadedBytes(request, call), note });
          return kit.meters?.['HTTP call'].around(work) ?? work();
        });
        reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
        return bodyOf(answered, reply);
      },
    });
  };
  return {
    app,
    listener,
    server: app.server,
    addCalls: (handlers) => handlers.forEach(addCall),
    authenticate: (request) => authenticate(request),
    routes,
    metrics,
    close: async () => {
      await app.close();
      await closeServer(app.server); // Fastify closes only what it listened on itself.
    },
  };
};
