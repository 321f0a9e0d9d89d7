import type { FastifyInstance } from 'fastify';
import { openIdCookie, type SessionRoom } from '../../modules/session/index.ts';

export const openIdReturnPath = '/openid/return';

/**
 * Where OpenID providers send people back to. Whatever came of it, the browser goes on to a page: the result stands
 * behind the hash, which reaches no log.
 */
export const registerOpenIdReturn = (
  app: FastifyInstance,
  session: Pick<SessionRoom, 'openIdReturn'>,
): void => {
  app.get(openIdReturnPath, async (request, reply) => {
    const query = new URL(request.url, 'http://here').searchParams;
    const visitor = { address: request.ip, correlationId: request.id };
    const page = await session.openIdReturn(query, request.cookies[openIdCookie], visitor);
    // The cookie stays for the exchange: the code in the address is for this browser alone.
    return reply.header('cache-control', 'no-store').redirect(`/#${page}`, 303);
  });
};
