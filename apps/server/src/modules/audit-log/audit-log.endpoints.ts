import { auditLogCalls, limits, type AuditVerdict } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from './audit-log.service.ts';
import { auditedCaller } from './audited-caller.ts';
import { chainHead } from './audit-log.store.ts';
import { auditExport } from './audit-export.ts';
import { auditActions, auditNames, countAudit, listAudit, searchedSince } from './audit-query.store.ts';

export interface AuditEndpointDeps {
  audit: AuditLog;
  /** IANA name of an organisation's time zone. */
  timeZoneOf(groupRoot: string): Promise<string>;
  /** Checks a long chain in the background. @returns the oid of the work. */
  verifyLater(context: CallContext): Promise<string>;
}

/** The calls of the audit log. Holders of the right see every row of their organisation. */
export const auditLogEndpoints = (
  { db }: Pick<Runtime, 'db'>,
  { audit, timeZoneOf, verifyLater }: AuditEndpointDeps,
): Endpoint[] => {
  const verify = async (context: CallContext): Promise<AuditVerdict> => {
    const { groupRoot } = context.caller;
    const rows = (await chainHead(db, groupRoot))?.chainSeq ?? 0;
    if (rows > limits.audit.verifyAtOnce)
      return { state: 'checking', rows, brokenAt: null, workOID: await verifyLater(context) };
    const verdict = await audit.verify(groupRoot);
    await audit.write(db, {
      ...auditedCaller(context),
      action: 'auditLog.verify',
      outcome: verdict.whole ? 'done' : 'broken',
      detail: { rows: verdict.rows, brokenAt: verdict.brokenAt },
    });
    return {
      state: verdict.whole ? 'whole' : 'broken',
      rows: verdict.rows,
      brokenAt: verdict.brokenAt,
      workOID: null,
    };
  };

  return [
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
    serve(auditLogCalls.queryNames, async ({ kind, keyword }, { caller }) => ({
      list: await auditNames(db, caller.groupRoot, kind, keyword, limits.list.pageSizeDefault),
    })),
    serve(auditLogCalls.verify, (_, context) => verify(context)),
    serve(auditLogCalls.export, (request, context) =>
      auditExport({ db, audit, timeZoneOf }, request, context),
    ),
  ];
};
