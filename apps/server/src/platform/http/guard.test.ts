import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  allCalls,
  arrivalOf,
  calls,
  isSecret,
  limits,
  secret,
  serial,
  writesRefusal,
  type CallDeclaration,
  type RefusalReason,
} from '@eyrie/domain';
import { createLog } from '../log.ts';
import { issuesOf, refused } from './answer.ts';
import { caller } from './caller.fixture.ts';
import { parseFormBody, parseJsonBody, parseQuery } from './body.ts';
import { BytesAnswer, serve, type CallContext, type Caller } from './endpoint.ts';
import { checkRights, reportUnrun, runCall } from './guard.ts';
import { openApi, callLines } from './openapi.ts';
import { Refusal } from './refusal.ts';
import { checkEndpoints } from './server.ts';

const context: Omit<CallContext, 'caller'> = {
  language: 'en',
  address: '192.0.2.1',
  userAgent: '',
  correlationId: 'c',
  log: createLog({ level: 'silent' }),
  file: null,
  setCookie: () => undefined,
  clearCookies: () => undefined,
  cookie: () => undefined,
  range: null,
  token: null,
};
const declaration = (part: Partial<CallDeclaration> = {}): CallDeclaration => ({
  method: 'POST',
  path: '/nebula-five/test/edit.rest',
  effect: 'changes',
  summary: 'test',
  permission: ['dock:edit'],
  request: z.object({ name: z.string().min(2), count: z.number().max(5).optional() }),
  response: z.object({ name: z.string() }),
  ...part,
});
const reasonOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return error instanceof Refusal ? error.reason : String(error);
  }
  return 'none';
};

