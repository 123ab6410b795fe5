// The common gate as a pure rule: stay, wait for the channel, or go elsewhere. Not: drawing (gate.tsx).
import type { RouteGate } from '../lib/screen-route.ts';
import { mapEnabled, mayDo } from '../live/session.ts';
import type { LoginFlag, Session } from '../live/session.ts';

/** Who looks, as far as gates and menus ask. */
export type Viewer = Pick<Session, 'level' | 'rights'> & {
  /** The console talks to the server that its page came from. */
  readonly ownHost: boolean;
};

/** Whether right, level and host let this viewer in. A level above 3 is as 3. */
export const mayOpen = (viewer: Viewer, { path, right, maxLevel, ownHost }: RouteGate): boolean => {
  if (ownHost === true && !viewer.ownHost) return false;
  if (maxLevel !== undefined && viewer.level > maxLevel) return false;
  return path === '/' ? mapEnabled(viewer) : mayDo(viewer, right);
};

export type GateInput = {
  /** The stored text: 'true', 'false', or '' when nothing is stored. */
  autoLogin: string;
  loginFlag: LoginFlag;
  /** `mayOpen` for this viewer. */
  allowed: boolean;
  /** Where those without the right go. */
  otherwise: string;
  /** Where phones go instead, when the screen is not for them. */
  onPhone: string | undefined;
  phone: boolean;
};

export type GateStep = { kind: 'show' } | { kind: 'wait' } | { kind: 'go'; to: string; refused: boolean };

/** Sign-in comes first, then phones, then rights. */
export const gateStep = (input: GateInput): GateStep => {
  const { autoLogin, loginFlag } = input;
  if (autoLogin === '' || loginFlag === 2 || (loginFlag === 0 && autoLogin === 'false'))
    return { kind: 'go', to: '/login', refused: false };
  if (loginFlag === 0) return { kind: 'wait' };
  if (input.phone && input.onPhone !== undefined) return { kind: 'go', to: input.onPhone, refused: false };
  return input.allowed ? { kind: 'show' } : { kind: 'go', to: input.otherwise, refused: true };
};
