// What a new password must be, for commands that take one in clear, and how random ones are made.
import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RANDOM_LENGTH = 16;

const draw = (): string => Array.from({ length: RANDOM_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A random password without characters that look alike, about 93 bits. */
export const randomPassword = (): string => {
  let password = draw();
  while (passwordFaults(password, '').length > 0) password = draw();
  return password;
};

/** What is wrong with a password, in words; empty when nothing. */
export const passwordFaults = (password: string, userName: string): string[] => [
  ...(password.length < 8 ? ['it needs at least 8 characters'] : []),
  ...(/[a-z]/.test(password) && /[A-Z]/.test(password) ? [] : ['it needs lowercase and uppercase letters']),
  ...(/[0-9@#$%^&+=]/.test(password) ? [] : ['it needs a digit or one of @ # $ % ^ & + =']),
  ...(/^[A-Za-z0-9@#$%^&+=]*$/.test(password) ? [] : ['it may hold only letters, digits and @ # $ % ^ & + =']),
  ...(userName !== '' && password.toLowerCase().includes(userName.toLowerCase())
    ? ['it may not hold the user name']
    : []),
];
