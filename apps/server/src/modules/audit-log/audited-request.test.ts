import { calls, limits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { auditedRequest } from './audited-request.ts';

const of = (request: unknown) => auditedRequest(calls.session.login, request).request;

it('tells what was asked, masks secrets, and of unknown fields tells the name alone', () => {
  expect(of({ account: 'a', password: 'canary', pasword: 'canary', remember: true })).toEqual({
    account: 'a',
    password: '[masked]',
    pasword: '[undeclared]',
    remember: true,
  });
});

it('has an end, and nothing to tell of what is no request', () => {
  expect(of({ account: 'x'.repeat(limits.audit.requestChars) })).toMatch(/^\[\d+ characters\]$/);
  for (const nothing of [null, 'text', 7, undefined]) expect(of(nothing)).toBeUndefined();
});
