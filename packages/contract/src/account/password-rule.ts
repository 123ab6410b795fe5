// What is asked of a new password, and more by a stricter deployment. The server sees hashes only: the console and the command line
// ask this.
import { z } from 'zod';

const MIN_LENGTH = 8;

/** In the order they are told: too short, one case missing, no digit or sign, a character not allowed, the user name inside. */
const faultsInOrder = ['length', 'letters', 'digits', 'characters', 'name'] as const;
export type PasswordFault = (typeof faultsInOrder)[number];

/** What is wrong with a password; empty when nothing. The user name counts in any case; '' is in no password. */
export const strictPasswordFaults = (password: string, userName: string): PasswordFault[] => {
  const holdsName = userName !== '' && password.toLowerCase().includes(userName.toLowerCase());
  const found: Readonly<Record<PasswordFault, boolean>> = {
    length: password.length < MIN_LENGTH,
    letters: !/[a-z]/.test(password) || !/[A-Z]/.test(password),
    digits: !/[0-9@#$%^&+=]/.test(password),
    characters: !/^[A-Za-z0-9@#$%^&+=]*$/.test(password),
    name: holdsName,
  };
  return faultsInOrder.filter((fault) => found[fault]);
};

export type PasswordRules = {
  readonly userName: string;
  /** Whether this is the password that is to be changed. */
  readonly isCurrent: (password: string) => boolean;
  readonly strict: boolean;
};

/** The form of a change: the current password, the new one, and the new one again. */
export const passwordChange = ({ userName, isCurrent, strict }: PasswordRules) =>
  z
    .object({ current: z.string().min(1), next: z.string().min(1), repeat: z.string() })
    .superRefine(({ current, next, repeat }, context) => {
      const refuse = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message });
      if (current !== '' && !isCurrent(current)) refuse('current', 'Incorrect');
      if (strict && strictPasswordFaults(next, userName).length > 0) refuse('next', 'Incorrect');
      if (repeat !== next) refuse('repeat', 'Incorrect');
    });
