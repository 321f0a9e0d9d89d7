import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { publicKeyOf } from '../../platform/signature.ts';
import { proofFaultOf, signManifest } from './report-signature.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const file = { size: 3, sha256: 'ab' };
const about = {
  oid: 'o',
  reportOID: 'r',
  name: '九月 تقرير',
  month: '2025-09',
  state: 'approved' as const,
  format: 'pdf' as const,
  language: 'ar',
  madeAt: 1,
  ...file,
};
const proof = signManifest(privateKey, about);
const own = publicKeyOf(privateKey);
const faultOf = (given: unknown, key = own, bytes = file) =>
  proofFaultOf(JSON.stringify(given), bytes, key).fault;

it('holds for the bytes that were signed', () => {
  expect(proofFaultOf(JSON.stringify(proof), file, own)).toEqual({
    fault: null,
    manifest: { version: 1, ...about },
  });
});

it('does not hold for another file, another manifest, another key, or with anything beside it', () => {
  expect(faultOf(proof, own, { size: 3, sha256: 'ac' })).toBe('file');
  expect(faultOf(proof, own, { size: 4, sha256: 'ab' })).toBe('file');
  expect(faultOf({ ...proof, manifest: proof.manifest.replace('2025-09', '2025-10') })).toBe('signature');
  expect(faultOf(proof, publicKeyOf(generateKeyPairSync('ed25519').privateKey))).toBe('signature');
  expect(faultOf(proof, 'AAAA')).toBe('key');
  expect(faultOf({ ...proof, more: 1 })).toBe('proof');
  expect(proofFaultOf('{', file, own).fault).toBe('proof');
  expect(faultOf({ ...proof, signature: 'x'.repeat(20_000) })).toBe('proof');
});
