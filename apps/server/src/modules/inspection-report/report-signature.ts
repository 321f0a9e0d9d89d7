import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { reportFormats } from '@eyrie/domain';
import { z } from 'zod';

/** What a file was when it was made. */
const manifestShape = z.strictObject({
  version: z.literal(1),
  oid: z.string(),
  reportOID: z.string(),
  name: z.string(),
  month: z.string(),
  state: z.enum(['draft', 'approved']),
  format: z.enum(reportFormats),
  language: z.string(),
  /** Epoch ms. */
  madeAt: z.number(),
  size: z.number(),
  sha256: z.string(),
});
type ReportManifest = z.output<typeof manifestShape>;

/** The bytes that were signed, and the signature in base64. */
export interface SignedManifest {
  manifest: string;
  signature: string;
}

const proofShape = z.strictObject({ manifest: z.string(), signature: z.string() });
/** What lies beside a file so that it can be checked. */
export type ReportProof = z.output<typeof proofShape>;

/** Characters of a proof: more is none of ours. */
const proofMost = 16_000;

export const signManifest = (key: KeyObject, about: Omit<ReportManifest, 'version'>): SignedManifest => {
  const manifest = JSON.stringify({ version: 1, ...about });
  return { manifest, signature: sign(null, Buffer.from(manifest), key).toString('base64') };
};

/** In base64, as people hand it on. @param key the private key, or the public one */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Whether a file is what was signed. Nothing of a proof is believed before its signature holds.
 * @param publicKey of the installation that made the file, in base64, from another way than the file
 * @returns what is against it, or what the file is
 */
export const proofFaultOf = (
  text: string,
  { size, sha256 }: { size: number; sha256: string },
  publicKey: string,
): { fault: 'proof' | 'key' | 'signature' | 'file' } | { fault: null; manifest: ReportManifest } => {
  const proof = proofShape.safeParse(text.length > proofMost ? null : jsonOf(text));
  if (!proof.success) return { fault: 'proof' };
  const { manifest: signed, signature } = proof.data;
  let key: KeyObject;
  try {
    key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  } catch {
    return { fault: 'key' };
  }
  if (key.asymmetricKeyType !== 'ed25519') return { fault: 'key' };
  if (!verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64')))
    return { fault: 'signature' };
  const manifest = manifestShape.safeParse(jsonOf(signed));
  if (!manifest.success) return { fault: 'proof' };
  return manifest.data.size === size && manifest.data.sha256 === sha256
    ? { fault: null, manifest: manifest.data }
    : { fault: 'file' };
};
