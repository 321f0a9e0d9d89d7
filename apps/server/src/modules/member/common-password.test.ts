import { processorTime } from '@eyrie/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-password.ts';

describe('common passwords', () => {
  it.each([
    '123456',
    'Password',
    'password1',
    'P4ssw0rd',
    'Passw0rd_1',
    'qwerty123',
    'qweasdzxc',
    'abc123456',
    '98765asdfg',
    'Dragon2020',
    'michael_99',
    'xyxyxyxy',
    '19870412',
    'admin888',
    'Welcome123',
    'sunshine7',
    'leader_2026',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password, 'leader')).toBe(true);
  });

  it.each(['kranich_im_Nebel', 'x7Tq_vLm2', 'blaue42Ziege', 'zh_hang_92_kuang'])('takes %s', (password) => {
    expect(isCommonPassword(password, 'leader')).toBe(false);
  });

  it('leaves nearly all random passwords alone, and answers at once', async () => {
    const sign = fc.constantFrom(
      ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'.split(''),
    );
    const password = fc.array(sign, { minLength: 8, maxLength: 20 }).map((signs) => signs.join(''));
    const sample = fc.sample(password, 3_000).filter((one) => new Set(one).size > 4);
    expect(sample.filter((one) => isCommonPassword(one, 'admin'))).toHaveLength(0);
    const took = await processorTime(() => {
      isCommonPassword('abc123'.repeat(21), 'admin');
      isCommonPassword(`${'abcdefghijklmnopqrstuvwxyz'.repeat(4)}!`, 'admin');
    });
    expect(took).toBeLessThan(200);
  });
});
