export { LivePicture } from './live-picture.tsx';
export { usePicture, type Picture } from './use-picture.ts';
