// For pages whose address holds an account: what they open is not told where it was opened.

export const sendNoReferrer = (): void => {
  const meta = document.createElement('meta');
  meta.name = 'referrer';
  meta.content = 'no-referrer';
  document.head.append(meta);
};
