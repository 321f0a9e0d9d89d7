import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { openProof, signText, type SignedManifest } from '../../platform/signature.ts';

const bundleFile = z.strictObject({ name: z.string(), size: z.number(), sha256: z.string() });
export type BundleFile = z.output<typeof bundleFile>;

const manifestShape = z.strictObject({
  version: z.literal(1),
  kind: z.literal('flight'),
  oid: z.string(),
  name: z.string(),
  /** Epoch ms. */
  madeAt: z.number(),
  files: z.array(bundleFile),
});
export type BundleManifest = z.output<typeof manifestShape>;

/** The file of a bundle that holds its signed manifest: the last one. */
export const proofName = 'proof.json';

/** Characters of a proof: more is none of ours. */
export const bundleProofMost = 4_000_000;

export const signBundle = (key: KeyObject, about: Omit<BundleManifest, 'version' | 'kind'>): SignedManifest =>
  signText(key, JSON.stringify({ version: 1, kind: 'flight', ...about }));

export type BundleFault =
  | { fault: 'proof' | 'key' | 'signature' }
  | { fault: 'changed' | 'missing' | 'added'; name: string };

/**
 * Whether the files of a bundle are those that were signed: each of them, and no other.
 * @param files every file of the bundle but the proof
 * @param publicKey of the installation that made it, in base64, from another way than the bundle
 * @returns what is against it, or what the bundle is
 */
export const bundleFaultOf = (
  text: string,
  files: readonly BundleFile[],
  publicKey: string,
): BundleFault | { fault: null; manifest: BundleManifest } => {
  const proof = openProof(text, publicKey, bundleProofMost);
  if (proof.fault !== null) return proof;
  const manifest = manifestShape.safeParse(proof.signed);
  if (!manifest.success) return { fault: 'proof' };
  const signed = new Map(manifest.data.files.map((file) => [file.name, file]));
  const seen = new Set<string>();
  for (const { name, size, sha256 } of files) {
    const own = signed.get(name);
    // A second file of one name is none that was signed.
    if (!own || seen.has(name)) return { fault: 'added', name };
    seen.add(name);
    if (own.size !== size || own.sha256 !== sha256) return { fault: 'changed', name };
  }
  const missing = manifest.data.files.find(({ name }) => !seen.has(name));
  return missing ? { fault: 'missing', name: missing.name } : { fault: null, manifest: manifest.data };
};
