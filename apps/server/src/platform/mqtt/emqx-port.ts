import { limits } from '@eyrie/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { createConcurrencyLimiter } from '../concurrency-limiter.ts';
import { hashSecret } from '../device-secret.ts';
import { barePort } from '../http/bare-port.ts';
import type { Unit } from '../runtime.ts';
import type { SparingWarn } from '../sparing-log.ts';
import { secretMatches } from './directory.ts';
import { signInQuestion, topicQuestion, type EmqxAnswers } from './emqx-answers.ts';
import { createPerSecond } from './per-second.ts';

export interface EmqxPortDependencies {
  /** EMQX sends it as bearer token with each question. */
  secret: string;
  answers: EmqxAnswers;
  warn: SparingWarn;
  mono(): number;
  /** Questions that are answered in a second; `limits.emqx` unless given. */
  perSecond?: number;
}

/**
 * The two questions of EMQX. Whatever is no answer has a status of its own and no body, which EMQX takes for `ignore`: it is
 * the last it asks, so that nobody is let in and nothing passes. What was asked is never logged: it has passwords in it.
 */
const registerEmqx = (
  app: FastifyInstance,
  { secret, answers, warn, mono, perSecond = limits.emqx.perSecond }: EmqxPortDependencies,
): void => {
  const expected = hashSecret(`Bearer ${secret}`);
  const { atOnce, queue, wait } = limits.emqx;
  const limiter = createConcurrencyLimiter({ atOnce, queue, wait });
  const mayAsk = createPerSecond(mono, perSecond);
  /** Why a request is not even read: its status; null: it is. */
  const refusalOf = ({ ip, headers }: FastifyRequest): 401 | 503 | null => {
    if (!secretMatches(Buffer.from(headers.authorization ?? ''), expected)) {
      warn(ip, { address: ip }, 'the port for EMQX was asked without its secret');
      return 401;
    }
    if (mayAsk()) return null;
    warn('rate', { perSecond }, 'EMQX asks more than is answered in a second');
    return 503;
  };
  app.addHook('onRequest', async (request, reply) => {
    const status = refusalOf(request);
    return status === null ? undefined : reply.code(status).send();
  });
  const answer = <Question>(
    path: string,
    shape: z.ZodType<Question>,
    work: (question: Question) => Promise<object>,
  ): void => {
    app.post(path, async (request, reply) => {
      const question = shape.safeParse(request.body);
      if (!question.success) {
        const fields = question.error.issues.map((issue) => issue.path.join('.'));
        warn(path, { path, fields }, 'EMQX asks in another form than its configuration should');
        return reply.code(400).send();
      }
      try {
        return await limiter(() => work(question.data));
      } catch (err) {
        warn(path, { err, path }, 'EMQX gets no answer');
        return reply.code(503).send();
      }
    });
  };
  answer('/emqx/sign-in', signInQuestion, (question) => answers.signIn(question));
  answer('/emqx/topic', topicQuestion, (question) => answers.topic(question));
};

/** The port on which EMQX asks who may sign in, and on which topics. For EMQX alone: nothing else is answered there. */
export const emqxPort = (at: { host: string; port: number }, deps: EmqxPortDependencies): Unit =>
  barePort('port for EMQX', at, (app) => registerEmqx(app, deps), {
    bodyLimit: limits.emqx.bodyBytes,
    requestTimeout: limits.emqx.arrival,
  });
