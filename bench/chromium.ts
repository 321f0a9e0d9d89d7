import type { Browser } from '@playwright/test';
import { startChromium } from '../e2e/support/browser.ts';

/** Starts a Chromium without a window. `graphics` says how it draws; without it there is no WebGL. */
export const startBenchChromium = (graphics: readonly string[] = ['--disable-gpu']): Promise<Browser> =>
  startChromium({ args: ['--no-sandbox', '--disable-background-networking', ...graphics] });
