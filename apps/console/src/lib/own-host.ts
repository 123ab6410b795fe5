// Whether the console talks to the server that its page came from. Screens that change that server exist only there.
import { usePreference } from './preferences.ts';

/** The server address defaults to the host of the page. */
export const useOwnHost = (): boolean => {
  const [serverIp] = usePreference('ServerIp');
  return serverIp === '' || serverIp === globalThis.location.hostname;
};
