import { auditLogCalls, limits, type RequestOf } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

export type AuditFilters = RequestOf<typeof auditLogCalls.query>;

const key = 'auditLog';

/** One page of the log; the page before stays while the next one loads. */
export const useAuditLog = (filters: AuditFilters) =>
  useQuery({
    queryKey: [key, 'query', filters],
    queryFn: ({ signal }) => call(auditLogCalls.query, filters, { signal }),
    placeholderData: keepPreviousData,
  });

/** Deeds that occur in the log. */
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
export const useAuditVerify = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(auditLogCalls.verify, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: [key, 'query'] }),
  });
};