describe('the guard of every call', () => {
  const endpoint = serve(declaration(), async (request) => ({
    ...(request as { name: string }),
    secret: 'never leaves',
  }));
  const rights = (who: Caller | null, of = endpoint) =>
    reasonOf(() => checkRights(of, who, context, () => undefined));

  it('lets out no bytes of a type that is not declared, and says so when a refusal is not', async () => {
    const errors: unknown[] = [];
    const log = {
      ...context.log,
      error: (facts: unknown) => errors.push(facts),
    } as unknown as CallContext['log'];
    const file = declaration({ effect: 'reads', request: z.object({}), bytes: ['text/csv', 'image/png'] });
    const run = (handle: () => Promise<unknown>) =>
      reasonOf(() => runCall({ declaration: file, handle }, {}, caller(['dock:edit']), { ...context, log }));
    const bytes = (type: string) => async () => new BytesAnswer(new Uint8Array(), { 'content-type': type });
    expect([await run(bytes('image/png')), await run(bytes('text/html'))]).toEqual(['none', 'internal']);
    expect(errors).toEqual([{ path: file.path, type: 'text/html' }]);
    const refuse = (reason: RefusalReason) => run(() => Promise.reject(new Refusal(reason)));
    expect([await refuse('notFound'), await refuse('kmzNotZip')]).toEqual(['notFound', 'kmzNotZip']);
    expect(errors.slice(1)).toEqual([{ path: file.path, reason: 'kmzNotZip' }]);
  });

  it('asks for a session, then for a right, and lets a must-change member do nothing else', async () => {
    expect(await rights(null)).toBe('notSignedIn');
    expect(await rights(caller([]))).toBe('notAllowed');
    expect(await rights(caller(['dock:edit']))).toBe('none');
    expect(await rights(caller(['dock:edit'], { mustChange: true }))).toBe('mustChangePassword');
    expect(await rights(caller(['dock:edit'], { mustSetUp: true }))).toBe('mustSetUp');
    const any = serve(declaration({ permission: 'public' }), async () => ({ name: 'x' }));
    expect(await rights(null, any)).toBe('none');
  });

  it('lets a member who must change or set up something do just what the declaration opens for that', async () => {
    const open = serve(declaration({ whileMustChange: true }), async () => ({ name: 'x' }));
    expect(await rights(caller(['dock:edit'], { mustChange: true }), open)).toBe('none');
    expect(await rights(caller(['dock:edit'], { mustSetUp: true }), open)).toBe('none');
    const session = serve(declaration({ permission: 'session' }), async () => ({ name: 'x' }));
    expect(await rights(caller([]), session)).toBe('none');
    expect(await rights(caller([], { mustSetUp: true }), session)).toBe('mustSetUp');
    expect(await rights(null, session)).toBe('notSignedIn');
  });

  it('names the action that is missing rather than the page', () => {
    const both = serve(declaration({ permission: ['/DeviceAll', 'dock:edit'] }), async () => ({ name: 'x' }));
    const page = serve(declaration({ permission: ['/DeviceAll'] }), async () => ({ name: 'x' }));
    const missing = (of: typeof both): unknown => {
      try {
        checkRights(of, caller([]), context, () => undefined);
      } catch (error) {
        return (error as Refusal).details.values?.['permission'];
      }
      return undefined;
    };
    expect(missing(both)).toBe('dock:edit');
    expect(missing(page)).toBe('/DeviceAll');
  });

  it('reports a lack of rights once, with who and what', () => {
    const heard: unknown[][] = [];
    const listen = (...reported: unknown[]): void => void heard.push(reported);
    const who = caller([]);
    expect(() => checkRights(endpoint, who, context, listen, { name: 'ab' })).toThrow(Refusal);
    expect(heard).toEqual([
      [endpoint.declaration, { ...context, caller: who }, 'notAllowed', { name: 'ab' }],
    ]);
    checkRights(endpoint, caller(['dock:edit']), context, listen);
    expect(heard).toHaveLength(1);
  });

  it('reports what was refused before it was run: every change, and of reads the denials alone', () => {
    const heard: string[] = [];
    const report = (of: CallDeclaration, error: unknown, who: Caller | null = caller([])): void =>
      reportUnrun(
        of,
        error,
        who,
        context,
        (one, _context, reason) => void heard.push(`${one.path} ${reason}`),
      );
    const read = declaration({ path: '/nebula-five/test/query.rest', effect: 'reads' });
    report(declaration(), new Refusal('tooLarge'));
    report(read, new Refusal('tooLarge'));
    report(read, new Refusal('notAllowed'));
    report(declaration(), new Refusal('tooLarge'), null);
    report(declaration(), new Error('ours'));
    expect(heard).toEqual([
      '/nebula-five/test/edit.rest tooLarge',
      '/nebula-five/test/query.rest notAllowed',
    ]);
  });

  it('reports the refusal of a reading that is written down when it is taken', () => {
    const written = (part: Partial<CallDeclaration>) => writesRefusal(declaration(part), 'inUse');
    expect(written({})).toBe(true);
    expect(written({ effect: 'reads', audit: 'test.export' })).toBe(true);
    expect(written({ effect: 'reads' })).toBe(false);
    expect(written({ refusalsWritten: ['inUse'] })).toBe(true);
    expect(written({ refusalsWritten: ['invalid'] })).toBe(false);
  });

  it('reports no error of our own as a refusal, and nothing of somebody who is not signed in', async () => {
    const heard: string[] = [];
    const broken = serve(declaration({ permission: 'public' }), async () => {
      throw new Error('ours');
    });
    const refusing = serve(declaration({ permission: 'public' }), async () => {
      throw new Refusal('inUse');
    });
    const run = (of: typeof broken, who: Caller | null) =>
      reasonOf(() =>
        runCall(of, { name: 'ab' }, who, context, (_one, _context, why) => void heard.push(why)),
      );
    expect(await run(broken, caller([]))).toBe('Error: ours');
    expect(await run(refusing, null)).toBe('inUse');
    expect(heard).toEqual([]);
    expect(await run(refusing, caller([]))).toBe('inUse');
    expect(heard).toEqual(['inUse']);
  });

  it('strips unknown fields on the way in and undeclared columns on the way out', async () => {
    const answer = await runCall(
      endpoint,
      { name: 'ab', groupRoot: 'stolen' },
      caller(['dock:edit']),
      context,
    );
    expect(answer).toMatchObject({ status: 200, body: { code: 200, data: { name: 'ab' } } });
    expect(JSON.stringify(answer)).not.toMatch(/stolen|never leaves/);
  });

  it('coerces nothing', async () => {
    for (const name of [12, true, null, ['ab'], { a: 1 }, ''])
      expect(await reasonOf(() => runCall(endpoint, { name }, caller(['dock:edit']), context))).toBe(
        'invalid',
      );
    expect(
      await reasonOf(() => runCall(endpoint, { name: 'ab', count: '3' }, caller(['dock:edit']), context)),
    ).toBe('invalid');
  });

  it('reports a refused change, and neither a refused read nor what writes a row of its own', async () => {
    const reported: string[] = [];
    const lease = { oid: randomUUID(), control: 'flight', tabId: 'tab-guard-1' };
    const run = (of: CallDeclaration, request: object = {}, why: RefusalReason = 'inUse') => {
      const open = { ...of, permission: 'session' as const, request: z.object({}) };
      const failing = serve(of === calls.lease.take ? of : open, async () => {
        throw new Refusal(why);
      });
      return reasonOf(() =>
        runCall(failing, request, caller(['dock:control']), context, (one, _context, reason) =>
          reported.push(`${one.path} ${reason}`),
        ),
      );
    };
    await run(calls.dock.remove);
    await run(calls.dock.query);
    await run(calls.lease.take, lease);
    expect(reported).toEqual([`${calls.dock.remove.path} inUse`]);
    // Nobody else learns of a request that never reached its room.
    await run(calls.lease.take);
    expect(reported.slice(1)).toEqual([`${calls.lease.take.path} invalid`]);
    // A lease that did not change has no row of its own.
    for (const why of ['controlHeld', 'controlLost'] as const) await run(calls.lease.take, lease, why);
    expect(reported.slice(2)).toEqual([
      `${calls.lease.take.path} controlHeld`,
      `${calls.lease.take.path} controlLost`,
    ]);
  });

  it('names field, value and range in the caller’s language, and never a secret', () => {
    const shape = z.object({
      returnAltitude: z.number().min(20).max(1500),
      password: secret(z.string().max(5)),
    });
    const request = { returnAltitude: 19.99, password: 'hunter2222' };
    const error = shape.safeParse(request).error;
    if (!error) throw new Error('fits');
    for (const language of ['zh-CN', 'en', 'ar'] as const) {
      const issues = issuesOf(error, request, language, (path) => isSecret(shape, path));
      expect(issues[0]?.message).toContain('19.99');
      expect(issues[0]?.message).toContain('20');
      expect(JSON.stringify(issues)).not.toContain('hunter2222');
    }
    expect(
      refused('en', new Refusal('controlHeld', { values: { name: 'Li Wei', seconds: 7 } })).body.message,
    ).toContain('Li Wei');
  });
});

