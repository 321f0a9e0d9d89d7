import { expect, it } from 'vitest';
import { isSecret } from '../secret.ts';
import { dictionaryCalls } from './dictionary.calls.ts';

it('keeps no code secret', () => {
  for (const { request } of [dictionaryCalls.add, dictionaryCalls.edit])
    expect(isSecret(request, ['code'])).toBe(false);
});
