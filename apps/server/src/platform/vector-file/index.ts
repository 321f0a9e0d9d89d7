export { isZip, readVectorFile } from './read.ts';
export type { FileRow } from './geojson.ts';
