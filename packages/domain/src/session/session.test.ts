import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceOf } from './device.ts';

describe('what somebody signed in with', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Chrome 153 · Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
      'Edge 153 · Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
      'Safari 26 · macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari 26 · iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox 150 · Linux'],
    [
      'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36',
      'Chrome 153 · Android',
    ],
    ['curl/8.10.1', 'curl/8.10.1'],
    ['', null],
    ['  ', null],
    [null, null],
  ])('%s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  it('is short whatever it claims', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => (deviceOf(text) ?? '').length <= 80));
  });
});
