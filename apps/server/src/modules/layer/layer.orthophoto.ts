import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { layerKind, limits, namesCloud } from '@eyrie/domain';
import type { CallContext, Caller, SpooledFile } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { UploadTarget, WholeFile } from '../upload/index.ts';
import type { LayerDeps } from './layer.deps.ts';
import type { Layers } from './layer.service.ts';
import { ownedLayers } from './layer.store.ts';

/** Files that become layers of different kinds by what stands in them; from here on each is as if it had come in one piece. */
const takeWhole = async (
  upload: Layers['upload'],
  file: SpooledFile,
  { epsg, context }: { epsg: string | undefined; context: CallContext },
): Promise<string> => {
  const { name: fileName } = file;
  if (namesCloud(fileName))
    return (await upload(file, { source: 'pointCloud', fileName, epsg }, context)).oid;
  try {
    return (await upload(file, { source: 'geotiff', fileName }, context)).oid;
  } catch (error) {
    // Only its tags distinguish an orthophoto from a surface model; both end in .tif.
    if (!(error instanceof Refusal) || error.reason !== 'layerHeights') throw error;
    return (await upload(file, { source: 'surfaceModel', fileName }, context)).oid;
  }
};

/** How a GeoTIFF or a point cloud that came in parts becomes a layer. */
export const orthophotoTarget = (
  { runtime, dataDir }: Pick<LayerDeps, 'runtime' | 'dataDir'>,
  layers: Pick<Layers, 'upload'>,
): UploadTarget => ({
  check({ name, size, head }) {
    const max = limits.layer.rasterBytes;
    if (size > max) throw new Refusal('tooLarge', { values: { max } });
    if (head !== null && layerKind(name, head) === null) throw new Refusal('uploadKind');
  },
  async find(caller: Caller, _hash: string, storedOID: string | null): Promise<string | null> {
    if (storedOID === null) return null;
    const [seen] = await ownedLayers(runtime.db, caller, [storedOID]);
    return seen?.oid ?? null;
  },
  async finish({ name, size, epsg, writeTo }: WholeFile, context: CallContext): Promise<string> {
    const incoming = join(dataDir, 'layer-work');
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(incoming, 'joined-'));
    try {
      const path = join(folder, 'file');
      await writeTo(path);
      return await takeWhole(layers.upload, { name, path, size }, { epsg, context });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
