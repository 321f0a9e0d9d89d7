export { PictureCanvas, type ShownBox } from './picture-canvas.tsx';
export { usePictureSize } from './picture-size.ts';
