// For pages with an account in their address: no Referer is sent from them.

export const sendNoReferrer = (): void => {
  const meta = document.createElement('meta');
  meta.name = 'referrer';
  meta.content = 'no-referrer';
  document.head.append(meta);
};
