export * from './open-device.ts';
export { openRuleIds, openRules, type OpenRule } from './rules.ts';
export { openExamples } from './examples.ts';
export {
  readOpenMessage,
  type OpenEntry,
  type OpenExchange,
  type OpenTrial,
  type OpenTrialCommand,
} from './exchange.ts';
export { motionIn } from './work.ts';
export { checkOpenDevice, type OpenVerdict } from './conformance.ts';
export { openAnswer } from './rejection.ts';
