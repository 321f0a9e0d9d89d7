import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** The bytes that were signed, and the signature in base64. */
export interface SignedManifest {
  manifest: string;
  signature: string;
}

const proofShape = z.strictObject({ manifest: z.string(), signature: z.string() });
/** What lies beside a file, or in a bundle, so that it can be checked. */
export type Proof = z.output<typeof proofShape>;

/** Signs a manifest with Ed25519: its bytes are kept as they were signed. */
export const signText = (key: KeyObject, manifest: string): SignedManifest => ({
  manifest,
  signature: sign(null, Buffer.from(manifest), key).toString('base64'),
});

/** In base64, as people hand it on. @param key the private key, or the public one */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const ed25519 = (publicKey: string): KeyObject | null => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
};

/**
 * The manifest of a proof. Nothing of it is believed before its signature holds.
 * @param publicKey of the installation that signed it, in base64, from another way than the proof
 * @param most characters of a proof: more is none of ours
 * @returns what is against it, or what was signed, parsed
 */
export const openProof = (
  text: string,
  publicKey: string,
  most: number,
): { fault: 'proof' | 'key' | 'signature' } | { fault: null; signed: unknown } => {
  const proof = proofShape.safeParse(text.length > most ? null : jsonOf(text));
  if (!proof.success) return { fault: 'proof' };
  const key = ed25519(publicKey);
  if (!key) return { fault: 'key' };
  const { manifest, signature } = proof.data;
  return verify(null, Buffer.from(manifest), key, Buffer.from(signature, 'base64'))
    ? { fault: null, signed: jsonOf(manifest) }
    : { fault: 'signature' };
};
