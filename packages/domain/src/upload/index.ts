export { uploadCalls } from './upload.calls.ts';
export { contentKind, endingOf, isTiff, uploadEndings } from './content-kind.ts';
export {
  bytesIn,
  fitsFile,
  gapsOf,
  nextPart,
  overlap,
  uploadPurposes,
  type UploadPart,
  type UploadPurpose,
} from './upload-plan.ts';
