export { PictureStage } from './picture-stage.tsx';
export { LivePicture } from './live-picture.tsx';
export { usePicture, type Picture } from './use-picture.ts';
