import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { factoryAppearance, appearanceFaults, type AppearanceDraft } from './settings.ts';
import {
  builtInTiles,
  imageAddress,
  imageOf,
  isTileAddress,
  ownTilesAddress,
  ownTilesOf,
  tileOrigin,
} from './tile-address.ts';

const rulesOf = (change: AppearanceDraft): string[] =>
  appearanceFaults({ ...factoryAppearance, ...change }).map(({ field, rule }) => `${field} ${rule}`);

describe('a look', () => {
  it('of the factory has no fault', () => {
    expect(appearanceFaults(factoryAppearance)).toEqual([]);
  });

  it.each([
    ['pcName', { pcName: '  ' }],
    ['longitude', { longitude: null }],
    ['latitude', { latitude: undefined }],
    ['level', { level: Number.NaN }],
    ['levelMIN', { levelMIN: null }],
    ['levelMAX', { levelMAX: null }],
    ['url', { url: '' }],
  ] as [string, AppearanceDraft][])('needs %s', (field, change) => {
    expect(rulesOf(change)).toEqual([`${field} required`]);
  });

  it.each([
    ['levelMIN zoomOrder', { levelMIN: 12, levelMAX: 8, level: 10 }],
    ['level zoomBetween', { levelMIN: 4, levelMAX: 8, level: 3 }],
    ['level zoomBetween', { levelMIN: 4, levelMAX: 8, level: 9 }],
    ['levelMAX max', { levelMAX: limits.appearance.zoomMax + 1 }],
    ['longitude max', { longitude: 180.1 }],
    ['latitude min', { latitude: -91 }],
    ['menuColor colour', { menuColor: 'red' }],
    ['accentColor colour', { accentColor: '#12345' }],
    ['backgroundColor colour', { backgroundColor: '#12345g' }],
    ['backgroundPIC format', { backgroundPIC: 'https://example.com/a.png' }],
    ['pcName tooLong', { pcName: 'x'.repeat(65) }],
    ['url tileAddress', { url: 'https://tiles.example.com/{z}/{x}.png' }],
  ] as [string, AppearanceDraft][])('breaks the rule %s', (rule, change) => {
    expect(rulesOf(change)).toEqual([rule]);
  });

  it('has sound zoom levels exactly when smallest ≤ level ≤ largest', () => {
    const level = fc.double({ min: limits.appearance.zoomMin, max: limits.appearance.zoomMax, noNaN: true });
    fc.assert(
      fc.property(level, level, level, (levelMIN, at, levelMAX) => {
        const sound = levelMIN <= at && at <= levelMAX;
        expect(rulesOf({ levelMIN, level: at, levelMAX }).length === 0).toBe(sound);
      }),
    );
  });

  it('is judged whatever it is made of, and never thrown over', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(factoryAppearance)), fc.jsonValue()),
        (change) => {
          const texts = [
            'pcName',
            'menuColor',
            'accentColor',
            'backgroundColor',
            'backgroundPIC',
            'logoPIC',
            'url',
          ];
          const draft = Object.fromEntries(
            Object.entries(change).map(([field, value]) => [
              field,
              texts.includes(field) && value !== null ? JSON.stringify(value) : value,
            ]),
          ) as AppearanceDraft;
          expect(Array.isArray(rulesOf(draft))).toBe(true);
        },
      ),
    );
  });
});

describe('a tile address', () => {
  it.each([
    builtInTiles,
    ownTilesAddress('0123456789abcdef0123456789abcdef'),
    'https://tiles.example.com/{z}/{x}/{y}.png',
    'http://10.0.0.5:8080/wmts?z={z}&x={x}&y={y}&key=a%20b',
    'https://192.168.1.20/{z}/{y}/{x}',
    'https://[2001:db8::1]:8443/{z}/{x}/{y}.webp',
    'https://xn--fiq228c.example/{z}/{x}/{y}',
  ])('may be %s', (url) => {
    expect(isTileAddress(url)).toBe(true);
  });

  it.each([
    'tiles.example.com/{z}/{x}/{y}',
    'ftp://tiles.example.com/{z}/{x}/{y}',
    'file:///etc/{z}/{x}/{y}',
    'gopher://tiles.example.com/{z}/{x}/{y}',
    'javascript:alert(1)//{z}/{x}/{y}',
    'https://tiles.example.com/{z}/{x}/{x}/{y}',
    'https://tiles.example.com/{z}/{x}/{y}/{s}',
    'https://{z}.example.com/{x}/{y}',
    'https://user:secret@tiles.example.com/{z}/{x}/{y}',
    'https://tiles.example.com@10.0.0.1/{z}/{x}/{y}',
    'http://localhost/{z}/{x}/{y}',
    'http://map.localhost/{z}/{x}/{y}',
    'http://tiles/{z}/{x}/{y}',
    'http://127.0.0.1/{z}/{x}/{y}',
    'http://127.1/{z}/{x}/{y}',
    'http://2130706433/{z}/{x}/{y}',
    'http://0x7f.0.0.1/{z}/{x}/{y}',
    'http://0177.0.0.1/{z}/{x}/{y}',
    'http://0.0.0.0/{z}/{x}/{y}',
    'http://169.254.169.254/{z}/{x}/{y}',
    'http://239.1.1.1/{z}/{x}/{y}',
    'http://[::1]/{z}/{x}/{y}',
    'http://[::ffff:127.0.0.1]/{z}/{x}/{y}',
    'http://[fe80::1]/{z}/{x}/{y}',
    'https://tiles.example.com:99999/{z}/{x}/{y}',
    'https://tiles.example.com/{z}/{x}/{y}; script-src *',
    'https://tiles.example.com/{z}/{x}/{y}"',
    'https://tiles.example.com/{z}/{x}/{y}\r\nx: y',
    'https://tiles.example.com/{z}/{x}/{y}#a',
    'https://*.example.com/{z}/{x}/{y}',
    ownTilesAddress('../../x'),
    `${ownTilesAddress('a'.repeat(32))}?x=1`,
  ])('is never %s', (url) => {
    expect(isTileAddress(url)).toBe(false);
  });

  it('gives an origin that cannot say more than an origin in a policy', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.string({ unit: 'binary' })), (url) => {
        const origin = tileOrigin(url);
        if (origin !== null) expect(origin).toMatch(/^https?:\/\/[a-z0-9.\-[\]:]+$/);
      }),
    );
  });

  it('of our own is known again by its id, and nothing else is', () => {
    const id = 'a'.repeat(32);
    expect(ownTilesOf(ownTilesAddress(id))).toBe(id);
    expect(imageOf(imageAddress(id))).toBe(id);
    fc.assert(fc.property(fc.string(), (text) => imageOf(text) === null && ownTilesOf(text) === null));
  });
});
