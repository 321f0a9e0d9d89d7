export { isZip, readVectorFile, type VectorFile } from './read.ts';
export type { FileRow } from './geojson.ts';
export { heightOf, type ShapeHeight } from './height.ts';
