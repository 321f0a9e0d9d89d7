import { auditLogCalls, limits } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const key = 'auditLog';

/** The calls for each owner of rows. */
export const callsOf = {
  organisation: { query: auditLogCalls.query, verify: auditLogCalls.verify },
  nobody: { query: auditLogCalls.queryUnowned, verify: auditLogCalls.verifyUnowned },
};

/** Whose log is read: the organisation's, or the rows that belong to none. */
export type AuditOwner = 'organisation' | 'nobody';

/** Under which word the rows of each are kept. */
export const wordOf = { organisation: key, nobody: 'auditLogUnowned' } as const;

/** Actions that occur in the log. */
export const useAuditWords = () =>
  useQuery({
    queryKey: [key, 'words'],
    queryFn: ({ signal }) => call(auditLogCalls.queryWords, {}, { signal }),
    staleTime: limits.audit.wordsFresh,
  });

/** Members or docks by a part of their name. */
export const useAuditNames = (kind: 'member' | 'dock', keyword: string) =>
  useQuery({
    queryKey: [key, 'names', kind, keyword],
    queryFn: ({ signal }) => call(auditLogCalls.queryNames, { kind, keyword }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads the whole chain on the server. The check itself becomes a row, so the list asks again. */
export const useAuditVerify = (owner: AuditOwner) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(callsOf[owner].verify, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: [wordOf[owner], 'query'] }),
  });
};
