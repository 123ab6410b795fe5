// Who is signed in and how the main channel stands: one small store, written by the main channel only.
import { parseRights } from '@outrider/contract';
import type { Requirement, Right, ServerInfo } from '@outrider/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { deployment } from '../lib/deployment.ts';

/** 0 connecting, unknown or signed out; 1 signed in, also while a dropped channel is being made again; 2 sign-in refused. */
export type LoginFlag = 0 | 1 | 2;

export type Session = {
  loginFlag: LoginFlag;
  userName: string;
  /** Upper-case hex SHA-256 of the password; '' for a sign-in by token pair, and where a session goes on without one. */
  passwordHash: string;
  /** It began in another page of this browser and went on by its cookie: how it began is not known here. */
  resumed: boolean;
  /** 0 administrator to 3 most restricted. */
  level: number;
  rights: ReadonlySet<Right>;
  /** The groups the account reaches, those below included. */
  childrens: readonly { readonly groupid: string; readonly name: string }[];
  server: ServerInfo | undefined;
  /** Server clock minus this browser's clock, ms. */
  clockOffsetMs: number;
  /** What the server said when it refused the sign-in; '' for none. */
  refusal: string;
  /** The server's answers miss what this console needs: it is older, or newer. */
  otherVersion: boolean;
  /** Since when the main channel is down although someone is signed in, UTC ms. */
  downSinceMs: number | undefined;
  /** True for 0.5 s after a device list batch ended. */
  heartbeat: boolean;
};

export const signedOut: Session = {
  loginFlag: 0,
  userName: '',
  passwordHash: '',
  resumed: false,
  level: 3,
  rights: new Set(),
  childrens: [],
  server: undefined,
  clockOffsetMs: 0,
  refusal: '',
  otherVersion: false,
  downSinceMs: undefined,
  heartbeat: false,
};

/** Reads the flag string of Q02 and takes away what this deployment switched off. */
export const grantedRights = (flags: string, disabled: readonly string[]): ReadonlySet<Right> =>
  new Set([...parseRights(flags)].filter((right) => !disabled.includes(right)));

export const sessionStore = createStore<Session>(() => signedOut);

/** A part of the session; the component draws again when that part changes. */
export const useSession = <T>(select: (session: Session) => T): T => useStore(sessionStore, select);

/** Whether a signed-in user may see something that asks for `right`. Only to hide: the server decides. */
export const mayDo = (session: Pick<Session, 'level' | 'rights'>, right: Requirement): boolean => {
  if (right === 'public' || right === 'signed-in') return true;
  if (right === 'level-1') return session.level <= 1;
  if (right === 'level-2') return session.level <= 2;
  if (right === 'F_gps or P_gppb') return session.rights.has('F_gps') || session.rights.has('P_gppb');
  if (right === 'F_lmdvrs_deleteall and F_lmdvrs_deleterecord')
    return session.rights.has('F_lmdvrs_deleteall') && session.rights.has('F_lmdvrs_deleterecord');
  return right === 'admin' ? session.level === 0 : session.rights.has(right);
};

/** `mayDo` for the current session. */
export const useMay = (right: Requirement): boolean => useSession((session) => mayDo(session, right));

/** The map exists where the deployment has one and the user may see positions. */
export const mapEnabled = (session: Pick<Session, 'rights'>): boolean =>
  !deployment.disableMap && session.rights.has('F_gps');
