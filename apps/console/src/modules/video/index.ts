export { LiveWall } from './live-wall.tsx';
export { PictureStage } from './picture-stage.tsx';
