import { strToU8, zipSync } from 'fflate';
import { lazFile } from '../cloud/laz.fixture.ts';
import { slope } from '../cloud/las.fixture.ts';
import { placed, tinyTiff } from '../raster.fixture.ts';
import { glb } from '../tileset.fixture.ts';

const root = JSON.stringify({
  asset: { version: '1.0' },
  geometricError: 10,
  root: {
    boundingVolume: { region: [0.157, 0.838, 0.1571, 0.8381, 0, 50] },
    geometricError: 0,
    content: { uri: 'data/Mesh-L0.glb' },
  },
});

/** What an engine makes of photos, as ODM lays it out. @param more files in place of these, or null for none */
export const resultZip = (more: Readonly<Record<string, Uint8Array | null>> = {}): Uint8Array => {
  const samples = new Uint8Array(64 * 64 * 3).fill(90);
  const files = {
    'odm_orthophoto/odm_orthophoto.tif': new Uint8Array(
      tinyTiff({ width: 64, height: 64, bands: 3, samples, tags: placed(4326, 9, 48, 0.00001) }),
    ),
    '3d_tiles/model/tileset.json': strToU8(root),
    '3d_tiles/model/data/Mesh-L0.glb': glb({ asset: { version: '2.0' } }),
    'odm_georeferencing/odm_georeferenced_model.laz': new Uint8Array(
      lazFile({ points: slope(20, [500_000, 5_316_300]), chunk: 10 }),
    ),
    'task_output.txt': strToU8('done'),
    ...more,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).filter((one): one is [string, Uint8Array] => one[1] !== null)),
  );
};
