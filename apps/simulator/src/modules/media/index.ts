export * from './shot.ts';
export * from './media.upload.ts';
export * from './photo.ts';
export { storeObject, type StoreKeys } from './store-object.ts';
export { withMarks } from './photo-marks.ts';
