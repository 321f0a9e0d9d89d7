import type { KeyObject } from 'node:crypto';
import { reportFormats } from '@eyrie/domain';
import { z } from 'zod';
import { openProof, signText, type SignedManifest } from '../../platform/signature.ts';

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

/** Characters of a proof: more is none of ours. */
const proofMost = 16_000;

export const signManifest = (key: KeyObject, about: Omit<ReportManifest, 'version'>): SignedManifest =>
  signText(key, JSON.stringify({ version: 1, ...about }));

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
  const proof = openProof(text, publicKey, proofMost);
  if (proof.fault !== null) return proof;
  const manifest = manifestShape.safeParse(proof.signed);
  if (!manifest.success) return { fault: 'proof' };
  return manifest.data.size === size && manifest.data.sha256 === sha256
    ? { fault: null, manifest: manifest.data }
    : { fault: 'file' };
};
