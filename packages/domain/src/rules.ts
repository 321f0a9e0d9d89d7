// What threads of their own need of the rules: without the declarations of all calls they start in half the time.
export { readPictureHeader } from './appearance/picture-header.ts';
export { refusalStatus } from './envelope.ts';
export { limits } from './limits.ts';
