import { approvalCalls } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const key = 'approval';
/** Whoever decides sees soon what else waits. */
const countAgain = 30_000;

/** How many approvals wait; undefined: not known. */
export const useWaitingApprovals = (): number | undefined =>
  useQuery({
    queryKey: [key, 'waiting'],
    queryFn: ({ signal }) => call(approvalCalls.queryCount, { state: 'waiting' }, { signal, toast: false }),
    refetchInterval: countAgain,
  }).data?.count;

/** One approval with the checksum over what would be approved now: read anew each time somebody looks. */
export const useApproval = (oid: string) =>
  useQuery({
    queryKey: [key, 'get', oid],
    queryFn: ({ signal }) => call(approvalCalls.get, { oid }, { signal, toast: false }),
    gcTime: 0,
    // What somebody is about to approve must not be replaced under their hand.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

export const useApprove = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (approved: { oid: string; mark: string }) =>
      call(approvalCalls.approve, approved, { toast: false }),
    // Also where it was refused: then something is another than it was shown.
    onSettled: () =>
      Promise.all([key, 'flight', 'task'].map((word) => client.invalidateQueries({ queryKey: [word] }))),
  });
};
