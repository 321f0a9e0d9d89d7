import { describe, expect, it } from 'vitest';
import { keyHeaders } from './key-header.ts';
import { layerCalls } from './layer.calls.ts';

const fits = (keyHeader: string): boolean =>
  layerCalls.edit.request.safeParse({ oid: '0199c0de-0000-7000-8000-000000000001', keyHeader }).success;

describe('the header that carries the key of a layer', () => {
  it.each([
    'Host',
    'transfer-encoding',
    'Content-Length',
    'CONNECTION',
    'Upgrade',
    'Keep-Alive',
    'TE',
    'Trailer',
    'Expect',
    'Proxy-Authorization',
    'Proxy-Connection',
    'Proxy-Anything',
    'Via',
    'Range',
    'If-Range',
    'Content-Type',
    'Accept-Encoding',
    'HTTP2-Settings',
    'X-Forwarded-For',
  ])('is not %s, which is the protocol’s own', (name) => {
    expect(fits(name)).toBe(false);
    // One that was taken before is not sent.
    expect(keyHeaders(name, 'key')).toEqual({});
  });

  it.each(['', 'Authorization', 'X-Api-Key', 'Token', 'Cookie', 'Hostess'])('may be %j', (name) => {
    expect(fits(name)).toBe(true);
    expect(keyHeaders(name, 'key')).toEqual(name === '' ? {} : { [name]: 'key' });
    expect(keyHeaders(name, '')).toEqual({});
  });
});
