import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refused } from './answer.ts';
import { Refusal } from './refusal.ts';
import { sendAnswer } from './register-call.ts';

const app = Fastify();
beforeAll(() => {
  app.setErrorHandler((_error, _request, reply) => sendAnswer(reply, refused('en', new Refusal('internal'))));
  app.get('/zip', (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/zip', 'content-disposition': 'attachment', etag: '"a"' })
      .send(
        new Readable({
          read() {
            this.destroy(new Error('the store is away'));
          },
        }),
      ),
  );
});
afterAll(() => app.close());

it('answers bytes that fail before the first of them with an envelope and not as a file', async () => {
  const answer = await app.inject('/zip');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 500, data: { reason: 'internal' } });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect([answer.headers['content-disposition'], answer.headers.etag]).toEqual([undefined, undefined]);
});
