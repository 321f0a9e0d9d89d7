export { DockAudio } from './dock-audio.tsx';
