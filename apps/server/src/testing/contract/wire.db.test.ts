import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls, calls, limits, type CallDeclaration } from '@eyrie/domain';
import { sendRaw, trickle } from './raw.ts';
import { expectDecent, receive, type Sent } from './send.ts';
import { openWorld, type World } from './world.ts';

let world: World;
/** Begun first and looked at last, so that what takes a while costs none. */
let slow: Record<'headers' | 'upload' | 'refused upload', Promise<number>>;
beforeAll(async () => {
  world = await openWorld();
  const upload = (headers: string): Promise<number> =>
    trickle(
      world.server.running.url,
      `POST ${calls.route.uploadKmz.path} HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n${headers}` +
        'content-type: multipart/form-data; boundary=x\r\n\r\n' +
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.kmz"\r\n\r\n',
    );
  slow = {
    headers: trickle(world.server.running.url, `POST ${path} HTTP/1.1\r\nhost: x\r\nx: `),
    upload: upload(`authtoken: ${world.south.tokens.administrator}\r\n`),
    'refused upload': upload(''),
  };
});
afterAll(() => world?.close());

/** Whatever gets past the shape of this call answers 200; whatever does not, 422. */
const { path } = calls.dock.query;
const wrong = JSON.stringify({ pageNum: 'one' });
const post = (body: string, headers: Record<string, string>, at = path): Promise<Sent> =>
  receive(
    fetch(`${world.server.running.url}${at}`, {
      method: 'POST',
      headers: { authToken: world.south.tokens.administrator, ...headers },
      body,
    }),
  );
const json = { 'content-type': 'application/json' };

