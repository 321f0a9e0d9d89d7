import { limits } from '@eyrie/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { freePort } from '../postgres/index.ts';
import type { Unit } from '../runtime.ts';
import { createSparingWarn } from '../sparing-log.ts';
import { emqxPort } from './emqx-port.ts';

const secret = 'of-emqx-and-of-nobody-else-here!';
const password = 'the-password-of-a-dock';
const question = { username: 'DOCK1', clientid: 'DOCK1', password, peerhost: '192.0.2.7' };

let port: Unit;
let url: string;
const clock = { now: 0 };
/** What the answers were asked, and the lines of the log. */
const asked: unknown[] = [];
const lines: string[] = [];
let outcome: () => Promise<{ result: 'allow'; is_superuser: false }>;

const open = async (perSecond = 1_000): Promise<void> => {
  const at = { host: '127.0.0.1', port: await freePort() };
  url = `http://127.0.0.1:${at.port}`;
  const destination = { write: (line: string) => void lines.push(line) };
  const mono = (): number => clock.now;
  port = emqxPort(at, {
    secret,
    answers: {
      signIn: (one) => {
        asked.push(one);
        return outcome();
      },
      topic: async (one) => {
        asked.push(one);
        return { result: 'deny' };
      },
    },
    warn: createSparingWarn(createLog({ level: 'trace', destination }), mono),
    mono,
    perSecond,
  });
  await port.start();
};

const ask = async (
  body: unknown,
  { path = '/emqx/sign-in', authorization = `Bearer ${secret}` } = {},
): Promise<{ status: number; text: string; type: string | null }> => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === '' ? {} : { authorization }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: answer.status,
    text: await answer.text(),
    type: answer.headers.get('content-type'),
  };
};

beforeEach(() => {
  outcome = async () => ({ result: 'allow', is_superuser: false });
  asked.length = 0;
  lines.length = 0;
});
afterEach(() => port.stop());

describe('the port for EMQX', () => {
  it('answers it as JSON, and what it asked is in no line of the log', async () => {
    await open();
    const answer = await ask(question);
    expect(answer).toMatchObject({ status: 200, text: '{"result":"allow","is_superuser":false}' });
    expect(answer.type).toMatch(/^application\/json/);
    outcome = () => Promise.reject(new Error('the database is away'));
    expect(await ask(question)).toMatchObject({ status: 503, text: '' });
    expect(await ask({ ...question, clientid: 7 })).toMatchObject({ status: 400, text: '' });
    expect(lines.join('')).toMatch(/the database is away/);
    expect(lines.join('')).toMatch(/clientid/);
    expect(lines.join('')).not.toMatch(new RegExp(`${password}|${secret}`));
  });

  it.each(['', 'Bearer ', `Bearer ${secret.slice(1)}`, `Basic ${secret}`, secret])(
    'answers nobody who sends "%s" for its secret, and reads nothing of it',
    async (authorization) => {
      await open();
      for (const path of ['/emqx/sign-in', '/emqx/topic', '/'])
        expect(await ask(question, { path, authorization })).toMatchObject({ status: 401, text: '' });
      expect(asked).toEqual([]);
      expect(lines.join('')).toMatch(/without its secret/);
    },
  );

  it('refuses a question that is longer than one may be, and one that is none', async () => {
    await open();
    const long = { ...question, password: 'x'.repeat(limits.emqx.bodyBytes) };
    expect((await ask(long)).status).toBe(413);
    for (const wrong of [
      { ...question, username: 'x'.repeat(limits.emqx.nameChars + 1) },
      { ...question, password: undefined },
      [],
      'null',
    ])
      expect((await ask(wrong)).status).toBe(400);
    expect((await ask('{')).status).toBe(400);
    const topic = { username: 'DOCK1', clientid: 'DOCK1', action: 'all', topic: '#' };
    expect((await ask(topic, { path: '/emqx/topic' })).status).toBe(400);
    expect(asked).toEqual([]);
    expect((await ask({ ...topic, action: 'publish' }, { path: '/emqx/topic' })).status).toBe(200);
  });

  it('answers so many questions a second and no more', async () => {
    await open(2);
    const three = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (let count = 0; count < 3; count += 1) statuses.push((await ask(question)).status);
      return statuses;
    };
    expect(await three()).toEqual([200, 200, 503]);
    clock.now += 999;
    expect((await ask(question)).status).toBe(503);
    clock.now += 1;
    expect(await three()).toEqual([200, 200, 503]);
    expect(asked).toHaveLength(4);
  });

  it('works on a few at once, and on none that waited too long', async () => {
    await open();
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    outcome = async () => {
      await held;
      return { result: 'allow', is_superuser: false };
    };
    const { atOnce, wait } = limits.emqx;
    // EMQX itself gives up after four seconds.
    expect(wait).toBeLessThan(4_000);
    const first = Array.from({ length: atOnce }, () => ask(question));
    await expect.poll(() => asked.length, { timeout: 5_000 }).toBe(atOnce);
    const late = await ask(question);
    expect(late.status).toBe(503);
    release?.();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(
      Array.from({ length: atOnce }, () => 200),
    );
    expect(asked).toHaveLength(atOnce);
  });
});
