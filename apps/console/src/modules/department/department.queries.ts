import { departmentCalls, type DepartmentRecord, type RequestOf } from '@eyrie/domain';
import { loadStateOf, type LoadState } from '@eyrie/ui';
import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/http.ts';

const childrenOf = (oid: string | null) => ({
  queryKey: ['department', 'children', oid],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(departmentCalls.children, oid === null ? {} : { oid }, { signal }),
  staleTime: 30_000,
});

/** What nobody above stands over: the answer whose first is the top of what the member sees. */
export const useTopDepartments = () => useQuery(childrenOf(null));

export interface Branches {
  /** Departments right below each one that is open and has come; missing while it is on its way. */
  below: ReadonlyMap<string, readonly DepartmentRecord[]>;
  load: LoadState;
}

/** What stands below the open departments, each asked for once it opens. */
export const useBranches = (open: readonly string[]): Branches => {
  const answers = useQueries({ queries: open.map(childrenOf) });
  const stamp = answers.map((answer) => answer.dataUpdatedAt).join(' ');
  const below = useMemo(
    () =>
      new Map(
        open.flatMap((oid, at) => {
          const data = answers[at]?.data;
          return data ? [[oid, data] as const] : [];
        }),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the answers are new objects at every drawing; the stamp says when one changed
    [open, stamp],
  );
  return { below, load: loadStateOf(...answers) };
};

/** One department and the way to it; null: none is asked for. */
export const useDepartment = (oid: string | null) =>
  useQuery({
    queryKey: ['department', 'get', oid],
    queryFn: ({ signal }) => call(departmentCalls.get, { oid: oid ?? '' }, { signal, toast: false }),
    enabled: oid !== null,
    placeholderData: keepPreviousData,
  });

/** Fetches what stands below a department, for choices that load as they open. */
export const useFetchChildren = () => {
  const client = useQueryClient();
  return (oid: string | null) => client.fetchQuery(childrenOf(oid));
};

export const useDepartmentSearch = (keyword: string) =>
  useQuery({
    queryKey: ['department', 'search', keyword],
    queryFn: ({ signal }) => call(departmentCalls.query, { keyword }, { signal }),
    enabled: keyword !== '',
  });

/** What moving would do; asked for when both ends are known. Refusals show where the choice is made. */
export const useMovePreview = (oid: string, parentOID: string | null) =>
  useQuery({
    queryKey: ['department', 'move', oid, parentOID],
    queryFn: ({ signal }) =>
      call(departmentCalls.movePreview, { oid, parentOID: parentOID ?? '' }, { signal, toast: false }),
    enabled: parentOID !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** A change of the tree shows in its branches, in searches, and in members' departments. */
export const useTreeRenewal = (): (() => Promise<unknown>) => {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['department'] }),
      client.invalidateQueries({ queryKey: ['member'] }),
    ]);
};

const useTreeChange = <Request, Answer>(work: (request: Request) => Promise<Answer>) => {
  const renew = useTreeRenewal();
  return useMutation({ mutationFn: work, onSuccess: renew });
};

export const useDepartmentMove = () =>
  useTreeChange((request: RequestOf<typeof departmentCalls.move>) => call(departmentCalls.move, request));
