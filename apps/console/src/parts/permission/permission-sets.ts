// The permission sets of the server, S04: asked by the screens of accounts and of permissions.
import { type InputOf, type PermissionSetRow, s04Permissions } from '@outrider/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { live } from '../../live/index.ts';

const KEY = ['S04'];
const askSets = async (input: InputOf<typeof s04Permissions>): Promise<PermissionSetRow[]> =>
  (await live().connection.ask(s04Permissions, input)).Z;

export const usePermissionSets = (): UseQueryResult<PermissionSetRow[]> =>
  useQuery({ queryKey: KEY, queryFn: () => askSets({ A: 'read' }) });

/** Changes sets, and shows what the server has then. Rejects with the reason. */
export const useChangeSets = (): ((input: InputOf<typeof s04Permissions>) => Promise<PermissionSetRow[]>) => {
  const client = useQueryClient();
  return async (input) => {
    try {
      const sets = await askSets(input);
      client.setQueryData(KEY, sets);
      return sets;
    } catch (error) {
      await client.invalidateQueries({ queryKey: KEY });
      throw error;
    }
  };
};
