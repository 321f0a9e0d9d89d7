import { cpSync, createReadStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Workers that the globe starts: geometry of lines and polygons, terrain, and what models are packed with. */
const workers = [
  'combineGeometry',
  'createGeometry',
  'createGroundPolylineGeometry',
  'createPolygonGeometry',
  'createVerticesFromHeightmap',
  'createVerticesFromQuantizedTerrainMesh',
  'decodeDraco',
  'incrementallyBuildTerrainPicker',
  'transcodeKTX2',
  'transferTypedArrayTest',
  'upsampleQuantizedTerrainMesh',
];

/** Files and folders besides: picture of the Earth, its rough heights and its place in the sky, two decoders. */
const others: readonly (readonly [from: string, to: string])[] = [
  ['Source/Assets/Textures/NaturalEarthII', 'Assets/Textures/NaturalEarthII'],
  ['Source/Assets/approximateTerrainHeights.json', 'Assets/approximateTerrainHeights.json'],
  ['Source/Assets/IAU2006_XYS', 'Assets/IAU2006_XYS'],
  ['Source/ThirdParty/draco_decoder.wasm', 'ThirdParty/draco_decoder.wasm'],
  ['Source/ThirdParty/basis_transcoder.wasm', 'ThirdParty/basis_transcoder.wasm'],
];

const engine = dirname(createRequire(import.meta.url).resolve('@cesium/engine/package.json'));

/** A worker and all that it imports, by name of file. */
const withImports = (folder: string, names: readonly string[], found: Set<string>): Set<string> => {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const text = readFileSync(join(folder, name), 'utf8');
    const imports = [...text.matchAll(/["']\.\/([\w-]+\.js)["']/g)].flatMap(([, file]) => file ?? []);
    withImports(folder, imports, found);
  }
  return found;
};

const copies = (): readonly (readonly [from: string, to: string])[] => [
  ...[
    ...withImports(
      join(engine, 'Build/Workers'),
      workers.map((name) => `${name}.js`),
      new Set(),
    ),
  ].map((name) => [`Build/Workers/${name}`, `Workers/${name}`] as const),
  ...others,
];

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.xml': 'application/xml',
  '.jpg': 'image/jpeg',
};

/** Puts what the globe loads while it runs beside the built console, and serves it while developing. */
export const globeAssets = (outDir: string): Plugin => ({
  name: 'globe-assets',
  configureServer(server) {
    server.middlewares.use('/cesium', (request, answer, next) => {
      const path = decodeURI((request.url ?? '').split('?')[0] ?? '');
      const from = copies().find(([, to]) => path.startsWith(`/${to}`));
      const file = from && join(engine, `${from[0]}${path.slice(from[1].length + 1)}`);
      if (!file || path.includes('..') || !existsSync(file)) return next();
      answer.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      return createReadStream(file).pipe(answer);
    });
  },
  writeBundle() {
    if (!readdirSync(engine).includes('Build')) throw new Error('@cesium/engine came without its workers');
    for (const [from, to] of copies()) {
      mkdirSync(dirname(join(outDir, 'cesium', to)), { recursive: true });
      cpSync(join(engine, from), join(outDir, 'cesium', to), { recursive: true });
    }
  },
});
