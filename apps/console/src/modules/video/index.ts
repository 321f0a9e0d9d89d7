export { PictureStage } from './picture-stage.tsx';
