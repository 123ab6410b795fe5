// Who may save recordings as files.
import { deployment } from '../../lib/deployment.ts';
import { useSession } from '../../live/session.ts';

/** Administrators always; others where the deployment allows it. The server asks the same. */
export const useMayDownload = (): boolean =>
  useSession(({ level }) => level === 0) || !deployment.disablePlaybackDownload;
