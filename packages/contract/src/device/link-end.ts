// When a device went off line, and why: what an operator asks before he calls the driver.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';

/**
 * recorder: it closed the connection. logout: it said that it goes. silence: it said nothing for too long, or took nothing. server: the
 * server was stopped or restarted. replaced: another connection came in its place. other: the server ended it for a reason in `message`.
 * unknown: it was never on line since it was registered, or nobody knows any more.
 */
export const linkEnds = ['recorder', 'logout', 'silence', 'server', 'replaced', 'other', 'unknown'] as const;
export type LinkEnd = (typeof linkEnds)[number];

export const postLinkEnd = call({
  method: 'POST',
  path: '/gkdevice/linkend',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, deviceid: deviceId }),
  reply: outcome.extend({
    why: z.enum(linkEnds),
    /** When the server saw it go, after a restart when it noticed; null where that is not known. */
    since: wireSeconds.nullable(),
  }),
  about:
    'Since when a registered device is off line and why, as it was last stored: also after a restart of the server. `why` is recorder, logout, silence, server, replaced, other (in `message`) or unknown.',
  example: {
    input: { deviceid: '13800000101' },
    reply: { hasError: 0, message: 'silent', why: 'silence', since: 1_790_000_000 },
  },
});
