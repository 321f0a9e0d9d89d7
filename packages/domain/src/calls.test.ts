import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allCalls } from './calls.ts';
import { lastWord, mayRepeat, refusalsOf, type CallDeclaration } from './call.ts';
import { extraPaths } from './extra-paths.ts';
import { resources } from './permission/index.ts';

const nameOf = ({ method, path }: CallDeclaration): string => `${method} ${path}`;

describe('the table of calls', () => {
  it('has no method and path twice', () => {
    const names = [...allCalls.map(nameOf), ...extraPaths.map(({ method, path }) => `${method} ${path}`)];
    expect(new Set(names).size).toBe(names.length);
  });

  describe.each(allCalls.map((one) => [nameOf(one), one] as const))('%s', (_name, one) => {
    it('lies under a known prefix and ends in .rest', () => {
      expect(one.path).toMatch(/^\/(nebula-five|admisAuth)\/[A-Za-z0-9_/{}]+\.rest$/);
      expect(lastWord(one)).toMatch(/^[A-Za-z0-9_{}]+$/);
      expect(one.summary.length).toBeGreaterThan(5);
    });

    it('names who may make it', () => {
      if (typeof one.permission === 'string') expect(['public', 'session']).toContain(one.permission);
      else {
        expect(one.permission.length).toBeGreaterThan(0);
        expect(new Set(one.permission).size).toBe(one.permission.length);
        for (const resource of one.permission) expect(resources).toContain(resource);
        // The right to run the instance opens the rooms that run it and the rows that are nobody's, and nothing else.
        if ((one.permission as readonly string[]).includes('platform:operate'))
          expect(one.path).toMatch(
            /^\/nebula-five\/((operation|organisation)\/|auditLog\/(query|verify)Unowned\.)/,
          );
      }
    });

    it('takes an object, with its path parameters in it', () => {
      expect(one.request).toBeInstanceOf(z.ZodObject);
      const shape = (one.request as z.ZodObject).shape;
      for (const [, parameter] of one.path.matchAll(/\{(\w+)\}/g))
        expect(Object.keys(shape)).toContain(parameter);
      for (const field of Object.keys(shape)) expect(field).toMatch(/^[a-z][A-Za-z0-9]*$/);
    });

    it('says what it writes to the audit log when it changes anything', () => {
      expect(['GET', 'POST']).toContain(one.method);
      if (one.effect === 'changes') expect(one.audit).toBeDefined();
      else expect([one.maintenance, one.whileViewing]).toEqual([undefined, undefined]);
      // The cookie opens only what reads.
      if (one.cookieAllowed) expect([one.method, one.effect]).toEqual(['GET', 'reads']);
      if (one.upload) expect(one.method).toBe('POST');
    });

    it('is repeated by its key and by nothing else', () => {
      const keyed = Object.hasOwn((one.request as z.ZodObject).shape, 'key');
      expect(one.repeat).toBe(one.effect === 'changes' && keyed ? 'key' : undefined);
      expect(mayRepeat(one)).toBe(one.effect === 'reads' || keyed);
    });

    it('names each reason for a refusal once', () => {
      const own = one.refuses ?? [];
      expect(new Set(own).size).toBe(own.length);
      const { refuses: _own, ...facts } = one;
      const brought = refusalsOf(facts);
      // An order names them all: most of its reasons are lists of other rooms.
      if (one.repeat !== 'key') expect(own.filter((reason) => brought.has(reason))).toEqual([]);
      if (one.rate) expect(brought).toContain('tooManyRequests');
    });

    it('takes every value of a query as text', () => {
      if (one.method !== 'GET') return;
      for (const [field, shape] of Object.entries((one.request as z.ZodObject).shape)) {
        const oid = '0199c0de-0000-7000-8000-000000000001';
        const samples = [
          'flight',
          'a',
          '7',
          'true',
          'kmz',
          'en',
          '0-91-1',
          '1.0.6',
          oid,
          'a'.repeat(64),
          'media',
        ];
        expect(
          samples.some((text) => (shape as z.ZodType).safeParse(text).success),
          field,
        ).toBe(true);
      }
    });
  });
});

const sources = (folder: URL): URL[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(new URL(`${entry.name}/`, folder))
      : entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')
        ? [new URL(entry.name, folder)]
        : [],
  );

describe('the declarations', () => {
  it('coerce nothing', () => {
    const found = sources(new URL('./', import.meta.url)).filter((file) =>
      /\bcoerce\b|stringbool/.test(readFileSync(file, 'utf8')),
    );
    expect(found.map(String)).toEqual([]);
  });
});
