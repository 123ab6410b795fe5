// The common gate as a pure rule: stay, wait for the channel, or go elsewhere. Not: drawing (gate.tsx).
import type { LoginFlag } from '../live/session.ts';

export type GateInput = {
  /** The stored text: 'true', 'false', or '' when nothing is stored. */
  autoLogin: string;
  loginFlag: LoginFlag;
  /** The user has the screen's right and this deployment did not disable it. */
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
