import { limits } from '@eyrie/domain';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Runtime } from '../../platform/runtime.ts';
import { createRefusalLog } from './refusal-log.ts';
import type { OutsideServer } from './video.plans.ts';

const bounds = limits.mediaServer;

/** Where an outside media server asks whether a stream may be sent, or watched. */
export const outsidePath = '/media-server/hook';

/** What SRS asks; it says more. */
const asked = z.object({
  action: z.enum(['on_publish', 'on_unpublish', 'on_play', 'on_stop']),
  app: z.string().max(128),
  stream: z.string().max(128),
  /** The query of the address, with its question mark. */
  param: z.string().max(512).default(''),
});

const isAllowed = (
  outside: OutsideServer,
  { action, app, stream, param }: z.output<typeof asked>,
): boolean => {
  // That something ended needs nobody's leave.
  if (action === 'on_unpublish' || action === 'on_stop') return true;
  const sign = new URLSearchParams(param).get('sign');
  if (app !== 'live') return false;
  return action === 'on_publish' ? outside.mayPublish(stream, sign) : outside.mayPlay(stream, sign);
};

/**
 * Answers an outside media server whether a stream may be sent to it or watched there: by the same signatures that the own one
 * asks for, so that the order to send a picture carries what proves it. SRS takes an answer of 200 with `0` for yes.
 * @param outside missing: there is none, and nobody is answered
 */
export const registerOutside = (
  app: FastifyInstance,
  runtime: Pick<Runtime, 'clock' | 'log'>,
  outside: OutsideServer | undefined,
): void => {
  if (!outside) return;
  const reportRefusal = createRefusalLog(
    runtime,
    'an outside media server was refused a stream that is not signed',
  );
  app.post(outsidePath, { bodyLimit: bounds.hookBytes }, async (request, reply) => {
    const found = asked.safeParse(request.body);
    if (!found.success) return reply.code(400).send({ code: 1 });
    const { action, stream } = found.data;
    if (isAllowed(outside, found.data)) return reply.code(200).type('application/json').send('0');
    reportRefusal({ action, stream });
    return reply.code(403).send({ code: 1 });
  });
};
