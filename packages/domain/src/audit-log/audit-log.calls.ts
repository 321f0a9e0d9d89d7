import { z } from 'zod';
import { call } from '../call.ts';
import { instant, listOf, oid, optionalText, pageShape, sentInstant, text } from '../shape.ts';
import { tableBytes, tableFormat } from '../table.ts';
import { auditRecord, auditVerdict } from './audit-log.ts';

const unownedFilters = {
  /** From this moment on, and before that one. */
  from: instant.optional(),
  until: instant.optional(),
  /** `word.verb`, or `word` for everything about it. */
  action: text(64).optional(),
  outcome: text(64).optional(),
  /** Anywhere in action, outcome, address or detail. */
  keyword: optionalText(64).optional(),
};
const filters = { ...unownedFilters, memberOID: oid.optional(), dockOID: oid.optional() };

const auditList = listOf(auditRecord).extend({
  /** With a keyword: rows before this moment were not searched; null: all were. */
  searchedSince: sentInstant.nullable(),
  /** False: only rows about members and docks of the caller's department and below. */
  whole: z.boolean(),
});

export const auditLogCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/auditLog/query.rest',
    effect: 'reads',
    summary:
      'What was done in the department and below, from the topmost one in the whole organisation, newest first',
    permission: ['audit-log:view'],
    request: z.object({ ...pageShape, ...filters }),
    response: auditList,
  }),
  queryUnowned: call({
    method: 'POST',
    path: '/nebula-five/auditLog/queryUnowned.rest',
    effect: 'reads',
    summary:
      'Rows that belong to no organisation, newest first: sign-ins with accounts nobody has, links that are spent',
    permission: ['platform:operate'],
    request: z.object({ ...pageShape, ...unownedFilters }),
    response: auditList,
  }),
  queryWords: call({
    method: 'POST',
    path: '/nebula-five/auditLog/queryWords.rest',
    effect: 'reads',
    summary: 'Deeds that occur in the log of the organisation, for the filter',
    permission: ['audit-log:view'],
    request: z.object({}),
    response: z.object({ actions: z.array(z.string()) }),
  }),
  queryNames: call({
    method: 'POST',
    path: '/nebula-five/auditLog/queryNames.rest',
    effect: 'reads',
    summary: 'Members or docks of the organisation by a part of their name, deleted ones too, for the filter',
    permission: ['audit-log:view'],
    request: z.object({ kind: z.enum(['member', 'dock']), keyword: optionalText(64) }),
    response: z.object({
      list: z.array(
        z.object({
          oid,
          name: z.string(),
          /** Account of a member, serial number of a dock. */
          mark: z.string(),
          deleted: z.boolean(),
        }),
      ),
    }),
  }),
  verify: call({
    method: 'POST',
    path: '/nebula-five/auditLog/verify.rest',
    effect: 'reads',
    audit: 'auditLog.verify',
    refuses: ['topmostOnly'],
    summary: 'From the topmost department: read both chains and find any row edited, removed or moved',
    permission: ['audit-log:view'],
    request: z.object({}),
    response: auditVerdict,
  }),
  verifyUnowned: call({
    method: 'POST',
    path: '/nebula-five/auditLog/verifyUnowned.rest',
    effect: 'reads',
    audit: 'auditLog.verify',
    summary: 'The same for the rows that belong to no organisation',
    permission: ['platform:operate'],
    request: z.object({}),
    response: auditVerdict,
  }),
  export: call({
    method: 'POST',
    path: '/nebula-five/auditLog/export.rest',
    effect: 'reads',
    audit: 'auditLog.export',
    refuses: ['tableTooLong'],
    summary: 'The rows that match as a table file, at most 100,000; the export itself becomes a row',
    permission: ['audit-log:view'],
    request: z.object({ ...filters, format: tableFormat }),
    response: z.unknown(),
    bytes: tableBytes,
  }),
};
