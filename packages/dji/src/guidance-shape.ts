import type { Cause } from './texts/causes.en.ts';
import type { NextStep } from './texts/steps.en.ts';

/** 0 notice, 1 caution, 2 warning, as devices count. */
export type Severity = 0 | 1 | 2;
export type Guidance = readonly [cause: Cause, step: NextStep, severity: Severity];
