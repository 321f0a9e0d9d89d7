import { dockCalls } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { call } from './http.ts';

/** A dock says what its payload devices are at whenever that changes; what is stored of it is asked for so often, ms. */
const lookEvery = 2_000;

/** Payload devices on the aircraft of a dock, as it reported them last; asked for once for all parts of a page. */
export const usePayloads = (dockOID: string) =>
  useQuery({
    queryKey: ['dock', 'psdk', dockOID],
    queryFn: ({ signal }) => call(dockCalls.psdk, { oid: dockOID }, { signal, toast: false }),
    refetchInterval: lookEvery,
    staleTime: 0,
  });
