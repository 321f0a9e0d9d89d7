import { sessionCalls, type RequestOf, type ResponseOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const useChange = <Request, Answer>(mutationFn: (request: Request) => Promise<Answer>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: ['session'] }),
  });
};

export const useEndOthers = () =>
  useChange<null, ResponseOf<typeof sessionCalls.endOthers>>(() => call(sessionCalls.endOthers, {}));

export const useAuthenticator = () =>
  useQuery({
    queryKey: ['session', 'authenticator'],
    queryFn: ({ signal }) => call(sessionCalls.authenticator, {}, { signal }),
  });

export type AuthenticatorProof = RequestOf<typeof sessionCalls.authenticatorRemove>;

export const useAuthenticatorRenew = () =>
  useChange((proof: AuthenticatorProof) => call(sessionCalls.authenticatorRenew, proof));
export const useAuthenticatorRemove = () =>
  useChange((proof: AuthenticatorProof) => call(sessionCalls.authenticatorRemove, proof));
