import { appearanceCalls } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { auditedCaller, type AuditLog } from '../audit-log/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import type { SessionRoom } from '../session/index.ts';
import { createLiveCredentials, type LiveCredentials } from './live-credential.ts';
import { lookOf } from './look.ts';

export type { LiveSubscriber } from './live-credential.ts';

export interface AppearanceRoom {
  endpoints: Endpoint[];
  /** Who may open the live endpoint with these three; the connection then lives as long as the session. */
  authenticateLive: LiveCredentials['authenticate'];
}

export interface AppearanceDeps {
  audit: AuditLog;
  organisation: OrganisationRoom;
  session: Pick<SessionRoom, 'callerOf'>;
  /** Address of the live endpoint as browsers reach it; null: `/mqtt` on the host that served the page. */
  liveUrl: string | null;
}

export function createAppearance(runtime: Runtime, deps: AppearanceDeps): AppearanceRoom {
  const { audit, organisation } = deps;
  const credentials = createLiveCredentials(runtime, { session: deps.session, url: deps.liveUrl ?? '/mqtt' });
  /** On a public call there may be nobody. */
  const organisationOf = (context: CallContext) => {
    const caller = context.caller as Caller | null | undefined;
    return caller ? organisation.find(caller.groupRoot) : organisation.first();
  };

  const endpoints: Endpoint[] = [
    serve(appearanceCalls.background, async (_, context) => {
      const found = await organisationOf(context);
      const nameChineseOnly = found ? (await organisation.policyOf(found.oid)).nameChineseOnly : true;
      return { ...lookOf(found?.policy), nameChineseOnly };
    }),
    serve(appearanceCalls.mapSettings, async (_, context) => {
      const { longitude, latitude, levelMAX, levelMIN, level } = lookOf(
        (await organisationOf(context))?.policy,
      );
      return { longitude, latitude, levelMAX, levelMIN, level };
    }),
    serve(appearanceCalls.screenConfig, async (_, context) => {
      const credential = await credentials.mint(context.caller.sessionOID);
      await audit.write(runtime.db, {
        ...auditedCaller(context),
        action: 'appearance.screenConfig',
        outcome: 'done',
        detail: { clientId: credential.clientId },
      });
      return JSON.stringify(credential);
    }),
  ];
  return { endpoints, authenticateLive: credentials.authenticate };
}
