import { describe, expect, it } from 'vitest';
import { obfuscate, reveal } from './storage.ts';

describe('obfuscated text', () => {
  it.each(['', 'Eyrie', '系统名称', 'النظام', JSON.stringify({ a: '🚁'.repeat(200) })])(
    'comes back: %s',
    (text) => {
      expect(reveal(obfuscate(text))).toBe(text);
    },
  );
  it('does not show what it holds', () => {
    expect(obfuscate('/DataStatistics')).not.toContain('Data');
    expect(atob(obfuscate('/DataStatistics'))).not.toContain('Data');
  });
  it('refuses what it did not write', () => {
    expect(() => reveal('not base64!')).toThrow(/correctly encoded|Invalid character/);
  });
});
