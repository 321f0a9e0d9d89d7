import { sessionCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { OnlineService } from './online.service.ts';

/** Who is signed in, and remote sign-out. */
export const onlineEndpoints = (online: OnlineService): Endpoint[] => [
  serve(sessionCalls.online, (request, { caller }) => online.list(caller, request)),
  serve(sessionCalls.own, (_, { caller }) => online.own(caller)),
  serve(sessionCalls.end, async ({ oids }, context) => {
    await online.end(oids, context);
    return { ok: true as const };
  }),
  serve(sessionCalls.endOthers, async (_, context) => ({ count: await online.endOthers(context) })),
];