describe('an issue of a request', () => {
  const shape = z.object({
    name: z.string().min(1).max(3),
    code: z.string().min(2),
    list: z.array(z.string()).min(2).max(3),
    sn: serial,
  });
  const rulesOf = (request: object): Record<string, string> => {
    const { error } = shape.safeParse(request);
    if (!error) throw new Error('fits');
    return Object.fromEntries(
      issuesOf(error, request, 'en', () => false).map(({ path, rule, message }) => [
        path,
        `${rule}: ${message}`,
      ]),
    );
  };

  it('counts texts in characters and lists in entries, and asks for what is empty', () => {
    expect(rulesOf({ name: '', code: 'x', list: ['a'], sn: '!!bad sn' })).toEqual({
      name: 'required: Name is required',
      code: expect.stringContaining('tooShort: '),
      list: expect.stringMatching(/^tooFew: .*at least 2 entries/),
      sn: expect.stringMatching(/^serial: .*4 to 64 .*\(given: !!bad sn\)/),
    });
    expect(rulesOf({ name: 'long', code: 'xy', list: ['a', 'b', 'c', 'd'], sn: 'GOOD1' })).toEqual({
      name: expect.stringMatching(/^tooLong: .*at most 3 characters/),
      list: expect.stringMatching(/^tooMany: .*at most 3 entries/),
    });
  });
});

