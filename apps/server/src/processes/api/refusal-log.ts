import { auditedRequest } from '../../modules/audit-log/index.ts';
import { dockNamedBy } from '../../modules/dock/index.ts';
import type { HttpServerOptions } from '../../platform/http/server.ts';
import type { Foundation } from '../foundation.ts';
import type { Rooms } from '../rooms.ts';

/** Writes down what was refused to somebody who is signed in. */
export const refusalLog =
  ({ log, db }: Foundation['runtime'], audit: Rooms['auditLog']): HttpServerOptions['onRefusal'] =>
  (declaration, context, reason, request) => {
    const caller = context.caller as typeof context.caller | null;
    if (!caller) return;
    const denied = ['notAllowed', 'viewOnly', 'mustChangePassword', 'mustSetUp'].includes(reason);
    const write = async (): Promise<void> =>
      audit.write(db, {
        groupRoot: caller.groupRoot,
        memberOID: caller.memberOID,
        sessionOID: caller.sessionOID,
        address: context.address,
        dockOID: await dockNamedBy(db, caller.groupRoot, request),
        action: denied ? 'call.denied' : 'call.refused',
        outcome: reason,
        detail: { path: declaration.path, ...auditedRequest(declaration, request) },
        correlationId: context.correlationId,
      });
    write().catch((error: unknown) => log.error({ err: error }, 'refusal not logged'));
  };
