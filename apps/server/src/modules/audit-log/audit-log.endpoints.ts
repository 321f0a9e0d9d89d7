import { auditLogCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { auditActions, countAudit, listAudit, searchedSince } from './audit-query.store.ts';

/** The calls of the audit log. Holders of the right see every row of their organisation. */
export const auditLogEndpoints = ({ db }: Pick<Runtime, 'db'>): Endpoint[] => [
  serve(auditLogCalls.query, async ({ pageNum, pageSize, ...filter }, { caller: { groupRoot } }) => {
    const [list, total, since] = await Promise.all([
      listAudit(db, groupRoot, filter, { pageNum, pageSize }),
      countAudit(db, groupRoot, filter),
      searchedSince(db, groupRoot, filter),
    ]);
    return { list, total, pageNum, pageSize, searchedSince: since };
  }),
  serve(auditLogCalls.queryWords, async (_, { caller }) => ({
    actions: await auditActions(db, caller.groupRoot),
  })),
];
