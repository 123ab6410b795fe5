// What a sign-in form must hold before anything is sent, and where a signed-in user goes. Pure.

export type LoginForm = {
  userName: string;
  password: string;
  /** Undefined where the address is not asked for. */
  address: { host: string; port: string } | undefined;
};

/** The text for the first thing wrong with the form, or undefined. The texts are verbatim keys of the catalogue. */
export const loginProblem = ({ userName, password, address }: LoginForm): string | undefined => {
  if (userName === '' || password === '') return 'Oops Invalid username or password';
  if (address === undefined) return undefined;
  if (address.host === '') return 'Empty Server Address';
  if (address.host.includes('/')) return 'Wrong Server Address';
  return address.port === '' ? 'Empty Server Port' : undefined;
};

/** Phones and deployments without a map start on the dashboard. */
export const startPath = (map: boolean, phone: boolean): string => (map && !phone ? '/' : '/blockview');
