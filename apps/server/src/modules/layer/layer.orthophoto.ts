import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isTiff, limits } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { UploadTarget, WholeFile } from '../upload/index.ts';
import type { LayerDeps } from './layer.deps.ts';
import type { Layers } from './layer.service.ts';
import { ownedLayers } from './layer.store.ts';

/** How a GeoTIFF that came in parts becomes a layer: from here on it is as if it had come in one piece. */
export const orthophotoTarget = (
  { runtime, dataDir }: Pick<LayerDeps, 'runtime' | 'dataDir'>,
  layers: Pick<Layers, 'upload'>,
): UploadTarget => ({
  check({ name, size, head }) {
    const max = limits.layer.rasterBytes;
    if (size > max) throw new Refusal('tooLarge', { values: { max } });
    if (head !== null && !isTiff(name, head)) throw new Refusal('uploadKind');
  },
  async find(caller: Caller, _hash: string, storedOID: string | null): Promise<string | null> {
    if (storedOID === null) return null;
    const [seen] = await ownedLayers(runtime.db, caller, [storedOID]);
    return seen?.oid ?? null;
  },
  async finish({ name, size, open }: WholeFile, context: CallContext): Promise<string> {
    const incoming = join(dataDir, 'layer-work');
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(incoming, 'joined-'));
    try {
      const path = join(folder, 'file');
      await pipeline(open(), createWriteStream(path, { mode: 0o600 }));
      const request = { source: 'geotiff', fileName: name } as const;
      return (await layers.upload({ name, path, size }, request, context)).oid;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
