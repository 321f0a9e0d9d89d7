export { tileKindOf } from './tile-kind.ts';
export type { TileRow } from './tile-pack.ts';
export { createTilePacker, type PackedTiles, type TilePacker } from './tile-packer.ts';
export type { Columns } from './columns.ts';
