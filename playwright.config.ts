import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './e2e/support/browser.ts';
import { storyFiles } from './e2e/support/story-files.ts';

const { executablePath, env } = await findChromium();
const { waiting, sharing, own } = storyFiles();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // `npm run prove -- languages` goes through these; every step of them is proved lower down in `npm test`.
  testIgnore: process.env['EYRIE_STORY_LONG'] === '1' ? [] : '**/*.long.spec.ts',
  outputDir: 'test-results',
  // A flight in quick motion, beside another story, on two cores that draw maps without a graphics card.
  timeout: 600_000,
  // These find what hangs: a machine that had half its speed once missed 40 s with nothing wrong.
  expect: { timeout: 60_000 },
  fullyParallel: false,
  // A third worker gains nothing on two cores: at a load of fifteen, stories with tight limits failed.
  workers: 2,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1 },
    // One worker for those of a share: two would each start its product.
    ...[...sharing].map(([share, testMatch]) => ({ name: `sharing ${share}`, testMatch, workers: 1 })),
    { name: 'own', testMatch: own, workers: 2 },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording every step of every story takes as long as some of them; `--trace on` does it for one.
    trace: 'off',
    actionTimeout: 60_000,
    launchOptions: {
      executablePath,
      // Handing over an environment replaces the whole of it.
      env: { ...(process.env as Record<string, string>), ...env },
      args: chromiumArgs,
    },
  },
});
