import type { CodeFamily } from '@eyrie/domain';
import type { DeviceLanguage } from './errors.ts';
import { explanationId, meanings } from './explanation-id.ts';
import type { Severity } from './guidance-shape.ts';
import { guidanceOf } from './guidance.ts';
import { fillMarks, type CodeArgs } from './placeholders.ts';
import { causesAr } from './texts/causes.ar.ts';
import { causesEn } from './texts/causes.en.ts';
import { causesZh } from './texts/causes.zh.ts';
import { stepsAr } from './texts/steps.ar.ts';
import { stepsEn } from './texts/steps.en.ts';
import { stepsZh } from './texts/steps.zh.ts';
import { unknownTexts } from './texts/unknown.ts';

const causes = { 'zh-CN': causesZh, en: causesEn, ar: causesAr } as const;
const steps = { 'zh-CN': stepsZh, en: stepsEn, ar: stepsAr } as const;

export interface CodeFacts {
  family: CodeFamily;
  /** As the device sent it; compared without regard to case. */
  code: string;
  inTheSky?: boolean;
  args?: CodeArgs;
  module?: number | null;
  /** What the device said itself, where it said something: 0 notice, 1 caution, 2 warning. */
  level?: Severity | null;
}

export interface Explanation {
  /** False for a code nobody wrote down: it is then named with its number, module and level. */
  known: boolean;
  meaning: string;
  cause: string;
  nextStep: string;
  severity: Severity;
}

/** What a code means, why it came, and what to do now, in a language. Pure; never throws, whatever a device sent. */
export const explain = (facts: CodeFacts, language: DeviceLanguage): Explanation => {
  const { family, code, inTheSky = false, args = {}, module = null, level = null } = facts;
  const id = explanationId(family, code, inTheSky);
  const meaning = id === null ? undefined : meanings[language].get(id);
  if (id === null || meaning === undefined) {
    const words = unknownTexts[language];
    return {
      known: false,
      meaning: words.meaning(code, module === null ? null : words.module(module)),
      cause: words.cause,
      nextStep: words.nextStep,
      severity: level ?? 1,
    };
  }
  const { cause, step, severity } = guidanceOf(id, inTheSky);
  return {
    known: true,
    meaning: fillMarks(meaning, code, args, language),
    cause: causes[language][cause],
    nextStep: steps[language][step],
    severity: level ?? severity,
  };
};
