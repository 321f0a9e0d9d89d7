export * from './dock-audio.ts';
export { dockAudioCalls, soundRecord, type SoundRecord } from './dock-audio.calls.ts';
