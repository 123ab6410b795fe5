// The ports of the configuration, and what an administrator saved over them.
import type { ProtocolChoice } from '@outrider/contract';
import type { Config } from './config.ts';

/** What the configuration says by itself. */
export const choiceOf = (config: Config): ProtocolChoice => ({
  heartbeat: config.jt808Port,
  appcommand: config.commandPort,
  streamings: [config.streamPort],
  disablelivestream: config.disableLiveStreams,
  http: config.httpPort,
  https: config.httpsPort,
  sslonly: config.sslOnly,
});

/** With SSL only everything for browsers is encrypted. The other ports of video sockets are told beside it. */
export const withPorts = (config: Config, choice: ProtocolChoice): Config => {
  const sslOnly = choice.sslonly && choice.https > 0;
  return {
    ...config,
    jt808Port: choice.heartbeat,
    commandPort: choice.appcommand,
    streamPort: choice.streamings[0] ?? config.streamPort,
    disableLiveStreams: choice.disablelivestream,
    httpPort: choice.http,
    httpsPort: choice.https,
    sslOnly,
    tls: sslOnly && config.tls === 'off' ? 'self-signed' : config.tls,
  };
};