const raw = (bytes: string) => sendRaw(world.server.running.url, bytes);
const rawPost = (headers: string, body = wrong): Promise<{ status: number; text: string }> =>
  raw(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthtoken: ${world.south.tokens.administrator}\r\n${headers}` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );

describe('the host', () => {
  const ask = (at: string, hosts: string[]) =>
    raw(`GET ${at} HTTP/1.1\r\n${hosts.map((one) => `${one}\r\n`).join('')}connection: close\r\n\r\n`);

  it.each(['/', '/healthz', '/nebula-five/background/get.rest'])('is named once on %s', async (at) => {
    expect((await ask(at, ['host: x'])).status).toBeLessThan(400);
    const twice = await ask(at, ['host: x', 'Host: y']);
    expect(twice.status).toBe(400);
    expect(twice.text).toContain('"reason":"malformed"');
    expect((await ask(at, ['host: x', 'host: x'])).status).toBe(400);
  });
});

describe('the content type', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-16',
    'application/json; charset="x"; boundary=y',
    'application/json;',
  ])('%j is JSON and its body is judged', async (type) => {
    const sent = await post(wrong, { 'content-type': type });
    expectDecent(sent, type);
    expect([415, 422]).toContain(sent.status);
  });

  it.each([
    'text/plain',
    'text/json',
    'application/xml',
    'application/jsonx',
    'application/json, text/plain',
    'x',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
  ])('%j is refused', async (type) => {
    const sent = await post(wrong, { 'content-type': type });
    expectDecent(sent, type);
    expect([400, 415]).toContain(sent.status);
  });

  it.each([
    ['a leading space', 'content-type:   application/json\r\n'],
    ['a tab', 'content-type:\tapplication/json\t\r\n'],
    ['twice the same', 'content-type: application/json\r\ncontent-type: application/json\r\n'],
    ['two different ones', 'content-type: text/plain\r\ncontent-type: application/json\r\n'],
    ['empty', 'content-type:\r\n'],
    ['missing', ''],
  ])('%s never lets a body pass unjudged', async (_what, headers) => {
    expect([400, 415, 422]).toContain((await rawPost(headers)).status);
  });

  it('of a form is taken by the user center only, and judged', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await post('userOID=%27&type=menu', form, calls.member.resources.path);
    expectDecent(sent, 'form');
    expect(sent.status).toBe(422);
    expect((await post('a=1&a=2', form, calls.member.resources.path)).status).toBe(400);
  });

  it('of an upload must be multipart', async () => {
    const sent = await post(wrong, json, calls.route.uploadKmz.path);
    expectDecent(sent, 'upload');
    expect(sent.status).toBe(415);
    expectDecent(
      await post(
        'no parts',
        { 'content-type': 'multipart/form-data; boundary=x' },
        calls.route.uploadKmz.path,
      ),
      'parts',
    );
  });
});

describe('the body', () => {
  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"{}"'],
    ['two values', '{}{}'],
    ['a BOM and rubbish', '\ufeff{'],
    ['NaN', '{"pageNum":NaN}'],
    ['a number past all numbers', '{"pageNum":1e400}'],
    ['a hexadecimal number', '{"pageNum":0x20}'],
    ['minus zero', '{"pageNum":-0}'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('latin1')],
  ])('%s is refused', async (what, body) => {
    const sent = await post(body, json);
    expectDecent(sent, what);
    expect([400, 422]).toContain(sent.status);
  });

  it('may be one megabyte and not one byte more', async () => {
    const filled = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect((await post(filled(limits.http.bodyBytes), json)).status).toBe(200);
    const sent = await post(filled(limits.http.bodyBytes + 1), json);
    expectDecent(sent, '1 MB + 1');
    expect([sent.status, sent.body.data.reason]).toEqual([413, 'tooLarge']);
  });

  it('may not be 10,000 levels deep', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const sent = await post(`{"a":${open.repeat(10_000)}1${close.repeat(10_000)}}`, json);
      expectDecent(sent, 'deep');
      expect([sent.status, sent.body.data.reason]).toEqual([400, 'tooDeep']);
    }
  });

  it('of 100,000 keys is answered in time', async () => {
    const many = Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`k${at}`, 0]));
    expectDecent(await post(JSON.stringify(many).slice(0, 1_000_000), json), 'many keys');
    const same = `{${'"a":0,'.repeat(99_999)}"pageNum":"x"}`;
    const sent = await post(same, json);
    expectDecent(sent, 'one key 100,000 times');
    expect(sent.status).toBe(422);
  });
});

describe('the method', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('%s is not POST', async (method) => {
    const sent = await receive(
      fetch(`${world.server.running.url}${path}`, {
        method,
        headers: { authToken: world.south.tokens.administrator },
      }),
    );
    expect([404, 405]).toContain(sent.status);
    if (method !== 'HEAD') expectDecent(sent, method);
  });

  it('of every call is its own: the other one is refused', async () => {
    const ask = async (declaration: CallDeclaration): Promise<void> => {
      const method = declaration.method === 'GET' ? 'POST' : 'GET';
      const sent = await receive(
        fetch(`${world.server.running.url}${declaration.path}`, {
          method,
          headers: { authToken: world.south.tokens.administrator },
        }),
      );
      expectDecent(sent, `${method} ${declaration.path}`);
      expect([declaration.path, [404, 405].includes(sent.status)]).toEqual([declaration.path, true]);
    };
    // An address may have a call of either method.
    const single = allCalls.filter(
      (one) => !allCalls.some((other) => other !== one && other.path === one.path),
    );
    expect(single.length).toBeGreaterThan(allCalls.length - 10);
    for (let from = 0; from < single.length; from += 20)
      await Promise.all(single.slice(from, from + 20).map(ask));
  });

  it('cannot be changed by a header', async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const sent = await receive(
        fetch(`${world.server.running.url}${path}?_method=POST`, {
          headers: { authToken: world.south.tokens.administrator, [name]: 'POST' },
        }),
      );
      expect(sent.status).toBe(405);
    }
  });
});

describe('the address', () => {
  it.each(['%', '%zz', '%00', '%2e%2e%2f', 'x'.repeat(3_000), '..%5c..', '{id}', '*'])(
    'with %j in it is answered decently',
    async (id) => {
      const sent = await receive(
        fetch(`${world.server.running.url}/nebula-five/mediafile/preview/${id}.rest`, {
          headers: { authToken: world.south.tokens.administrator },
        }),
      );
      expectDecent(sent, id);
      expect([400, 404, 422]).toContain(sent.status);
    },
  );

  it('may not repeat a parameter', async () => {
    for (const query of ['oid=a&oid=b', 'oid[]=a', 'oid[a]=b', '__proto__=x', 'oid']) {
      const sent = await receive(
        fetch(`${world.server.running.url}${calls.dock.get.path}?${query}`, {
          headers: { authToken: world.south.tokens.administrator },
        }),
      );
      expectDecent(sent, query);
      expect([400, 422]).toContain(sent.status);
    }
  });

  it('takes no token, neither as authInfo nor by any other name', async () => {
    for (const name of ['authInfo', 'authToken', 'token', 'jwt']) {
      const sent = await receive(
        fetch(
          `${world.server.running.url}${calls.appearance.mapSettings.path}?${name}=${world.south.tokens.administrator}`,
        ),
      );
      expect(sent.status).toBe(401);
    }
  });
});

describe('what is no request at all', () => {
  it.each([
    [
      'headers of more than 16 kB',
      (): string => `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      413,
    ],
    ['broken bytes', (): string => '\u0000\u0001rubbish\r\n\r\n', 400],
    [
      'a length that lies',
      (): string => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ten\r\n\r\n{}`,
      400,
    ],
    [
      'two lengths',
      (): string => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      400,
    ],
    [
      'length and chunks',
      (): string =>
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      400,
    ],
    ['no host', (): string => 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ])('%s: the envelope all the same', async (_what, bytes, status) => {
    const answer = await raw(bytes());
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/node|fastify|HPE_|\.js/i);
  });

  it('carries a correlation id and the headers of every answer', async () => {
    const { text } = await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(text).toMatch(/x-correlation-id: [0-9a-f-]{36}\r\n/);
    expect(text).toMatch(/x-content-type-options: nosniff\r\n/);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))).toMatchObject({
      code: 413,
      data: { reason: 'tooLarge' },
    });
  });

  it('leaves the server as it was', async () => {
    expect((await post('{}', json)).status).toBe(200);
  });
});

describe('one byte a second', () => {
  it.each(['headers', 'upload', 'refused upload'] as const)(
    'of %s is heard for half a minute at most',
    async (what) => {
      expect(await slow[what]).toBeLessThan(30_000);
    },
  );
});
