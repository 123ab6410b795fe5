// The common gate as a pure rule: stay, wait for the channel, or go elsewhere. Not: drawing (gate.tsx).
import { mapEnabled, mayDo } from '../live/session.ts';
import type { LoginFlag } from '../live/session.ts';
import type { Gate, Viewer } from '../screens/route.ts';

/** Whether right, level and host let this viewer in. A level above 3 is as 3. */
export const mayOpen = (
  viewer: Pick<Viewer, 'level' | 'rights' | 'ownHost'>,
  { path, right, maxLevel, ownHost }: Gate,
): boolean => {
  if (ownHost === true && !viewer.ownHost) return false;
  if (maxLevel !== undefined && viewer.level > maxLevel) return false;
  return path === '/' ? mapEnabled(viewer) : mayDo(viewer, right);
};

export type GateInput = {
  /** The stored text: 'true', 'false', or '' when nothing is stored. */
  autoLogin: string;
  loginFlag: LoginFlag;
  /** It is still asked whether this browser has a session that lives. */
  resuming: boolean;
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
  if (loginFlag === 0 && input.resuming) return { kind: 'wait' };
  if (autoLogin === '' || loginFlag === 2 || (loginFlag === 0 && autoLogin === 'false'))
    return { kind: 'go', to: '/login', refused: false };
  if (loginFlag === 0) return { kind: 'wait' };
  if (input.phone && input.onPhone !== undefined) return { kind: 'go', to: input.onPhone, refused: false };
  return input.allowed ? { kind: 'show' } : { kind: 'go', to: input.otherwise, refused: true };
};
