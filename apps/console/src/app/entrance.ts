// Asks at the entrance of the page, before anything is drawn, and sends away. The rule is entrance-rule.ts.
import { deployment } from '../lib/deployment.ts';
import { readTab, writeTab } from '../lib/tab-memory.ts';
import { leaveFor } from './entrance-rule.ts';

/** True to go on; otherwise the browser is on its way elsewhere. A tab that came in once need not show its path again. */
export const enter = (): boolean => {
  const { entranceHash: hash, entranceRedirect: redirect } = deployment;
  const address = leaveFor({ hash, redirect }, globalThis.location.pathname, readTab('entrance'));
  if (address !== undefined) {
    globalThis.location.replace(address);
    return false;
  }
  if (hash !== '') writeTab('entrance', hash.toUpperCase());
  return true;
};
