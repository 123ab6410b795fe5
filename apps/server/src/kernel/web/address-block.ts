// Addresses as far as they tell people apart: one IPv4 address, or the 64 bits of IPv6 that one subscriber gets.

/** IPv4 as it is; of IPv6 the first 64 bits, since who has one address of them can use them all. */
export const addressBlock = (address: string): string => {
  if (!address.includes(':')) return address;
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
};

/** An embedded IPv4 address at the end stands for two groups; it is never among the first four. */
const groupsOf = (text: string): string[] =>
  text === ''
    ? []
    : text
        .split(':')
        .flatMap((group) => (group.includes('.') ? ['0', '0'] : [(Number.parseInt(group, 16) || 0).toString(16)]));
