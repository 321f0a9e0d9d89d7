export * from './dock-audio.ts';
export { dockAudioCalls, type SoundRecord } from './dock-audio.calls.ts';
