import { expect, it } from 'vitest';
import { wavOf } from './to-wav.ts';

it('makes a wav of samples, cut at the loudest', () => {
  const wav = Buffer.from(wavOf(Float32Array.from([0, 0.5, 1, -1, 2, -2]), 16_000));
  expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
  expect([wav.readUInt32LE(4), wav.readUInt32LE(24), wav.readUInt32LE(40)]).toEqual([48, 16_000, 12]);
  expect(Array.from({ length: 6 }, (_, index) => wav.readInt16LE(44 + index * 2))).toEqual([
    0, 16_384, 32_767, -32_767, 32_767, -32_767,
  ]);
});
