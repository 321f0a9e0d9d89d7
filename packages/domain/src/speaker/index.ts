export * from './speaker.ts';
export { speakerCalls, type SoundRecord } from './speaker.calls.ts';
