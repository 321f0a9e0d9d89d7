export { usePictureSize } from './picture-size.ts';
