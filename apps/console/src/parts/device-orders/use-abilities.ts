// Which commands of the vendor block a device says it knows: asked once each time it comes on line, none while nobody knows.
import { d20VendorCommands, type VendorCommandName } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import { useDevice } from '../../live/hooks.ts';
import { live } from '../../live/index.ts';

const NONE: ReadonlySet<VendorCommandName> = new Set();

export const useAbilities = (deviceId: string): ReadonlySet<VendorCommandName> => {
  const online = (useDevice(deviceId)?.status ?? 0) > 0;
  const { data } = useQuery({
    queryKey: ['D20', deviceId, online],
    queryFn: async () => {
      const { Z } = await live().connection.ask(d20VendorCommands, { I: deviceId });
      return new Set(Z.map(({ name }) => name));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return data ?? NONE;
};
