import { describe, expect, it } from 'vitest';
import { isBehind, newestFirmware } from './firmware.ts';

describe('firmware', () => {
  it('is compared number by number, and not as text', () => {
    expect(newestFirmware(['9.9', '10.1', '10.01.0000'])).toBe('10.1');
    expect(isBehind('9.9', '10.1')).toBe(true);
    expect(isBehind('10.01.0312', '10.1.400')).toBe(true);
    expect(isBehind('10.1', '10.1.0')).toBe(false);
    expect(isBehind('10.2', '10.1')).toBe(false);
  });
  it('is not behind where it cannot be compared', () => {
    expect(newestFirmware(['beta', ''])).toBeNull();
    expect(isBehind('beta', '10.1')).toBe(false);
    expect(isBehind(null, '10.1')).toBe(false);
    expect(isBehind('1.0', null)).toBe(false);
  });
});
