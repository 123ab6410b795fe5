// The deployment's settings that the hosting page carries in window.gms (from /gms.js): what is hidden, forced or asked for. What
// they are, and what holds where one is missing, is the contract's deployment.ts.
import { readDeployment } from '@outrider/contract';
import type { Deployment } from '@outrider/contract';

/** The settings of this page, read once. */
export const deployment: Deployment = readDeployment(Reflect.get(globalThis, 'gms'));
