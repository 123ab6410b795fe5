// The main-channel sign-in.
import { formatRights, q02Login } from '@outrider/contract';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import type { SessionService } from './service.ts';

export const sessionCommands = (service: SessionService): CommandHandler[] => [
  answer(q02Login, async (connection, input) => {
    const { user, caller, session } = await service.login(input, connection);
    connection.signIn(caller);
    return {
      U: user.name,
      L: user.level,
      F: formatRights(user.rights),
      K: session.token,
      T: Math.floor(session.expiresMs / 1000),
    };
  }),
];
