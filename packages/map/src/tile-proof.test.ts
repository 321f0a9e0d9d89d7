import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { proofFor, proveTilesBy } from './tile-proof.ts';

beforeAll(() => {
  vi.stubGlobal('location', {
    href: 'https://eyrie.example.org/screen/',
    origin: 'https://eyrie.example.org',
  });
});
afterAll(() => {
  proveTilesBy(() => ({}));
  vi.unstubAllGlobals();
});

test('nothing is proved where nobody says by what', () => {
  expect(proofFor('https://eyrie.example.org/tiles/{z}/{x}/{y}')).toEqual({});
});

test('tiles of the own server are asked for with the proof of this moment, those of others without', () => {
  let token = 'one';
  proveTilesBy(() => ({ authToken: token }));
  expect(proofFor('https://eyrie.example.org/tiles/{z}/{x}/{y}')).toEqual({ authToken: 'one' });
  token = 'two';
  expect(proofFor('/tiles/1/0/0')).toEqual({ authToken: 'two' });
  for (const other of [
    'https://tiles.example.org/1/0/0',
    'http://eyrie.example.org/1/0/0',
    'https://eyrie.example.org:8443/1/0/0',
    '//tiles.example.org/1/0/0',
    'relief://1/0/0',
    'https://',
  ])
    expect(proofFor(other)).toEqual({});
});
