import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallDeclaration } from './call.ts';
import { calls } from './rooms.generated.ts';
import { isSecret, secret, withoutSecrets } from './secret.ts';

const shape = z.object({
  account: z.string(),
  password: secret(z.string().min(4)).optional(),
  keys: z.array(z.object({ name: z.string(), value: secret(z.string()) })),
  either: z.union([z.string(), z.object({ pin: secret(z.string()) })]).nullable(),
});

describe('a secret field', () => {
  it('is known however deep it stands, and nothing beside it is', () => {
    for (const path of [['password'], ['password', 'x'], ['keys', 0, 'value'], ['either', 'pin']])
      expect(isSecret(shape, path), path.join('.')).toBe(true);
    for (const path of [[], ['account'], ['keys', 0, 'name'], ['either'], ['other'], ['toString']])
      expect(isSecret(shape, path), path.join('.')).toBe(false);
  });

  it('is masked, whatever was sent in its place', () => {
    const sent = {
      account: 'a',
      password: { hidden: 'canary' },
      keys: [{ name: 'n', value: 'canary' }],
      either: { pin: 'canary' },
    };
    expect(withoutSecrets(shape, sent)).toEqual({
      account: 'a',
      password: '[masked]',
      keys: [{ name: 'n', value: '[masked]' }],
      either: { pin: '[masked]' },
    });
  });

  const pin = z.object({ pin: secret(z.string()), open: z.string() });
  interface Tree {
    pin: string;
    open: string;
    below: Tree[];
  }
  const tree: z.ZodType<Tree> = z.lazy(() => pin.extend({ below: z.array(tree) }));
  const endless: z.ZodType = z.lazy(() => z.union([pin, endless]));

  it.each<[string, z.ZodType, (string | number)[]]>([
    ['lazy', z.lazy(() => pin), []],
    ['lazy, three deep', tree, ['below', 0, 'below', 1]],
    ['lazy, its own alternative', endless, []],
    ['a tuple', z.tuple([z.string(), pin]), [1]],
    ['the rest of a tuple', z.tuple([z.string()], pin), [7]],
    ['an intersection', z.intersection(z.object({ a: z.string() }), pin), []],
    ['what a pipe leads to', z.unknown().pipe(pin), []],
    ['further fields', z.object({}).catchall(pin), ['any']],
    ['a record', z.record(z.string(), pin), ['any']],
  ])('is known in %s, and nothing beside it is', (_what, schema, path) => {
    expect(isSecret(schema, [...path, 'pin'])).toBe(true);
    expect(isSecret(schema, [...path, 'open'])).toBe(false);
  });

  it('is not known at the other places of a tuple', () => {
    const pair = z.tuple([z.string(), secret(z.string())]);
    expect([isSecret(pair, [0]), isSecret(pair, [1]), isSecret(pair, [2])]).toEqual([false, true, false]);
    expect(withoutSecrets(pair, ['seen', 'canary'])).toEqual(['seen', '[masked]']);
  });

  it('does not change the rules of the field that it was made of', () => {
    const plain = z.string().min(4);
    const hidden = secret(plain);
    expect([hidden.safeParse('abc').success, hidden.safeParse('abcd').success]).toEqual([false, true]);
    expect(isSecret(z.object({ plain }), ['plain'])).toBe(false);
  });

  it.each<[CallDeclaration, string[]]>([
    [calls.session.login, ['password', 'captcha', 'totp']],
    [calls.session.codeExchange, ['code']],
    [calls.session.loginInfoExchange, ['loginInfo']],
    [calls.session.authenticatorConfirm, ['totp']],
    [calls.member.changePassword, ['oldPassword', 'newPassword', 'confirmPassword']],
    [calls.member.save, ['password']],
    [calls.member.resetPassword, ['password']],
    [calls.invitation.accept, ['code', 'password']],
    [calls.organisation.openIdEdit, ['clientSecret']],
    [calls.lease.override, ['nonce']],
    [calls.command.returnHome, ['nonce']],
  ])('stays one: %o', (call, fields) => {
    for (const field of fields) expect(isSecret(call.request, [field]), field).toBe(true);
  });

  it('is no code of an alarm', () => {
    expect(isSecret(calls.deviceHealth.add.request, ['code'])).toBe(false);
  });
});
