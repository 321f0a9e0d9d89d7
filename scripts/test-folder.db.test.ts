import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../apps/server/src/platform/process-life.ts';
import { openTestFolder } from './test-folder.mjs';

const addressOf = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
let memory = '';

beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'eyrie-test-folder-'));
});
afterEach(() => rmSync(memory, { recursive: true, force: true }));

/** Runs code in a process of its own. */
const runCode = (code: string, env: NodeJS.ProcessEnv = process.env) =>
  spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'pipe'], env });

describe('the folder of the databases of a run', () => {
  it('lies in memory where there is room, and is gone when the run closes it', async () => {
    const folder = openTestFolder({ memory, needed: 0 });
    expect(folder?.path.startsWith(memory)).toBe(true);
    expect(readdirSync(memory)).toHaveLength(1);
    await folder?.close();
    expect(readdirSync(memory)).toEqual([]);
  });

  it('is not made where there is no room', () => {
    expect(openTestFolder({ memory, needed: Number.MAX_SAFE_INTEGER })).toBeNull();
    expect(readdirSync(memory)).toEqual([]);
  });

  it('is not made where no file system lies in memory', () => {
    expect(openTestFolder({ memory: join(memory, 'missing'), needed: 0 })).toBeNull();
  });

  it('goes with the database in it when the run is killed', async () => {
    const run = runCode(`
      const { openTestFolder } = await import(${addressOf('./test-folder.mjs')});
      const { startEmbeddedPostgres } = await import(${addressOf('../apps/server/src/platform/postgres/embedded.ts')});
      const { createLog } = await import(${addressOf('../apps/server/src/platform/log.ts')});
      const { path } = openTestFolder({ memory: ${JSON.stringify(memory)}, needed: 0 });
      const database = await startEmbeddedPostgres({ dataDir: path, log: createLog({ level: 'silent' }) });
      console.log(database.pid());
      setInterval(() => undefined, 1000);`);
    const [line] = (await once(run.stdout, 'data')) as [Buffer];
    const database = Number(line.toString());
    expect(isAlive(database)).toBe(true);
    run.kill('SIGKILL');
    await vi.waitFor(() => expect(readdirSync(memory)).toEqual([]));
    // It ended before the folder did; whoever inherited it takes note of that a moment later.
    await vi.waitFor(() => expect(isAlive(database)).toBe(false));
  });
});

describe('a test whose run has ended', () => {
  it('makes no folder and no database anew', async () => {
    const gone = join(memory, 'gone');
    const late = runCode(
      `const { createTestDatabase } = await import(${addressOf('../apps/server/src/platform/postgres/test-database.ts')});
      await createTestDatabase().catch(({ message }) => console.log(message));`,
      { ...process.env, EYRIE_TEST_FOLDER: gone },
    );
    const [line] = (await once(late.stdout, 'data')) as [Buffer];
    expect(line.toString()).toContain(`the folder of the test databases is gone: ${gone}`);
    expect(existsSync(gone)).toBe(false);
  });
});
