// A mail server as others run them: takes mail over real sockets, with or without TLS, from one user or from everybody. Keeps what came.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { SMTPServer, type SMTPServerAuthentication } from 'smtp-server';
import { type Ended, afterwards } from './cleanup.ts';
import { HOST } from './server.ts';

export type CaughtMail = {
  from: string;
  to: string[];
  /** Head and body as they came. */
  text: string;
  user: string;
  method: string;
  isEncrypted: boolean;
};

type SinkOptions = {
  port?: number;
  /** TLS from the first byte. */
  secure?: boolean;
  certificate?: { key: string; cert: string };
  /** The only method offered; none for nobody signs in. */
  method?: 'CRAM-MD5' | 'PLAIN' | 'LOGIN';
  user?: string;
  pass?: string;
  /** Receivers that are not known here. */
  unknown?: readonly string[];
  /** Receivers that are not taken for now; the list may change. */
  later?: readonly string[];
  /** Takes what is sent and never says so. */
  silent?: boolean;
};

const isRight = (
  { method, username, password, challenge, challengeResponse }: SMTPServerAuthentication,
  pass: string,
) =>
  method === 'CRAM-MD5'
    ? createHmac('md5', pass)
        .update(challenge ?? '')
        .digest('hex') === challengeResponse
    : password === pass && username !== undefined;

export class MailSink {
  readonly mails: CaughtMail[] = [];
  /** Connections that there were. */
  calls = 0;
  /** Connections that there are. */
  open = 0;
  readonly #server: SMTPServer;
  #port = 0;

  private constructor(options: SinkOptions) {
    const { secure = false, certificate, method, user = 'fleet', pass = '', unknown = [], later = [] } = options;
    this.#server = new SMTPServer({
      secure,
      ...certificate,
      logger: false,
      closeTimeout: 100,
      hideSTARTTLS: certificate === undefined,
      authMethods: method === undefined ? [] : [method],
      authOptional: method === undefined,
      allowInsecureAuth: true,
      disabledCommands: method === undefined ? ['AUTH'] : [],
      onConnect: (_session, done) => {
        this.calls += 1;
        this.open += 1;
        done();
      },
      onClose: () => {
        this.open -= 1;
      },
      onAuth: (auth, _session, done) => {
        if (auth.username === user && isRight(auth, pass)) done(null, { user: `${user} ${auth.method}` });
        else done(new Error('5.7.8 Wrong password'));
      },
      onRcptTo: ({ address }, _session, done) => {
        if (unknown.includes(address)) done(Object.assign(new Error('No such user here'), { responseCode: 550 }));
        else if (later.includes(address)) done(Object.assign(new Error('Try again'), { responseCode: 451 }));
        else done();
      },
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const [name = '', by = ''] = (typeof session.user === 'string' ? session.user : '').split(' ');
          this.mails.push({
            from: session.envelope.mailFrom === false ? '' : (session.envelope.mailFrom?.address ?? ''),
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: Buffer.concat(parts).toString(),
            user: name,
            method: by,
            isEncrypted: session.secure,
          });
          if (options.silent !== true) done();
        });
      },
    });
    this.#server.on('error', () => undefined); // a peer that went away, or that does not trust it
  }

  static async start(t: Ended, options: SinkOptions = {}): Promise<MailSink> {
    const sink = new MailSink(options);
    const listening = sink.#server.listen(options.port ?? 0, HOST);
    await once(listening, 'listening');
    const address = listening.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    sink.#port = address.port;
    afterwards(t, () => sink.close());
    return sink;
  }

  get port(): number {
    return this.#port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
