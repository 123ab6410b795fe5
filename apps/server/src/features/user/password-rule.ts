// What a new password must be, for commands that take one in clear, and how random ones are made.
import { randomInt } from 'node:crypto';
import { type PasswordFault, strictPasswordFaults } from '@outrider/contract';

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RANDOM_LENGTH = 16;

const draw = (): string => Array.from({ length: RANDOM_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A random password without characters that look alike, about 93 bits. */
export const randomPassword = (): string => {
  let password = draw();
  while (passwordFaults(password, '').length > 0) password = draw();
  return password;
};

const words: Readonly<Record<PasswordFault, string>> = {
  length: 'it needs at least 8 characters',
  letters: 'it needs lowercase and uppercase letters',
  digits: 'it needs a digit or one of @ # $ % ^ & + =',
  characters: 'it may hold only letters, digits and @ # $ % ^ & + =',
  name: 'it may not hold the user name',
};

/** What is wrong with a password, in words; empty when nothing. */
export const passwordFaults = (password: string, userName: string): string[] =>
  strictPasswordFaults(password, userName).map((fault) => words[fault]);
