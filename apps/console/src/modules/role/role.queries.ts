import { roleCalls, type RequestOf, type Resource } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';

export type PeopleFilters = RequestOf<typeof roleCalls.members>;

export const useRoles = () =>
  useQuery({
    queryKey: ['role', 'tree'],
    queryFn: ({ signal }) => call(roleCalls.tree, {}, { signal }),
  });

/** What a role grants, as names of resources; null while it is not known. */
export const useRights = (roleOID: string) =>
  useQuery({
    queryKey: ['role', 'rights', roleOID],
    queryFn: async ({ signal }) =>
      (await call(roleCalls.resources, { roleOID }, { signal })).map((node) => node.oid as Resource),
    // Rights under edit must not change under the hand: what others changed is met when saving.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Everything that can be granted to a kind of role. */
export const useOffered = (type: 'menu' | 'inspection') =>
  useQuery({
    queryKey: ['role', 'offered', type],
    queryFn: ({ signal }) => call(roleCalls.resourceTree, { type }, { signal }),
    staleTime: Infinity,
  });

export const useMatrix = () =>
  useQuery({
    queryKey: ['role', 'matrix'],
    queryFn: ({ signal }) => call(roleCalls.matrix, {}, { signal }),
  });

export const useCandidates = (filters: PeopleFilters) =>
  useQuery({
    queryKey: ['role', 'candidates', filters],
    queryFn: ({ signal }) => call(roleCalls.candidates, filters, { signal }),
    placeholderData: keepPreviousData,
  });

/** Every change of a role may show in its record, its members, its rights and the matrix. */
const useRoleChange = <Request, Answer>(work: (request: Request) => Promise<Answer>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: () => client.invalidateQueries({ queryKey: ['role'] }),
  });
};

/** What is gone must not be asked for again: only the lists of roles are. */
export const useRolesRenewal = (): (() => Promise<unknown>) => {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['role', 'tree'] }),
      client.invalidateQueries({ queryKey: ['role', 'matrix'] }),
    ]);
};

export const useGrant = () =>
  useRoleChange((request: RequestOf<typeof roleCalls.grant>) =>
    call(roleCalls.grant, request, { toast: false }),
  );

export const useAddMembers = () =>
  useRoleChange((request: RequestOf<typeof roleCalls.addMembers>) =>
    call(roleCalls.addMembers, request, { toast: false }),
  );

/** Fetches the matrix as a table and hands it to the browser as a file. */
export const useMatrixExport = () =>
  useMutation({
    mutationFn: async () => saveFile(await download(roleCalls.matrixExport, {}), 'roles.csv'),
  });
