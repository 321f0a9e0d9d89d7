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
