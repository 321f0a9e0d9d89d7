/** A whole organisation in open formats, out of one product and into an empty one. */
export { TableBook, type PortableTables } from './declaration.ts';
export { importTransfer, type ImportOptions } from './import.ts';
export type { TransferManifest } from './manifest.ts';
export { checkTransfer } from './read.ts';
export { writeTransfer } from './write.ts';
