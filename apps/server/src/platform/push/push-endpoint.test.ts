import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createPushEndpoint, type PushEndpoint } from './index.ts';
import { PushQueue } from './push-queue.ts';

const limits = {
  perSession: 2,
  strangers: 2,
  waiting: 3,
  inboundBytes: 100,
  inboundPerMinute: 5,
  flushEvery: 5,
  pingEvery: 10_000,
  silentFor: 60_000,
};

let http: Server;
let endpoint: PushEndpoint<string>;
let authenticate: (request: IncomingMessage) => Promise<string | null>;
let url: string;

beforeEach(async () => {
  http = createServer();
  authenticate = async ({ url: at = '' }) => new URL(at, 'http://here').searchParams.get('who');
  endpoint = createPushEndpoint<string>({
    server: http,
    path: '/push',
    authenticate: (request) => authenticate(request),
    keyOf: (who) => who,
    limits,
    clock: systemClock,
    log: createLog({ level: 'silent' }),
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/push`;
});
afterEach(() => {
  endpoint.stop();
  http.closeAllConnections();
  http.close();
});

const read = async (who: string) => {
  const socket = new WebSocket(`${url}?who=${who}`);
  const texts: string[] = [];
  const closed = Promise.withResolvers<number>();
  socket.on('close', (code) => closed.resolve(code));
  let heard = Promise.withResolvers<void>();
  socket.on('message', (text: Buffer) => {
    texts.push(text.toString());
    heard.resolve();
    heard = Promise.withResolvers<void>();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  return {
    texts,
    socket,
    closed: closed.promise,
    untilHeard: async (text: string) => {
      while (!texts.includes(text)) await heard.promise;
    },
  };
};

describe('pushes', () => {
  it('reach those they are for, and nobody else', async () => {
    const [ann, bob] = [await read('ann'), await read('bob')];
    endpoint.push('for ann', null, (who) => who === 'ann');
    endpoint.push('for all', null, () => true);
    await Promise.all([ann.untilHeard('for all'), bob.untilHeard('for all')]);
    expect(ann.texts).toEqual(['for ann', 'for all']);
    expect(bob.texts).toEqual(['for all']);
  });

  it('end with the right to them', async () => {
    const [ann, bob] = [await read('ann'), await read('bob')];
    endpoint.end((who) => who === 'ann');
    endpoint.push('after the end', null, () => true);
    expect(await ann.closed).toBe(1008);
    await bob.untilHeard('after the end');
    expect(ann.texts).toEqual([]);
    expect(endpoint.grants()).toEqual(['bob']);
  });

  it('are refused to whoever is nobody, or cannot be checked', async () => {
    authenticate = async () => null;
    await expect(read('ann')).rejects.toThrow('401');
    authenticate = async () => Promise.reject(new Error('no database'));
    await expect(read('ann')).rejects.toThrow('503');
  });

  it('are not given by a check that an end has overtaken', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let checks = 0;
    authenticate = async () => {
      checks += 1;
      if (checks > 1) return null;
      begun.resolve();
      await gate.promise;
      return 'ann';
    };
    const attempt = read('ann');
    await begun.promise;
    endpoint.end((who) => who === 'ann');
    gate.resolve();
    await expect(attempt).rejects.toThrow('401');
    expect(checks).toBe(2);
  });

  it('go to the newest of too many readers of one session', async () => {
    const [first, second, third] = [await read('ann'), await read('ann'), await read('ann')];
    expect(await first.closed).toBe(1008);
    endpoint.push('still here', null, () => true);
    await Promise.all([second.untilHeard('still here'), third.untilHeard('still here')]);
  });

  it('are for readers: who says too much or too long a thing is ended', async () => {
    const [chatty, long] = [await read('ann'), await read('bob')];
    for (let count = 0; count <= limits.inboundPerMinute; count += 1) chatty.socket.send('hello');
    long.socket.send('x'.repeat(limits.inboundBytes + 1));
    expect(await chatty.closed).toBe(1008);
    expect(await long.closed).toBe(1009);
  });
});

describe('what a reader still has to get', () => {
  it('holds the newest of each state, and so many events', () => {
    const queue = new PushQueue(3);
    for (const text of ['one', 'two', 'three', 'four']) queue.add(text, null);
    for (const text of ['here', 'there']) queue.add(text, 'place');
    expect(queue.take()).toEqual(['two', 'three', 'four', 'there']);
    expect(queue.size).toBe(0);
    for (let count = 0; count < 10; count += 1) queue.add('x', `state ${count}`);
    expect(queue.take()).toHaveLength(3);
  });
});
