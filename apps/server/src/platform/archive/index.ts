export { packTiles, tileKindOf, type TileRow } from './tile-pack.ts';
export { readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts';
