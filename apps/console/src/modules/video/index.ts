export { LiveWall } from './live-wall.tsx';
export { PictureAlone } from './picture-alone.tsx';
export { PictureStage } from './picture-stage.tsx';
