export { SpeakerPanel } from './speaker-panel.tsx';
