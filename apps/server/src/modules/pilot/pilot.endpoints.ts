import { pilotCalls, pilotSocketPath } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { PilotCredentials } from './pilot-credentials.ts';

export interface PilotEndpointDeps {
  audit: AuditLog;
  credentials: PilotCredentials;
  organisation: { find(oid: string): Promise<{ name: string } | undefined> };
  department: { find(oid: string): Promise<{ name: string } | undefined> };
  /** Of the developer site of the vendor; empty where this server was given none. */
  licence: { appId: string; appKey: string; appLicense: string };
}

/** The calls of the page that DJI Pilot 2 opens. */
export const pilotEndpoints = ({ db }: Pick<Runtime, 'db'>, deps: PilotEndpointDeps): Endpoint[] => [
  serve(pilotCalls.app, async (_request, { caller }) => {
    const [organisation, department] = await Promise.all([
      deps.organisation.find(caller.groupRoot),
      deps.department.find(caller.groupOID),
    ]);
    if (!organisation) throw notFound();
    const { appId, appKey, appLicense: license } = deps.licence;
    return {
      licence: appId && appKey && license ? { appId, appKey, license } : null,
      workspaceId: caller.groupRoot,
      workspaceName: department?.name ?? organisation.name,
      userName: caller.name,
    };
  }),
  serve(pilotCalls.open, async ({ controllerOID }, context) => {
    const { caller } = context;
    await deps.credentials.requireController(caller, controllerOID);
    return db.transaction().execute(async (trx) => {
      const { token } = await deps.credentials.forCalls(trx, caller.sessionOID, controllerOID);
      await deps.audit.done(trx, context, 'pilot.open', {}, controllerOID);
      return { token };
    });
  }),
  serve(pilotCalls.openSocket, async ({ controllerOID }, { caller }) => {
    await deps.credentials.requireController(caller, controllerOID);
    const { token, expiresAt } = await deps.credentials.forSocket(caller.sessionOID, controllerOID);
    return { path: pilotSocketPath, token, expiresAt };
  }),
];
