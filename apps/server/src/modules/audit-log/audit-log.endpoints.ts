import { auditLogCalls, limits, type AuditVerdict, type ParsedRequestOf } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from './audit-log.service.ts';
import { auditedCaller } from './audited-caller.ts';
import { chainHead } from './audit-log.store.ts';
import { auditExport } from './audit-export.ts';
import { withNames } from './audit-named.ts';
import { auditActions, auditNames, countAudit, listAudit, searchedSince } from './audit-query.store.ts';

export interface AuditEndpointDeps {
  audit: AuditLog;
  /** IANA name of an organisation's time zone. */
  timeZoneOf(groupRoot: string): Promise<string>;
  /** Checks a long chain in the background, the caller's or that of nobody. @returns the oid of the work. */
  verifyLater(context: CallContext, unowned: boolean): Promise<string>;
}

/**
 * The calls of the audit log. Holders of the right see every row of their organisation; rows without one are seen by
 * those who operate the instance.
 */
export const auditLogEndpoints = (
  { db }: Pick<Runtime, 'db'>,
  { audit, timeZoneOf, verifyLater }: AuditEndpointDeps,
): Endpoint[] => {
  const verify = async (context: CallContext, unowned: boolean): Promise<AuditVerdict> => {
    const groupRoot = unowned ? null : context.caller.groupRoot;
    const rows = (await chainHead(db, groupRoot))?.chainSeq ?? 0;
    if (rows > limits.audit.verifyAtOnce)
      return { state: 'checking', rows, brokenAt: null, workOID: await verifyLater(context, unowned) };
    const verdict = await audit.verify(groupRoot);
    await audit.write(db, {
      ...auditedCaller(context),
      action: 'auditLog.verify',
      outcome: verdict.whole ? 'done' : 'broken',
      detail: { ...(unowned ? { unowned } : {}), rows: verdict.rows, brokenAt: verdict.brokenAt },
    });
    return {
      state: verdict.whole ? 'whole' : 'broken',
      rows: verdict.rows,
      brokenAt: verdict.brokenAt,
      workOID: null,
    };
  };

  const list = async (
    groupRoot: string | null,
    { pageNum, pageSize, ...filter }: ParsedRequestOf<typeof auditLogCalls.query>,
    { language }: CallContext,
  ) => {
    const page = listAudit(db, groupRoot, filter, { pageNum, pageSize });
    const [rows, total, since] = await Promise.all([
      page.then((found) => withNames(db, groupRoot, language, found)),
      countAudit(db, groupRoot, filter),
      searchedSince(db, groupRoot, filter),
    ]);
    return { list: rows, total, pageNum, pageSize, searchedSince: since };
  };

  return [
    serve(auditLogCalls.query, (request, context) => list(context.caller.groupRoot, request, context)),
    serve(auditLogCalls.queryUnowned, (request, context) => list(null, request, context)),
    serve(auditLogCalls.queryWords, async (_, { caller }) => ({
      actions: await auditActions(db, caller.groupRoot),
    })),
    serve(auditLogCalls.queryNames, async ({ kind, keyword }, { caller }) => ({
      list: await auditNames(db, caller.groupRoot, kind, keyword, limits.list.pageSizeDefault),
    })),
    serve(auditLogCalls.verify, (_, context) => verify(context, false)),
    serve(auditLogCalls.verifyUnowned, (_, context) => verify(context, true)),
    serve(auditLogCalls.export, (request, context) =>
      auditExport({ db, audit, timeZoneOf }, request, context),
    ),
  ];
};
