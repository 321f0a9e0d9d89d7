/** Which Chromium the stories run in: the named one, one of the system, else the one that npm carries. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';

export interface Chromium {
  executablePath: string;
  /** What the program needs to find its libraries; for it alone, never for the product. */
  env: Record<string, string>;
}

/** How it is started, by stories and proofs alike. */
export const chromiumArgs: string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Only maps are drawn by the imitated graphics card; through it whole pages would cost four times as much.
  '--disable-gpu-compositing',
  '--autoplay-policy=no-user-gesture-required',
];

const ofSystem = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds or unpacks a Chromium. `EYRIE_TEST_PACKED_BROWSER=1` passes over those of the system.
 * @throws when CHROMIUM names nothing, or when npm carries none for this system
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM=${named} does not exist`);
    return { executablePath: named, env: {} };
  }
  const found =
    process.env['EYRIE_TEST_PACKED_BROWSER'] === '1' ? undefined : ofSystem.find((path) => existsSync(path));
  return found ? { executablePath: found, env: {} } : await unpackChromium();
}

/** Starts one that is no story's, for proofs and benchmarks. */
export async function startChromium(
  options: Pick<LaunchOptions, 'args' | 'ignoreDefaultArgs'>,
): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  // Handing over an environment replaces the whole of it.
  return chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    ...options,
  });
}

/** The package unpacks into the temporary folder and decides by an environment whether its libraries come along. */
async function unpackChromium(): Promise<Chromium> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/chromium');
  mkdirSync(folder, { recursive: true });
  const before = { TMPDIR: process.env['TMPDIR'], VERCEL: process.env['VERCEL'] };
  const libraries = process.env['LD_LIBRARY_PATH'];
  const fonts = process.env['FONTCONFIG_PATH'];
  Object.assign(process.env, { TMPDIR: folder, VERCEL: '1' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    const executablePath = await packaged.executablePath();
    return { executablePath, env: environmentFor(executablePath, folder) };
  } finally {
    for (const [name, value] of Object.entries({
      ...before,
      LD_LIBRARY_PATH: libraries,
      FONTCONFIG_PATH: fonts,
    }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

function environmentFor(program: string, folder: string): Record<string, string> {
  const linked = spawnSync('ldd', [program], { encoding: 'utf8' });
  const complete = linked.status === 0 && !linked.stdout.includes('not found');
  return {
    ...(complete ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
    ...(existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
}
