/** The video server. */
export { startVideo } from './video.ts';
export type { Video, VideoOptions } from './video.ts';
