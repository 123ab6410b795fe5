// What a stricter deployment asks of a new password. The server sees hashes only: the console and the command line ask this.

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
