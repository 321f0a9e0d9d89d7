import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cutConnection } from '../../platform/http/access.ts';
import { refused } from '../../platform/http/answer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { HttpServerOptions } from '../../platform/http/server.ts';
import { languageFor } from '../../platform/http/sender.ts';

/** Header by which the other process knows that a request was handed on by its server. */
export const relayHeader = 'x-eyrie-relay';

/** Where the other process listens, on this machine only. */
export interface RelayTarget {
  port: number;
  /** Value of `relayHeader`. */
  secret: string;
}

/** Of one connection alone (RFC 9110, 7.6.1), and what a stranger may not say of himself. */
const notPassedOn =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|x-forwarded-.*|forwarded)$/;

const passedOn = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.test(name)));

/** Nothing of the request has reached the other process, so that it may be made again. */
const answerAway = (request: FastifyRequest, reply: FastifyReply): void => {
  const { status, body } = refused(languageFor(request), new Refusal('startingUp', { retryAfterSeconds: 2 }));
  const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' };
  reply.raw.writeHead(status, { ...reply.getHeaders(), ...headers } as OutgoingHttpHeaders);
  reply.raw.end(JSON.stringify(body));
};

const handOn = (request: FastifyRequest, reply: FastifyReply, { port, secret }: RelayTarget): void => {
  const { raw } = request;
  const sent = httpRequest({
    host: '127.0.0.1',
    port,
    method: raw.method ?? 'GET',
    path: raw.url ?? '/',
    // A connection of its own: it is cut with the one that it serves.
    agent: false,
    headers: {
      ...passedOn(raw.headers),
      // With `close` the other end is cut as soon as it has answered, and takes the answer to an unread body with it.
      connection: 'keep-alive',
      'x-forwarded-for': request.ip,
      [relayHeader]: secret,
    },
  });
  let reached = false;
  sent.once('socket', (socket) => socket.once('connect', () => (reached = true)));
  sent.once('response', (answer) => {
    const headers = { ...reply.getHeaders(), ...passedOn(answer.headers) } as OutgoingHttpHeaders;
    reply.raw.writeHead(answer.statusCode ?? 502, headers);
    // What was cut there, because a right was lost, is cut here as well.
    answer.once('error', () => cutConnection(raw.socket));
    answer.pipe(reply.raw);
  });
  sent.once('error', () => {
    if (reply.raw.headersSent || reply.raw.destroyed) return;
    // What became of a request that reached it is not known: its sender hears nothing, as of a server that dies.
    if (reached) cutConnection(raw.socket);
    else answerAway(request, reply);
  });
  reply.raw.once('close', () => sent.destroy());
  raw.pipe(sent);
};

/** Hands requests for some addresses on to another process, as long as that runs. */
export const createRelay =
  (
    matches: (url: string) => boolean,
    target: () => RelayTarget | null,
  ): NonNullable<HttpServerOptions['relay']> =>
  (request, reply) => {
    const to = target();
    if (!to || !matches(request.url)) return false;
    handOn(request, reply, to);
    return true;
  };
