import { auditLogCalls, limits, type AuditVerdict, type ParsedRequestOf } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isTopmost } from '../permission/index.ts';
import type { AuditLog } from './audit-log.service.ts';
import { auditedCaller } from './audited-caller.ts';
import { auditExport } from './audit-export.ts';
import { rowsToVerify } from './audit-verify.ts';
import { withNames } from './audit-named.ts';
import { auditActions, auditNames, auditOf, type AuditScope } from './audit-query.store.ts';

export interface AuditEndpointDeps {
  audit: AuditLog;
  /** IANA name of an organisation's time zone. */
  timeZoneOf(groupRoot: string): Promise<string>;
  /** Checks long chains in the background, the caller's or those of nobody. @returns the oid of the work. */
  verifyLater(context: CallContext, unowned: boolean): Promise<string>;
}

const nobody: AuditScope = { groupRoot: null, groupOID: null };

/**
 * The calls of the audit log. Holders of the right see the rows about members and docks of their department and below,
 * those of the topmost department every row of the organisation; rows without one are seen by those who operate the
 * instance.
 */
export const auditLogEndpoints = (
  { db }: Pick<Runtime, 'db'>,
  { audit, timeZoneOf, verifyLater }: AuditEndpointDeps,
): Endpoint[] => {
  const scopeOf = async ({ groupRoot, groupOID }: Caller): Promise<AuditScope> => ({
    groupRoot,
    groupOID: (await isTopmost(db, groupOID)) ? null : groupOID,
  });
  const verify = async (context: CallContext, unowned: boolean): Promise<AuditVerdict> => {
    const groupRoot = unowned ? null : context.caller.groupRoot;
    // A chain covers the whole organisation, so its check counts the rows of all departments.
    if (!unowned && (await scopeOf(context.caller)).groupOID !== null) throw new Refusal('topmostOnly');
    const rows = await rowsToVerify(db, groupRoot);
    if (rows > limits.audit.verifyAtOnce)
      return {
        state: 'checking',
        rows,
        brokenAt: null,
        chains: [],
        workOID: await verifyLater(context, unowned),
      };
    const { whole, ...found } = await audit.verify(groupRoot);
    await audit.write(db, {
      ...auditedCaller(context),
      action: 'auditLog.verify',
      outcome: whole ? 'done' : 'broken',
      detail: { ...(unowned ? { unowned } : {}), ...found },
    });
    return { state: whole ? 'whole' : 'broken', ...found, workOID: null };
  };

  const list = async (
    scope: AuditScope,
    { pageNum, pageSize, ...filter }: ParsedRequestOf<typeof auditLogCalls.query>,
    { language, caller }: CallContext,
  ) => {
    const found = auditOf(db, caller, scope, filter);
    const [rows, total, since] = await Promise.all([
      found.page({ pageNum, pageSize }).then((page) => withNames(db, scope, language, page)),
      found.count(),
      found.searchedSince(),
    ]);
    return { list: rows, total, pageNum, pageSize, searchedSince: since, whole: scope.groupOID === null };
  };

  return [
    serve(auditLogCalls.query, async (request, context) =>
      list(await scopeOf(context.caller), request, context),
    ),
    serve(auditLogCalls.queryUnowned, (request, context) => list(nobody, request, context)),
    serve(auditLogCalls.queryWords, async (_, { caller }) => ({
      actions: await auditActions(db, caller.groupRoot),
    })),
    serve(auditLogCalls.queryNames, async ({ kind, keyword }, { caller }) => ({
      list: await auditNames(db, await scopeOf(caller), kind, keyword, limits.list.pageSizeDefault),
    })),
    serve(auditLogCalls.verify, (_, context) => verify(context, false)),
    serve(auditLogCalls.verifyUnowned, (_, context) => verify(context, true)),
    serve(auditLogCalls.export, async (request, context) =>
      auditExport({ db, audit, timeZoneOf }, await scopeOf(context.caller), request, context),
    ),
  ];
};
