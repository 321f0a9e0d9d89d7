import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import {
  openZipEntry,
  readZipDirectory,
  readZipEntry,
  type ZipEntry,
  type ZipLimits,
} from '../../platform/archive/zip-directory.ts';
import {
  bundleFaultOf,
  bundleProofMost,
  proofName,
  type BundleFault,
  type BundleFile,
  type BundleManifest,
} from './bundle-manifest.ts';

/** A bundle of ours stays below these; anything beyond is none. */
const bounds: ZipLimits = {
  entries: 20_000,
  directoryBytes: 10_000_000,
  entryBytes: 20_000_000_000,
  expandedBytes: 100_000_000_000,
  ratio: 1_000,
};

const marksOf = async (file: FileHandle, entry: ZipEntry): Promise<BundleFile> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of await openZipEntry(file, entry)) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    // More than its list says: it is not read to its end.
    if (size > entry.size) break;
    hash.update(bytes);
  }
  return { name: entry.name, size, sha256: hash.digest('hex') };
};

/**
 * Reads a bundle of a flight, one piece of one file at a time, and says whether it is what was signed.
 * @throws Refusal `fileFormat`, `zipUnsafe` when it is no zip that can be trusted to be read
 */
export async function readBundle(
  path: string,
  publicKey: string,
): Promise<BundleFault | { fault: null; manifest: BundleManifest }> {
  const file = await open(path);
  try {
    const entries = await readZipDirectory(file, bounds);
    const proofs = entries.filter(({ name }) => name === proofName);
    const [proof] = proofs;
    if (!proof || proofs.length > 1 || Math.max(proof.size, proof.packed) > bundleProofMost)
      return { fault: 'proof' };
    const files: BundleFile[] = [];
    for (const entry of entries) if (entry !== proof) files.push(await marksOf(file, entry));
    // No more is unpacked than its list says: the proof alone is held whole.
    return bundleFaultOf((await readZipEntry(file, proof)).toString(), files, publicKey);
  } finally {
    await file.close();
  }
}
