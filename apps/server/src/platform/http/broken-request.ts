import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '@eyrie/phrases';
import { limits } from '@eyrie/domain';
import { refused } from './answer.ts';
import { Refusal } from './refusal.ts';

const refusalFor = (code: string | undefined): Refusal =>
  code === 'HPE_HEADER_OVERFLOW'
    ? new Refusal('tooLarge', { values: { max: limits.http.headerBytes } })
    : new Refusal('malformed');

/**
 * Answers what was no HTTP request, before there is any call: headers too long or too slow, broken bytes. The same
 * envelope and headers as everywhere, so that a client need not know how far its request came.
 */
export const answerBrokenRequest =
  (headers: Readonly<Record<string, string>>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // Browsers open connections ahead of need: one on which nothing was asked is closed without a word, for a word
    // would be taken as the answer to the request that is being sent on it at this moment.
    if (!socket.writable || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    const { status, body } = refused(languageOf(undefined), refusalFor(error.code));
    const text = JSON.stringify(body);
    const lines = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'x-correlation-id': randomUUID(),
      connection: 'close',
    };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`);
  };

/** Answers an address that cannot be decoded: no route was found, so no hook has run. */
export const answerBrokenAddress =
  (headers: Readonly<Record<string, string>>) =>
  (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, body } = refused(
      languageOf(request.headers['accept-language']),
      new Refusal('malformed'),
    );
    void reply
      .code(status)
      .headers(headers)
      .header('x-correlation-id', request.id)
      .header('cache-control', 'no-store')
      .send(body);
  };
