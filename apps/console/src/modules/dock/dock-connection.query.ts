import { connectionCalls, type ResponseOf } from '@eyrie/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

export type Connection = ResponseOf<typeof connectionCalls.get>;

export const connectionKey = (oid: string): readonly string[] => ['dock', 'connection', oid];

/** How far a dock came; asked again every two seconds, as somebody stands before it and waits. */
export const useConnection = (oid: string): UseQueryResult<Connection> =>
  useQuery({
    queryKey: connectionKey(oid),
    queryFn: ({ signal }) => call(connectionCalls.get, { oid }, { signal, toast: false }),
    refetchInterval: 2_000,
  });