describe('what arrives', () => {
  it('is refused when it is too deep, before it is parsed', async () => {
    const deep = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(parseJsonBody(deep(limits.http.bodyDepth - 1))).toBeTypeOf('object');
    expect(await reasonOf(() => parseJsonBody(deep(limits.http.bodyDepth)))).toBe('tooDeep');
    expect(await reasonOf(() => parseJsonBody(`{"a":"${'['.repeat(9_000)}"}`))).toBe('none');
  });

  it('never reaches a prototype', () => {
    const parsed = parseJsonBody('{"__proto__":{"admin":true},"a":{"__proto__":{"b":1}}}');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(Object.keys(parsed)).toEqual(['a']);
  });

  it('is an object or malformed, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          const parsed = parseJsonBody(text);
          return typeof parsed === 'object' && !Array.isArray(parsed);
        } catch (error) {
          return error instanceof Refusal;
        }
      }),
    );
  });

  it('may not repeat a parameter', async () => {
    expect(await reasonOf(() => parseQuery({ oid: ['a', 'b'] }))).toBe('malformed');
    expect(await reasonOf(() => parseFormBody('a=1&a=2'))).toBe('malformed');
    expect(parseFormBody('a=1&b=2')).toEqual({ a: '1', b: '2' });
  });

  it('writes lists in forms as forms do', async () => {
    expect(parseFormBody('roleOID=r&userOIDs[]=a&userOIDs%5B%5D=b')).toEqual({
      roleOID: 'r',
      userOIDs: ['a', 'b'],
    });
    for (const mixed of ['a[]=1&a=2', 'a=1&a[]=2'])
      expect(await reasonOf(() => parseFormBody(mixed))).toBe('malformed');
    const odd = parseFormBody('__proto__[]=x');
    expect(Object.getPrototypeOf(odd)).toBe(Object.prototype);
  });
});

describe('the table of calls', () => {
  const served = allCalls.map((one) => serve(one, async () => ({})));

  it('does not start with a call that nobody serves, that is served twice or names an unknown right', () => {
    expect(() => checkEndpoints(served)).not.toThrow();
    expect(() => checkEndpoints(served.slice(1))).toThrow(/not served/);
    expect(() => checkEndpoints([...served, ...served.slice(0, 1)])).toThrow(/twice/);
    const [first] = allCalls;
    if (!first) throw new Error('no calls');
    const { permission } = first;
    try {
      (first as { permission: unknown }).permission = ['dock:explode'];
      expect(() => checkEndpoints(served)).toThrow(/undeclared right/);
      (first as { permission: unknown }).permission = undefined;
      expect(() => checkEndpoints(served)).toThrow(/names no permission/);
    } finally {
      first.permission = permission;
    }
  });

  it('prints one line a call, and an OpenAPI document with every path and its rights', () => {
    const lines = callLines();
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toContain('POST /nebula-five/uavdock/add.rest dock:edit');
    expect(lines.every((line) => /^(GET|POST|PUT|HEAD|DELETE) \/\S+ \S+$/.test(line))).toBe(true);
    const document = openApi('1') as {
      openapi: string;
      paths: Record<string, Record<string, Record<`x-${string}`, unknown>>>;
    };
    expect(document.openapi).toBe('3.1.0');
    for (const one of allCalls) {
      const { maxBytes, within } = arrivalOf(one);
      expect(document.paths[one.path]?.[one.method.toLowerCase()], one.path).toMatchObject({
        'x-permission': one.permission,
        'x-arrival-ms': within,
        ...(one.method === 'POST' ? { 'x-body-bytes': maxBytes } : {}),
      });
    }
  });
});
