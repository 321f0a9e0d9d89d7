export { uploadCalls } from './upload.calls.ts';
export { contentKind, layerFileEndings, layerKind, namesCloud } from './content-kind.ts';
export {
  bytesIn,
  fitsFile,
  gapsOf,
  nextPart,
  overlap,
  type UploadPart,
  type UploadPurpose,
} from './upload-plan.ts';
